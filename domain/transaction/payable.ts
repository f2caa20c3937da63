import { Refusal } from '../refusal.ts';
import { isUnpaid } from './states.ts';
import { pendingAttempt, type Transaction } from './transaction.ts';

/**
 * Throws `expired` or `invalid_state` when a payer can do nothing more with the transaction, but `locked` as long as they may have paid:
 * who is told that it has expired asks for another one, and pays twice.
 */
export function refuseUnlessPayable(transaction: Transaction, now: number): void {
  if (isPayableAt(transaction, now)) return;
  refuseWhileProcessing(transaction);
  const { state, expiresAt } = transaction;
  if (state === 'expired' || (isUnpaid(state) && now >= expiresAt))
    throw new Refusal('expired', 'The transaction has expired; ask the merchant for a new one.');
  if (!isUnpaid(state))
    throw new Refusal('invalid_state', `The transaction is ${state} and can no longer be paid.`);
}

/** The payer has paid there for all that is known: another method could charge them twice. Throws `locked`. */
export function refuseWhileProcessing(transaction: Transaction): void {
  if (pendingAttempt(transaction)?.processing)
    throw new Refusal(
      'locked',
      'The gateway has not decided the payment yet; wait until it has, before another is begun.',
    );
}

/** Unpaid and in time; `now` is epoch milliseconds. */
export function isPayableAt(
  { state, expiresAt }: Pick<Transaction, 'state' | 'expiresAt'>,
  now: number,
): boolean {
  return isUnpaid(state) && now < expiresAt;
}
