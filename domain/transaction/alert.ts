import { isClaimed } from '../dispute/amounts.ts';
import { add, compare, isPositive, subtract, sum, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { OperationKind } from '../operation/operation.ts';
import { isConcluded } from './settled.ts';
import { isSuccess } from './states.ts';
import { pendingAttempt, type Alert, type Attempt, type Transaction } from './transaction.ts';

/** The transaction with something that a person has to look at. */
export function alerted(transaction: Transaction, alert: Alert): Transaction {
  return { ...transaction, alerts: [...transaction.alerts, alert] };
}

/**
 * What tells an alert from all others of its payment: one more of its kind and reference is another occasion. Those of one
 * instant are told apart by their order, because alerts are only added.
 */
export function alertName({ alerts }: Pick<Transaction, 'alerts'>, alert: Alert): string {
  const { kind, referenceNumber, at, detail } = alert;
  const nth = alerts
    .filter((one) => one.kind === kind && one.referenceNumber === referenceNumber && one.at === at)
    .findIndex((one) => one.detail === detail);
  return [referenceNumber, at, ...(nth > 0 ? [nth + 1] : [])].join(':');
}

/**
 * There may be money of the payer's that does not pay this, and has not gone back: the network has reported other money for an attempt
 * than was asked, and no right answer has come since, or an attempt has succeeded and was for earlier terms, or without the part that
 * a wallet was to pay. Whoever pays meanwhile pays twice.
 */
export function hasUnclearMoney(transaction: Transaction): boolean {
  if (hasOtherMoney(transaction)) return true;
  return transaction.attempts.some(
    (attempt) =>
      !isConcluded(attempt) &&
      mismatchesOf(transaction, attempt).length > 0 &&
      !isMismatchBack(transaction, attempt),
  );
}

/** What was said of an attempt to which its network has reported other money than was asked for. */
export function mismatchesOf<One extends Pick<Alert, 'kind' | 'referenceNumber'>>(
  { alerts }: { readonly alerts: readonly One[] },
  attempt: Pick<Attempt, 'referenceNumber'>,
): readonly One[] {
  return alerts.filter(
    ({ kind, referenceNumber }) =>
      kind === 'amount-mismatch' && referenceNumber === attempt.referenceNumber,
  );
}

/**
 * The pending attempt that stands in the way of another one, and of other terms. Not one whose network has reported other money, all of
 * which has gone back: of that nothing more is to come, although it can never say that it was what we asked for.
 */
export function attemptUnderWay(transaction: Transaction): Attempt | undefined {
  const pending = pendingAttempt(transaction);
  return pending && isMismatchBack(transaction, pending) ? undefined : pending;
}

/** Other money was reported for it, and all of that has gone back. Where nobody knows how much it was, nobody knows that. */
function isMismatchBack(transaction: Transaction, attempt: Attempt): boolean {
  const said = mismatchesOf(transaction, attempt);
  return (
    said.length > 0 &&
    said.every(
      ({ charged }) =>
        charged &&
        isPositive(charged) &&
        isChargeBack(transaction, { referenceNumber: attempt.referenceNumber, charged }),
    )
  );
}

/** Refunds and voids come to all of it, or the payer's bank sees to it. A void lets go of no more than captures have left. */
function isChargeBack(
  transaction: Transaction,
  { referenceNumber, charged }: Pick<Attempt, 'referenceNumber'> & { readonly charged: Money },
): boolean {
  if (isClaimed(transaction, referenceNumber)) return true;
  const sumOf = sumsMoved(transaction, { referenceNumber, total: charged });
  const [voided, held] = [sumOf('void'), subtract(charged, sumOf('capture'))];
  const letGo = compare(voided, held) > 0 ? held : voided;
  return compare(add(sumOf('refund'), letGo), charged) >= 0;
}

/** Throws `locked`: somebody may have been charged already, so that a further payment, cash too, could be one too many. */
export function refuseWhileUnclear(transaction: Transaction): void {
  if (hasUnclearMoney(transaction))
    throw new Refusal(
      'locked',
      'The gateway has money of an earlier attempt that does not pay this as it is now; wait until that is cleared up, or ask the merchant.',
    );
}

/** Money of an attempt that has succeeded, and pays nothing: the merchant has to give it back. */
export function hasOtherMoney(transaction: Transaction): boolean {
  return (
    !isSuccess(transaction.state) &&
    transaction.attempts.some(
      (attempt) => attempt.state === 'success' && !isBack(transaction, attempt),
    )
  );
}

/** All of it has gone back, or the payer's bank sees to it. */
function isBack(transaction: Transaction, attempt: Attempt): boolean {
  if (isClaimed(transaction, attempt.referenceNumber)) return true;
  const sumOf = sumsMoved(transaction, attempt);
  const captured = sumOf('capture');
  if (isPositive(captured)) return compare(sumOf('refund'), captured) >= 0;
  // A void of what was not captured takes all, and is counted without the fee.
  return isPositive(sumOf('void')) || compare(sumOf('refund'), attempt.total) >= 0;
}

/** How much operations of each kind have moved of what came with this reference, in the currency of `total`. */
function sumsMoved(
  { operations = [] }: Transaction,
  { referenceNumber, total: { currency } }: Pick<Attempt, 'referenceNumber' | 'total'>,
): (kind: OperationKind) => Money {
  const moved = operations.filter(
    ({ paymentReference, state, reversedAt, amount }) =>
      paymentReference === referenceNumber &&
      state === 'done' &&
      reversedAt === undefined &&
      amount.currency === currency,
  );
  return (kind) =>
    sum(
      moved.filter((one) => one.kind === kind).map(({ amount }) => amount),
      currency,
    );
}
