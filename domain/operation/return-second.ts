import { isClaimed } from '../dispute/amounts.ts';
import type { ReferenceNumber, SessionId } from '../ids.ts';
import { shownMoney } from '../money.ts';
import { alerted } from '../transaction/alert.ts';
import { paymentName } from '../transaction/gateway-reference.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import { entryOf, type Operation } from './operation.ts';

/**
 * The attempt that has taken money a second time and gives it back by itself, because the merchant wants that
 * (contract/attempts#second-attempt): until something was done with its money, by whomever, or the payer's
 * bank claims it.
 */
export function secondToReturn(transaction: Transaction): Attempt | undefined {
  const { returnsSecond, alerts, attempts, operations = [] } = transaction;
  if (!returnsSecond) return undefined;
  return attempts.find(
    ({ referenceNumber }) =>
      alerts.some(
        (alert) => alert.kind === 'second-success' && alert.referenceNumber === referenceNumber,
      ) &&
      !operations.some(({ paymentReference }) => paymentReference === referenceNumber) &&
      !isClaimed(transaction, referenceNumber),
  );
}

/**
 * The promise that all of an attempt's money goes back, the fee too, for the payer owes none of it: what was charged is refunded,
 * what is only held is given free. In the currency of the charge, as whatever is done at the gateway itself.
 */
export function promiseReturn(
  transaction: Transaction,
  attempt: Attempt,
  names: {
    readonly sessionId: SessionId;
    readonly referenceNumber: ReferenceNumber;
    readonly now: number;
  },
): { readonly transaction: Transaction; readonly operation: Operation } {
  const { now, sessionId, referenceNumber } = names;
  const { merchantId, sessionId: parentId, orderNo } = transaction;
  const kind = attempt.kind === 'authorize' ? 'void' : 'refund';
  const gatewayPayment = paymentName(attempt);
  const operation: Operation = {
    sessionId,
    referenceNumber,
    merchantId,
    parentId,
    version: 1,
    kind,
    amount: attempt.total,
    destination: 'pg',
    state: 'promised',
    source: 'input',
    pgCode: attempt.pgCode,
    gateway: attempt.gateway,
    sandbox: attempt.sandbox,
    paymentReference: attempt.referenceNumber,
    idempotencyKey: `${parentId}:${sessionId}:${kind}`,
    channel: 'staff',
    createdAt: now,
    ...(orderNo !== undefined && { parentOrderNo: orderNo }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
  };
  const entry = { ...entryOf(operation), whole: operation };
  const operations = [...(transaction.operations ?? []), entry];
  return { transaction: { ...transaction, operations }, operation };
}

/**
 * The payment with an alert that a second charge, or hold, did not go back by itself: it is owed to its payer, and nothing asks for it
 * again. Once for each reason. Nobody else asks for the money of an attempt that has not settled its payment.
 */
export function alertUnreturned(
  transaction: Transaction,
  { kind, amount, state, source, paymentReference, message }: Operation,
  at: number,
): Transaction {
  const alerts = transaction.alerts.filter(
    (alert) => alert.kind === 'second-success' && alert.referenceNumber === paymentReference,
  );
  const isOver = state === 'failed' || state === 'rejected';
  if (source !== 'input' || !isOver || alerts.length === 0) return transaction;
  const why = message === undefined ? '' : `: ${message}`;
  const detail = `The gateway did not do the ${kind} of ${shownMoney(amount)} that was to give it back by itself${why}. Give it back there.`;
  return alerts.some((alert) => alert.detail === detail)
    ? transaction
    : alerted(transaction, {
        kind: 'second-success',
        referenceNumber: paymentReference,
        at,
        detail,
      });
}
