import {
  ApplicationFailure,
  condition,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Kept } from '../../activities/transactions.ts';
import { entriesBetween } from '../../domain/ledger/post.ts';
import type { Change } from '../../domain/webhook/notice.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Birth } from '../messages.ts';
import { keepTransaction, loadTransaction } from '../proxies.ts';
import { inTurns } from './turns.ts';
import { attributesOf, detailsOf, isShownWrongly, looksDifferent } from '../visibility.ts';

/**
 * Holds the one current transaction of a run. A change counts from the moment `keep` is called, before anything is
 * awaited, so that the next command is checked against it; then it is saved.
 */
export interface Holder {
  /** The loaded transaction, for queries before it is there. */
  readonly peek: () => Transaction | undefined;
  /** The transaction as it is now. Only after `load`. */
  readonly current: () => Transaction;
  /** Waits until the document is there: what every handler does first. */
  readonly loaded: () => Promise<void>;
  readonly load: () => Promise<void>;
  /** Makes the change current and saves it with its notices; gives the ids of their events. */
  readonly keep: (change: Change) => Promise<Kept>;
}

export function holderOf(birth: Birth): Holder {
  let held: Transaction | undefined = birth.opened;
  const save = inTurns(keepTransaction);

  function current(): Transaction {
    if (!held) throw ApplicationFailure.nonRetryable('A handler did not wait for the document.');
    return held;
  }

  return {
    peek: () => held,
    current,
    loaded: () => condition(() => held !== undefined),
    load: async () => {
      if (birth.resume) {
        held = await loadTransaction(birth.resume);
        // Who started this run may have read the document a moment before another run changed it.
        if (isShownWrongly(workflowInfo().typedSearchAttributes, held))
          upsertSearchAttributes(attributesOf(held));
      }
      setCurrentDetails(detailsOf(current()));
    },
    keep: async ({ transaction, ...told }) => {
      const before = current();
      const changed = { ...transaction, version: before.version + 1 };
      held = changed;
      setCurrentDetails(detailsOf(changed));
      if (looksDifferent(before, changed)) upsertSearchAttributes(attributesOf(changed));
      const entries = entriesBetween(before, changed, Date.now());
      return save({ transaction: changed, ...told, ...(entries.length > 0 && { entries }) });
    },
  };
}
