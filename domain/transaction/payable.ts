import { Refusal } from '../refusal.ts';
import { attemptUnderWay } from './alert.ts';
import { isBeingCharged } from './charging.ts';
import { isUnpaid } from './states.ts';
import type { Transaction } from './transaction.ts';

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

/**
 * Throws `locked` where the payer may have paid by the attempt that is under way, also by one that is being charged without a page
 * that they could leave: another method could charge them twice.
 */
export function refuseWhileProcessing(transaction: Transaction): void {
  const pending = attemptUnderWay(transaction);
  if (pending?.processing)
    throw new Refusal(
      'locked',
      'The gateway has not decided the payment yet; wait until it has, before another is begun.',
    );
  if (!pending || !isBeingCharged(pending)) return;
  const what = pending.deviceWallet ? 'A wallet' : 'A card';
  throw new Refusal(
    'locked',
    `${what} is being charged and the gateway has not answered yet; wait until that is cleared up.`,
  );
}

/** Unpaid and in time; `now` is epoch milliseconds. */
export function isPayableAt(
  { state, expiresAt }: Pick<Transaction, 'state' | 'expiresAt'>,
  now: number,
): boolean {
  return isUnpaid(state) && now < expiresAt;
}
