import type { Money } from '../money.ts';
import type { Operation, OperationEntry, PromisedEntry } from '../operation/operation.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { knownPayment } from '../transaction/gateway-reference.ts';
import type { Difference } from './difference.ts';
import { figureDifferences, unless, type Expectation } from './figure.ts';
import type { MoneyFacts } from './money-events.ts';

/** What is kept of an operation in its own document, as far as money can follow from it. */
export interface KeptOperation
  extends
    OperationEntry,
    Partial<
      Pick<
        Operation,
        | 'merchantId'
        | 'pgCode'
        | 'gateway'
        | 'sandbox'
        | 'gatewayPayment'
        | 'idempotencyKey'
        | 'customerId'
        | 'approval'
        | 'concludedAt'
      >
    > {}

/** Whose customer it is, where the transaction still says so. */
type Payment = MoneyFacts & { readonly customer?: { readonly id?: string } };

/** Where a transaction and the documents of its operations disagree. Empty when they say the same. */
export function operationDifferences(
  transaction: Payment,
  kept: readonly KeptOperation[],
): readonly Difference[] {
  const { merchantId, sessionId, operations = [] } = transaction;
  const byId = new Map(kept.map((one) => [one.sessionId, one]));
  const known = new Set(operations.map((one) => one.sessionId));
  const difference = (
    operation: OperationEntry,
    words: string,
    other: Money,
    ledger?: Money,
  ): Difference => ({
    kind: 'operation',
    merchantId,
    sessionId,
    reference: operation.referenceNumber,
    about: `${operation.kind} ${words}`,
    ...(ledger && { ledger }),
    other,
  });
  return [
    ...operations.flatMap((entry) => {
      const match = byId.get(entry.sessionId);
      const subject = {
        merchantId,
        sessionId,
        reference: entry.referenceNumber,
      };
      const promised = figureDifferences(subject, promiseExpectations(transaction, entry));
      if (!match) return [difference(entry, 'has no document', entry.amount), ...promised];
      const figures = figureDifferences(subject, [
        ...entryExpectations(entry, match),
        ...documentExpectations(transaction, match),
      ]);
      const isSame = match.state === entry.state && isSameMoney(match.amount, entry.amount);
      const words = `is ${entry.state} in the transaction and ${match.state} in its document`;
      const states = isSame ? [] : [difference(entry, words, match.amount, entry.amount)];
      return [...states, ...figures, ...promised];
    }),
    ...kept
      .filter((one) => !known.has(one.sessionId))
      .map((one) => difference(one, 'is not in the transaction', one.amount)),
  ];
}

/** What the transaction has of an operation is what its document has. */
function entryExpectations(entry: OperationEntry, match: OperationEntry): readonly Expectation[] {
  return [
    ['kind', entry.kind, match.kind],
    ['destination', entry.destination, match.destination],
    ['source', entry.source, match.source],
    ['referenceNumber', entry.referenceNumber, match.referenceNumber],
    ['trackingKey', entry.trackingKey, match.trackingKey],
    ['reversedAt', entry.reversedAt, match.reversedAt],
    ['reversedBeforeTold', entry.reversedBeforeTold, match.reversedBeforeTold],
    ['endsHold', entry.endsHold, match.endsHold],
    ['paymentReference', entry.paymentReference, match.paymentReference],
  ];
}

/** What would be performed, if its document were lost, is what was promised. */
function promiseExpectations(payment: Payment, entry: PromisedEntry): readonly Expectation[] {
  const { whole } = entry;
  if (!whole) return [];
  const expectations: readonly Expectation[] = [
    ...entryExpectations(whole, entry),
    ['sessionId', whole.sessionId, entry.sessionId],
    ['parentId', whole.parentId, payment.sessionId],
    ['state', whole.state, entry.state],
    ['amount', whole.amount, entry.amount],
    ...documentExpectations(payment, whole),
  ];
  return expectations.map(([name, is, must]) => [`whole.${name}`, is, must]);
}

/** Whose money it moves, and by which leave: documents say more of it than the books need. */
function documentExpectations(
  { merchantId, sessionId: parentId, attempts, customer }: Payment,
  operation: KeptOperation,
): readonly Expectation[] {
  const { sessionId, kind, destination, approval, idempotencyKey, gatewayPayment } = operation;
  const attempt = attempts.find((one) => one.referenceNumber === operation.paymentReference);
  const known = attempt && knownPayment(attempt);
  const tries = approval?.retries ?? 0;
  const key = `${parentId}:${sessionId}:${kind}${tries > 0 ? `:${tries + 1}` : ''}`;
  return [
    ...(idempotencyKey === undefined ? [] : [['idempotencyKey', idempotencyKey, key] as const]),
    ...(operation.merchantId === undefined
      ? []
      : [['merchantId', operation.merchantId, merchantId] as const]),
    ...(operation.pgCode !== undefined && attempt
      ? ([
          ['pgCode', operation.pgCode, attempt.pgCode],
          ['gateway', operation.gateway, attempt.gateway],
          ['sandbox', operation.sandbox, attempt.sandbox],
        ] as const)
      : []),
    // What was done before its payment was heard of has the name that nobody else has said yet.
    ...(gatewayPayment === undefined || (attempt && known === undefined)
      ? []
      : [['gatewayPayment', gatewayPayment, known] as const]),
    ...(destination === 'wallet' && customer
      ? [['customerId', operation.customerId, customer.id] as const]
      : []),
    ...approvalExpectations(operation),
  ];
}

const BY_LEAVE: ReadonlySet<string> = new Set(['promised', 'queued', 'done']);

/** Nothing that needs a second person is done without as many as it needs, but in an emergency. */
function approvalExpectations({ state, approval }: KeptOperation): readonly Expectation[] {
  if (!approval) return unless(state !== 'awaiting', ['approval', undefined, 'a request']);
  const { needed, votes } = approval;
  const isEnough = votes.length >= needed || votes.some(({ breakGlass }) => breakGlass);
  return [
    ...unless(!BY_LEAVE.has(state) || isEnough, [
      'approval.votes',
      votes.length,
      `at least ${needed}, because it is ${state}`,
    ]),
    ...unless((state === 'awaiting') === (approval.state === 'pending'), [
      'approval.state',
      approval.state,
      `that of a request that is ${state}`,
    ]),
  ];
}
