import type { CardFacts } from '../card/card.ts';
import { exchanged, isZero, subtract, zero, type Money } from '../money.ts';
import { inOriginalCurrency, type Exchange } from '../exchange.ts';
import { feeOf } from '../fee.ts';
import { sumOf, takes } from '../operation/amounts.ts';
import { restFreed } from '../operation/free-rest.ts';
import { askedOf, isAmountOf, isSameMoney } from '../transaction/amount.ts';
import { isConcluded, settledAttempt } from '../transaction/settled.ts';
import { isSuccess } from '../transaction/states.ts';
import type { Attempt, PaymentMethod, Transaction } from '../transaction/transaction.ts';
import type { Difference } from './difference.ts';
import { figureDifferences, unless, type Expectation } from './figure.ts';
import type { MoneyFacts, BookedAttempt } from './money-events.ts';

/** An attempt with all of it from which money can follow. */
export type FiguredAttempt = BookedAttempt &
  Pick<Attempt, 'idempotencyKey' | 'charges'> & { readonly card?: Pick<CardFacts, 'token'> };

/** A method with all of it from which money can follow; of a route, with its accounts. */
export type FiguredMethod = Pick<
  PaymentMethod,
  'pgCode' | 'gateway' | 'kind' | 'sandbox' | 'offline' | 'fee' | 'feeRule' | 'exchange'
> & { readonly accounts?: readonly FiguredAccount[] };

/** What an account behind a route says of the attempts that it is led to. */
type FiguredAccount = Pick<PaymentMethod, 'pgCode' | 'kind' | 'sandbox'>;

/** The parts of a transaction from which money can follow; of one that was removed less is left. */
export interface Figured
  extends
    MoneyFacts,
    Pick<
      Transaction,
      | 'amount'
      | 'amountEditable'
      | 'paidAmount'
      | 'kind'
      | 'paymentType'
      | 'pgCodes'
      | 'customer'
      | 'agreement'
      | 'invoiceNumber'
    > {
  readonly attempts: readonly FiguredAttempt[];
  readonly methods: readonly FiguredMethod[];
}

/** Where state and amounts of a transaction do not follow from its attempts; of one that was removed, too. */
export function settlementDifferences(transaction: MoneyFacts): readonly Difference[] {
  const { merchantId, sessionId, settledAmount, settledPgCode } = transaction;
  const settled = settledAttempt(transaction);
  const reference = settled?.referenceNumber ?? sessionId;
  return figureDifferences({ merchantId, sessionId, reference }, [
    ...unless(!settledAmount || settled !== undefined, [
      'settledPgCode',
      settledPgCode,
      'an account of which an attempt has paid',
    ]),
    ...(settled ? [['settledAmount', settledAmount, askedOf(settled)] as const] : []),
    ...stateExpectations(transaction, settled),
  ]);
}

/** Cash that was acknowledged can be taken back; nothing else leaves a state in which money has come. */
function stateExpectations(
  { state, settledAmount }: MoneyFacts,
  settled: BookedAttempt | undefined,
): readonly Expectation[] {
  if (!settledAmount || !settled)
    return unless(!isSuccess(state) || settledAmount !== undefined, [
      'state',
      state,
      'one without money, because nothing has settled it',
    ]);
  const fit = settled.state === 'cod' ? ['cod', 'canceled'] : ['paid', 'authorized'];
  return unless(fit.includes(state), [
    'state',
    state,
    `${fit.join(' or ')}, because ${settled.referenceNumber} has settled it`,
  ]);
}

/** Where the figures of a transaction do not follow from each other. Empty when they do. */
export function transactionDifferences(transaction: Figured): readonly Difference[] {
  const { merchantId, sessionId, amount, paymentType, attempts } = transaction;
  const settled = settledAttempt(transaction);
  const asked = settled ? transaction.settledAmount : pendingAsked(attempts);
  const reference = settled?.referenceNumber ?? sessionId;
  return [
    ...figureDifferences({ merchantId, sessionId, reference }, [
      ['paidAmount', transaction.paidAmount, paidAmountOf(transaction, settled)],
      ...unless(asked === undefined || isAmountOf(transaction, asked), [
        'amount',
        amount,
        'what was asked for',
      ]),
      ...unless(isZero(amount) === (paymentType === 'save_card'), [
        'paymentType',
        paymentType,
        'save_card for nothing, and only then',
      ]),
      ...unless(paymentType !== 'auto_debit' || transaction.agreement !== undefined, [
        'paymentType',
        paymentType,
        'auto_debit only with an agreement',
      ]),
      ...transaction.methods.flatMap((method) => methodExpectations(transaction, method)),
    ]),
    ...attempts.flatMap((attempt) =>
      figureDifferences(
        { merchantId, sessionId, reference: attempt.referenceNumber },
        attemptExpectations(transaction, attempt),
      ),
    ),
    ...restDifferences(transaction),
  ];
}

