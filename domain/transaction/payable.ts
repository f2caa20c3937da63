import { Refusal } from '../refusal.ts';
import { isUnpaid } from './states.ts';
import type { Transaction } from './transaction.ts';

/** Throws `expired` or `invalid_state` when a payer can do nothing more with the transaction. */
export function refuseUnlessPayable({ state, expiresAt }: Transaction, now: number): void {
  if (state === 'expired' || (isUnpaid(state) && now >= expiresAt))
    throw new Refusal('expired', 'The transaction has expired; ask the merchant for a new one.');
  if (!isUnpaid(state))
    throw new Refusal('invalid_state', `The transaction is ${state} and can no longer be paid.`);
}

/** Unpaid and in time; `now` is epoch milliseconds. */
export function isPayableAt(
  { state, expiresAt }: Pick<Transaction, 'state' | 'expiresAt'>,
  now: number,
): boolean {
  return isUnpaid(state) && now < expiresAt;
}
