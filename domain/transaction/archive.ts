import { fieldSentence } from '../field-sentence.ts';
import { Refusal } from '../refusal.ts';
import { isSuccess } from './states.ts';
import type { Transaction } from './transaction.ts';

/** Whether it was archived: for merchants and payers it is as if it were not there. */
export function isDeleted({ deletedAt }: Transaction): boolean {
  return deletedAt !== undefined;
}

/** Throws `invalid_state` for what is archived: nothing is done to it before it is restored. */
export function refuseArchived(transaction: Transaction): void {
  if (isDeleted(transaction)) throw new Refusal('invalid_state', fieldSentence('archived'));
}

/**
 * Archives a transaction (contract/transactions#deleting): the state stays as it is. Money has moved, so it is kept
 * and can be restored. Throws `invalid_state` for what was never paid, and `not_found` for what is archived already.
 */
export function archive(transaction: Transaction, now: number): Transaction {
  if (isDeleted(transaction)) throw new Refusal('not_found', 'The transaction is deleted already.');
  if (!isSuccess(transaction.state))
    throw new Refusal(
      'invalid_state',
      `The transaction is ${transaction.state}; only paid, authorized and cod ones can be archived. Cancel it if nobody shall pay it any more.`,
    );
  return { ...transaction, deletedAt: now };
}

/** Brings back what was archived, as it was. Throws `invalid_state` when it was not. */
export function restore({ deletedAt, ...transaction }: Transaction): Transaction {
  if (deletedAt === undefined)
    throw new Refusal(
      'invalid_state',
      'The transaction is not deleted; there is nothing to restore.',
    );
  return transaction;
}