/** What a gateway has let go with the one capture that it makes of a hold is no hold any more: the payment knows of it as a void. */
function restDifferences(transaction: Figured): readonly Difference[] {
  const { merchantId, sessionId, operations = [] } = transaction;
  return operations.filter(takes).flatMap((capture) => {
    const rest = restFreed(transaction, capture);
    return figureDifferences({ merchantId, sessionId, reference: capture.referenceNumber }, [
      ['what is still held, though its gateway has let it go', rest, undefined],
    ]);
  });
}

/** Nothing can change the amount under an attempt that is at a gateway. */
function pendingAsked(attempts: readonly FiguredAttempt[]): Money | undefined {
  const pending = attempts.findLast(({ state }) => state === 'pending');
  return pending && askedOf(pending);
}

function paidAmountOf(
  transaction: Figured,
  settled: FiguredAttempt | undefined,
): Money | undefined {
  if (!settled) return undefined;
  if (transaction.state === 'paid')
    return inOriginalCurrency(settled.total, settled.fee, settled.exchange);
  const captured = sumOf(transaction, 'capture', 'done');
  return transaction.state === 'authorized' && !isZero(captured) ? captured : undefined;
}

function methodExpectations(
  { amount, kind, pgCodes, methods }: Figured,
  { pgCode, fee, feeRule, exchange, ...method }: FiguredMethod,
): readonly Expectation[] {
  const asked = exchange?.to ?? amount;
  const must = feeRule ? feeOf(feeRule, { asked, isDefaultCurrency: false }) : zero(asked.currency);
  return [
    ...unless(pgCodes.includes(pgCode), ['pgCodes', pgCodes.join(), `a list with ${pgCode}`]),
    [`kind of ${pgCode}`, method.kind, kind],
    [`sandbox of ${pgCode}`, method.sandbox, methods[0]?.sandbox],
    [`fee of ${pgCode}`, fee, must],
    ...(exchange ? exchangeExpectations(pgCode, exchange) : []),
    ...(exchange ? [[`exchange.from of ${pgCode}`, exchange.from, amount] as const] : []),
  ];
}

function exchangeExpectations(name: string, { from, rate, to }: Exchange): readonly Expectation[] {
  return [[`exchange.to of ${name}`, to, exchanged(from, rate, to.currency)]];
}

function attemptExpectations(
  { sessionId, methods }: Figured,
  attempt: FiguredAttempt,
): readonly Expectation[] {
  const { referenceNumber, idempotencyKey, state, pgCode, exchange, total, fee } = attempt;
  const method =
    methods.find((one) => one.pgCode === pgCode) ??
    methods.flatMap(({ accounts = [] }) => accounts).find((one) => one.pgCode === pgCode);
  const isKey =
    idempotencyKey === `${sessionId}:${referenceNumber}:open` ||
    (state === 'cod' && idempotencyKey.startsWith(`${sessionId}:`));
  return [
    ...unless(isKey, ['idempotencyKey', idempotencyKey, 'of session and attempt']),
    ...(exchange ? exchangeExpectations(referenceNumber, exchange) : []),
    ...(exchange ? [['exchange.to', exchange.to, subtract(total, fee)] as const] : []),
    // An account keeps its environment and its kind for as long as a payment may be made with it.
    ...(method && isConcluded(attempt)
      ? [
          ['sandbox', attempt.sandbox, method.sandbox] as const,
          ['kind', attempt.kind, method.kind] as const,
        ]
      : []),
    ...unless(!exchange || isSameMoney(subtract(total, fee), exchange.to), [
      'total',
      total,
      'amount and fee',
    ]),
  ];
}
