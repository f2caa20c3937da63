import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  Kept,
  KeepVersion,
  LoadedTransaction,
  UncalledEvent,
} from '../../activities/transactions.ts';
import { alertPaidTwice } from '../../domain/agreement/paid-twice.ts';
import { tooLate } from '../../domain/begin-by.ts';
import type { EventId, ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { consequences } from '../../domain/transaction/consequences.ts';
import type { Tombstone } from '../../domain/transaction/tombstone.ts';
import type { Change } from '../../domain/transaction/change.ts';
import type { Transaction, TransactionRef } from '../../domain/transaction/transaction.ts';
import type { TransactionStart } from '../messages.ts';
import { again, isOvertakenError, isTooLateError, overtakenError } from '../overtaken.ts';
import { mutex } from '../mutex.ts';
import { buryTransaction, keepTransaction, loadTransaction, uncalledEvents } from '../proxies.ts';
import { hearOfLate } from './removed.ts';
import { attributesOf, detailsOf, isShownWrongly, looksDifferent } from '../visibility.ts';

/**
 * Holds the one current transaction of a run. A change counts from the moment `keep` is called, before anything is
 * awaited, so that the next command is checked against it; then it is saved.
 */
export interface RunState {
  /** The loaded transaction, for queries before it is there. */
  readonly peek: () => Transaction | undefined;
  /** The transaction as it is now. Only after `load`. */
  readonly current: () => Transaction;
  /** Waits until the document is there: what every handler does first. Throws `not_found` when it never will be. */
  readonly loaded: () => Promise<void>;
  readonly load: () => Promise<void>;
  /** The document was removed for good, or is being removed, and nothing may bring it back. */
  readonly isGone: () => boolean;
  /** Waits for what remains of one that is being removed: before that nothing can be written down there. */
  readonly removed: () => Promise<void>;
  /** Removes the document; from the call on it is gone. */
  readonly remove: (tombstone: Tombstone) => Promise<void>;
  /**
   * Makes the change current and saves it with all that follows from it; gives the ids of its events. Throws `too_late` for one that was
   * not saved until its moment: then nothing has changed. With `callsAtOnce` the merchant is called by who saves it:
   * whatever the run does next waits for that, for a moment at most.
   */
  readonly keep: (change: Change, how?: Pick<KeepVersion, 'callsAtOnce'>) => Promise<Kept>;
  /**
   * Waits for the saves under way. True when one of them came to nothing: what was held until now stands nowhere, and what was
   * refused because of it was refused for nothing.
   */
  readonly wasOvertaken: () => Promise<boolean>;
  /** The attempts whose page is being closed because the payer wants another one. */
  readonly closing: Set<ReferenceNumber>;
  /** The wallets' parts that are being worked at. */
  readonly partsInHand: Set<PartInHand>;
}

/** It is given free or back (`ending`), or taken for a success of its gateway that does not count yet (`spending`): never both. */
export interface PartInHand {
  readonly referenceNumber: ReferenceNumber;
  readonly how: 'ending' | 'spending';
}

/**
 * @param callFor sends webhooks whose events a lost workflow task of this run has stored and not sent: without this only the reviver
 * would, later
 * @param send does what nobody waits for
 */
export function runStateOf(
  start: TransactionStart,
  callFor: (events: readonly UncalledEvent[]) => void,
  send: (work: () => Promise<void>) => void,
): RunState {
  let held: Transaction | undefined = start.opened;
  let gone = false;
  let burying = false;
  /** Raised each time that a save was overtaken: what was made before, and waits to be saved, was made from what is not there. */
  let generation = 0;
  let saving = 0;
  /** The events of this run's own saves, whose savers call for them. */
  const own = new Set<EventId>();
  const inTurn = mutex();

  async function save(version: KeepVersion, madeIn: number): Promise<Kept> {
    if (madeIn !== generation) throw overtakenError();
    try {
      const kept = await keepTransaction(version);
      for (const eventId of eventIdsOf(kept)) own.add(eventId);
      return kept;
    } catch (error) {
      const isLate = isTooLateError(error);
      if (!isOvertakenError(error) && !isLate) throw error;
      // From here on everybody goes on from what is there; who has kept something until then, also while it was read, has
      // made it from something else, which would bring back what was never saved.
      const loaded = await loadTransaction(version.transaction);
      held = documentOf(loaded);
      generation += 1;
      setCurrentDetails(detailsOf(held));
      callForLeftTwice(loaded);
      if (!isLate) {
        await callForUncalled(version.transaction);
        throw error;
      }
      if (looksDifferent(version.transaction, held)) upsertSearchAttributes(attributesOf(held));
      throw tooLate();
    }
  }

  async function callForUncalled(ref: TransactionRef): Promise<void> {
    const events = await uncalledEvents(ref);
    callFor(events.filter(({ eventId }) => !own.has(eventId)));
  }

  function current(): Transaction {
    if (!held) throw ApplicationFailure.nonRetryable('A handler did not wait for the document.');
    return held;
  }

  async function removed(): Promise<void> {
    if (burying) await condition(() => !burying);
  }

  async function keep(
    { transaction, ...told }: Change,
    how?: Pick<KeepVersion, 'callsAtOnce'>,
  ): Promise<Kept> {
    if (gone) {
      await removed();
      await hearOfLate(transaction);
      return {};
    }
    const before = current();
    const changed = { ...transaction, version: before.version + 1 };
    held = changed;
    setCurrentDetails(detailsOf(changed));
    if (looksDifferent(before, changed)) upsertSearchAttributes(attributesOf(changed));
    const version = { ...told, transaction: changed };
    const follows = consequences(before, version, Date.now());
    const madeIn = generation;
    saving += 1;
    try {
      const kept = await inTurn(() => save({ ...version, ...follows, ...how }, madeIn));
      await callForPaidTwice(kept);
      return kept;
    } finally {
      saving -= 1;
    }
  }

  /** What a lost workflow task has been told, and has not kept. It waits behind the save that is under way. */
  function callForLeftTwice(loaded: LoadedTransaction): void {
    if (loaded.paidTwice) send(() => callForPaidTwice(loaded));
  }

  async function callForPaidTwice({ paidTwice }: Pick<Kept, 'paidTwice'>): Promise<void> {
    if (!paidTwice) return;
    await again(async () => {
      const transaction = gone ? undefined : alertPaidTwice(current(), paidTwice, Date.now());
      if (transaction) await keep({ transaction });
    });
  }

  return {
    peek: () => held,
    current,
    loaded: async () => {
      await condition(() => held !== undefined || gone);
      if (!gone) return;
      await removed();
      throw new Refusal('not_found', 'The transaction was removed.');
    },
    isGone: () => gone,
    removed,
    remove: async (tombstone) => {
      gone = true;
      burying = true;
      setCurrentDetails('**removed**');
      await buryTransaction(tombstone);
      burying = false;
    },
    load: async () => {
      if (start.resume) {
        const loaded = await loadOrMiss(start.resume);
        held = loaded && documentOf(loaded);
        gone = held === undefined;
        if (!loaded || !held) return;
        // Who started this run may have read the document a moment before another run changed it.
        if (isShownWrongly(workflowInfo().typedSearchAttributes, held))
          upsertSearchAttributes(attributesOf(held));
        // The first task of this run was lost after a save, or the run before was ended by force.
        callForLeftTwice(loaded);
        if (held.notice?.status === 'pending') await callForUncalled(held);
      }
      setCurrentDetails(detailsOf(current()));
    },
    keep,
    wasOvertaken: async () => {
      const madeIn = generation;
      if (saving > 0) await condition(() => saving === 0);
      return madeIn !== generation;
    },
    closing: new Set(),
    partsInHand: new Set(),
  };
}

function documentOf({ paidTwice: _told, ...transaction }: LoadedTransaction): Transaction {
  return transaction;
}

function eventIdsOf({ eventId, operationEventIds = [] }: Kept): readonly EventId[] {
  return eventId === undefined ? operationEventIds : [eventId, ...operationEventIds];
}

/** The document, unless it was removed after whoever asks for it had seen it. */
async function loadOrMiss(ref: TransactionRef): Promise<LoadedTransaction | undefined> {
  try {
    return await loadTransaction(ref);
  } catch (error) {
    const isMissing =
      error instanceof ActivityFailure &&
      error.cause instanceof ApplicationFailure &&
      error.cause.type === 'NotFound';
    if (isMissing) return undefined;
    throw error;
  }
}
