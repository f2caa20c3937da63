import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PgCode, ReferenceNumber } from '../domain/ids.ts';
import type { RefusalNote } from '../domain/refusal.ts';
import type { Edit } from '../domain/transaction/edit.ts';
import type { Report } from '../domain/transaction/network.ts';
import type { Language, Transaction, TransactionRef } from '../domain/transaction/transaction.ts';

/**
 * How a run of `transaction` begins: with the newly created document, or, for a command to a closed transaction, with
 * its name; then the document is loaded first (decisions.md 8).
 */
export type Birth =
  | { readonly opened: Transaction; readonly resume?: never }
  | { readonly resume: TransactionRef; readonly opened?: never };

/** An update's answer: refusals travel as values, because an error thrown in a handler would be retried for ever. */
export type Answer<T> =
  | { readonly ok: T; readonly refused?: never }
  | { readonly refused: RefusalNote; readonly ok?: never };

/** The payer chose a method and pressed Pay. */
export interface Submission {
  readonly pgCode: PgCode;
  /** Becomes the attempt's id when a new attempt is made. */
  readonly referenceNumber: ReferenceNumber;
  /** Where the API can be reached from outside; return and callback URLs are built from it. */
  readonly publicUrl: string;
  /** The language in which the payer reads, which may not be the transaction's. */
  readonly language: Language;
}

/** Where the payer goes: the network's page, or our own pages when the attempt ended at once (cash, no page). */
export type Submitted =
  | { readonly to: 'gateway'; readonly pageUrl: string; readonly referenceNumber: ReferenceNumber }
  | { readonly to: 'result'; readonly referenceNumber: ReferenceNumber };

export type Edited = { readonly edited: Transaction } | { readonly stale: true };

export const submitUpdate = defineUpdate<Answer<Submitted>, [Submission]>('submit');
export const editUpdate = defineUpdate<Answer<Edited>, [Edit]>('edit');
export const cancelUpdate = defineUpdate<
  Answer<Transaction>,
  [{ readonly referenceNumber: ReferenceNumber }]
>('cancel');

/** A payer has looked at the page for the first time. */
export const viewedSignal = defineSignal('viewed');
/** A network's verified word on an attempt (callback). May come twice, late, or out of order. */
export const reportedSignal = defineSignal<[Report]>('reported');
/** The payer's browser came back from the network: never evidence, only a reason to inquire. */
export const returnedSignal = defineSignal<[ReferenceNumber]>('returned');

export const transactionQuery = defineQuery<Transaction | undefined>('transaction');
