import type { PgCode, ReferenceNumber } from '../ids.ts';
import type { Operation } from '../operation/operation.ts';
import { attemptOf, type AttemptState, type Transaction } from '../transaction/transaction.ts';

/** One event for the merchant: what happened to which attempt, in the order of `sequence`. */
export interface Notice {
  readonly sequence: number;
  readonly at: number;
  readonly referenceNumber: ReferenceNumber;
  readonly pgCode: PgCode;
  readonly result: AttemptState;
  /** Where it goes, when that is not the transaction's own webhook URL. */
  readonly url?: string;
  /** The transaction had succeeded before: one of the two has to be refunded. */
  readonly secondSuccess?: true;
  /** It tells of this dispute, by the network's name for it. */
  readonly disputeId?: string;
}

/** One event about an operation, in the same order as those about payments (contract/webhooks#operations). */
export type OperationNotice = Pick<Notice, 'sequence' | 'at'>;

/** An operation that has changed, and the notice of that where the merchant is told. */
export interface OperationChange {
  readonly operation: Operation;
  readonly operationNotice?: OperationNotice;
}

/**
 * A change of a transaction, as the rule makes it that decides it: with the notice where the merchant is told of it, and with
 * the operation that has changed with it and the notice of that. What follows from it is said in
 * transaction/consequences.ts.
 */
export interface Change {
  readonly transaction: Transaction;
  readonly notice?: Notice;
  /** The same where the payment itself has no address: only the merchant's registered endpoints hear of it. */
  readonly endpointNotice?: Notice;
  readonly operation?: Operation;
  readonly operationNotice?: OperationNotice;
  /** Another operation: the rest of a hold that the gateway has let go with the capture. */
  readonly freed?: OperationChange;
  /**
   * It is what a command promises that may begin until this moment (epoch milliseconds): not written any more once whoever
   * sent the command was told that nothing stands (contract/requests#unavailable).
   */
  readonly beginBy?: number;
}

/**
 * Adds the notice that the change deserves. A disclosure of the old endpoints has no word for what is not decided, so
 * then there is none (contract/old-endpoints#disclosure). Without a webhook URL only registered endpoints are told, and
 * the payer's way is decided at once (contract/webhooks#where-the-payer-goes).
 */
export function announce(transaction: Transaction, event: Omit<Notice, 'sequence'>): Change {
  if (transaction.legacy && event.result === 'pending') return { transaction };
  const sequence = transaction.sequence + 1;
  const { referenceNumber } = event;
  const isUntold = attemptOf(transaction, referenceNumber)?.charges?.untold === true;
  const told = transaction.webhookUrl !== undefined && !isUntold;
  const changed: Transaction = {
    ...transaction,
    sequence,
    notice: { sequence, referenceNumber, status: told ? 'pending' : 'none' },
  };
  const notice = { ...event, sequence };
  if (told) return { transaction: changed, notice };
  return isUntold ? { transaction: changed } : { transaction: changed, endpointNotice: notice };
}

/**
 * Tells the merchant at once that a further attempt has taken money (contract/attempts#second-attempt). The notice of
 * the first success goes on deciding the payer's way. The old endpoints have no word for it.
 */
export function announceSecondSuccess(
  transaction: Transaction,
  event: Omit<Notice, 'sequence'>,
): Change {
  return announceAside(transaction, { ...event, secondSuccess: true });
}

/** Tells the merchant of a dispute, or how it stands now. It says nothing of where the payer goes. */
export function announceDispute(
  transaction: Transaction,
  event: Omit<Notice, 'sequence'> & { readonly disputeId: string },
): Change {
  return announceAside(transaction, event);
}

/** An event beside the one that decides the payer's way. */
function announceAside(transaction: Transaction, event: Omit<Notice, 'sequence'>): Change {
  const isUntold = attemptOf(transaction, event.referenceNumber)?.charges?.untold === true;
  if (transaction.legacy || isUntold) return { transaction };
  const sequence = transaction.sequence + 1;
  const notice = { ...event, sequence };
  const numbered = { ...transaction, sequence };
  return transaction.webhookUrl === undefined
    ? { transaction: numbered, endpointNotice: notice }
    : { transaction: numbered, notice };
}

/** Numbers an event about an operation. Whether anybody is told of it is a setting of the merchant. */
export function announceOperation(
  transaction: Transaction,
  at: number,
): Required<Pick<Change, 'transaction' | 'operationNotice'>> {
  const sequence = transaction.sequence + 1;
  return { transaction: { ...transaction, sequence }, operationNotice: { sequence, at } };
}
