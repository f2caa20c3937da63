import type { PgCode, ReferenceNumber } from '../ids.ts';
import type { Operation } from '../operation/operation.ts';
import type { AttemptState, Transaction } from './transaction.ts';

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
 * domain/transaction/consequences.ts.
 */
export interface Change {
  readonly transaction: Transaction;
  readonly notice?: Notice;
  /** The same where the payment itself has no address, or one that has no word for it: only the merchant's registered endpoints hear of it. */
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
