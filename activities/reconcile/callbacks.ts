import { log } from '@temporalio/activity';
import type { DisputeReport } from '../../domain/dispute/dispute.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import { bookOf } from '../../domain/ledger/buried.ts';
import { isTooEarly } from '../../domain/operation/foreign.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { isHeard } from '../../domain/transaction/conclude.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import type { ActivityEngine } from '../../engine/activity-engine.ts';
import { hearOperationWord } from '../../engine/operation-word.ts';
import type {
  AttemptEntry,
  DisputeCallback,
  InboxEntry,
  OperationCallback,
  SignaledEntry,
} from '../../store/callback-inbox.ts';
import type { Store } from '../../store/index.ts';
import { foreignNames, type OperationStore } from '../../store/operations.ts';
import { paymentNamed } from '../../store/payment-named.ts';
import {
  hearOfRemoved,
  hearOfUnplaced,
  takeInRemovedDispute,
  takeInRemoved,
  type HeardOfRemoved,
  type LateMoneyStores,
  type UnplacedPorts,
} from '../removals.ts';
import type { CallPerson } from '../removed-mails.ts';
import { removedInquiry } from '../removed-inquiry.ts';
import type { RemovedAlert } from './look.ts';

export interface CallbackStores extends LateMoneyStores {
  readonly transactions: Pick<Store['transactions'], 'find' | 'findByReference' | 'paymentsNamed'>;
  readonly operations: Pick<OperationStore, 'meantBy' | 'insert' | 'find' | 'save'>;
  readonly inbox: Pick<
    Store['inbox'],
    | 'wordsOn'
    | 'markSignaled'
    | 'signaledTo'
    | 'noteUnheard'
    | 'place'
    | 'isUnplaced'
    | 'noteUnplaced'
    | 'noteGivenUp'
  >;
  readonly gatewayAccounts: Store['gatewayAccounts'];
}

export interface CallbackPorts extends Pick<UnplacedPorts, 'callForWord' | 'countAlert'> {
  readonly engine: Pick<
    ActivityEngine,
    'report' | 'returned' | 'dispute' | 'reportOperation' | 'takeIn' | 'runsCutShort'
  >;
  readonly call: CallPerson;
}

/** A callback of which the attempt is known. */
type PlacedEntry =
  | AttemptEntry
  | (OperationCallback & {
      readonly referenceNumber: ReferenceNumber;
      readonly operation: OperationReport;
    })
  | (DisputeCallback & {
      readonly referenceNumber: ReferenceNumber;
      readonly dispute: DisputeReport;
    });

/**
 * Has a verified callback heard that no workflow has heard (contract/engine#callbacks); true where somebody did. One
 * that names nothing of its account is passed over for good: an attempt is always saved before its gateway hears of it.
 * An alert: it tells of money that came for a removed transaction, or of a dispute of it, which nobody knew before, or of a
 * dispute of a payment that nobody knows.
 */
export async function hearCallback(
  stores: CallbackStores,
  ports: CallbackPorts,
  received: InboxEntry,
): Promise<boolean | RemovedAlert> {
  const { transactions, operations, inbox } = stores;
  const { engine } = ports;
  const entry = await placed(stores, received);
  if (!entry) return hearUnplaced(inbox, ports, received);
  const transaction = await transactions.findByReference(entry.referenceNumber);
  if (!transaction) return hearOfBuried(stores, ports, entry);
  if (!isAttemptOf(transaction, entry)) return false;
  const { operation: report, receivedAt } = entry;
  if (report) {
    const operation = await operations.meantBy(entry, report);
    const word = { account: entry, report, receivedAt, operation, transaction };
    const { refused, run } = await hearOperationWord(stores, engine, word);
    if (refused === 'too-early') return false;
    // It was removed a moment ago.
    if (refused) return hearOfBuried(stores, ports, entry);
    await inbox.markSignaled(entry, run);
  } else if (entry.dispute)
    await inbox.markSignaled(entry, await engine.dispute(transaction, entry.dispute));
  else if (entry.asks)
    await inbox.markSignaled(entry, await engine.returned(transaction, entry.referenceNumber));
  else {
    const { report: word } = entry;
    // It was heard by another way: no run need begin for that.
    const run = isHeard(transaction, word) ? undefined : await engine.report(transaction, word);
    await inbox.markSignaled(entry, run);
  }
  return true;
}

/** A callback of which the run has ended otherwise than by its own work, then (epoch milliseconds). */
export interface LostCallback {
  readonly entry: SignaledEntry;
  readonly endedAt: number;
}

/** Callbacks that were signaled to runs which something else than their own work has ended in this span of epoch milliseconds, oldest end first. */
export async function lostCallbacks(
  inbox: Pick<CallbackStores['inbox'], 'signaledTo'>,
  { runsCutShort }: Pick<ActivityEngine, 'runsCutShort'>,
  after: number,
  until: number,
): Promise<readonly LostCallback[]> {
  const runs = await runsCutShort(Math.max(0, after - INDEX_LAG_MS), until);
  const ends = new Map(runs.map(({ runId, endedAt }) => [runId, endedAt]));
  const entries = await inbox.signaledTo([...ends.keys()]);
  return entries
    .map((entry) => ({ entry, endedAt: ends.get(entry.signaledRun) ?? until }))
    .toSorted((one, other) => one.endedAt - other.endedAt);
}

/** So late may Temporal's index have the end of a run. What was found before has another run, or none, and is not found again. Milliseconds. */
const INDEX_LAG_MS = 60 * 60_000;

/**
 * Has a callback heard again whose run may have ended before it heard it (contract/engine#callbacks): the next run knows only what was
 * kept. Heard twice it changes nothing. Until somebody has heard it, it counts as unheard, so that a gateway which sends it again has it
 * heard, too.
 */
export async function hearLostCallback(
  stores: CallbackStores,
  ports: CallbackPorts,
  { entry }: LostCallback,
): Promise<boolean | RemovedAlert> {
  return (await stores.inbox.noteUnheard(entry)) && hearCallback(stores, ports, entry);
}

/**
 * Calls a person for a callback that could not be heard for a day, once: true then. It stays unheard, so that a gateway which sends it
 * again has it heard.
 */
export async function giveUpCallback(
  stores: CallbackStores,
  { callForWord, countAlert }: CallbackPorts,
  entry: InboxEntry,
): Promise<boolean> {
  // What stands in the way may be the payment itself.
  const payment = await paymentMeant(stores, entry).catch(() => undefined);
  await callForWord({ what: 'callback', entry, ...(payment && { payment }) });
  if (!(await stores.inbox.noteGivenUp(entry))) return false;
  countAlert('manual-action-required');
  const { merchantId, pgCode, gatewayEventId, referenceNumber } = entry;
  log.error('a callback could not be heard for a day; look at the gateway what it is about', {
    ...defined({ merchantId, pgCode, gatewayEventId, referenceNumber }),
    ...(payment && { sessionId: payment.sessionId }),
  });
  return true;
}

async function paymentMeant(
  { transactions, tombstones }: CallbackStores,
  { merchantId, referenceNumber }: InboxEntry,
) {
  if (referenceNumber === undefined) return undefined;
  const payment =
    (await transactions.findByReference(referenceNumber)) ??
    (await tombstones.findByReference(referenceNumber));
  return payment?.merchantId === merchantId ? payment : undefined;
}

/** A dispute, or an operation, may name its payment by the gateway's own name alone, which nobody knew when it came. */
async function placed(stores: CallbackStores, entry: InboxEntry): Promise<PlacedEntry | undefined> {
  const { merchantId, pgCode, gatewayEventId } = entry;
  if (entry.report) return entry;
  const { gatewayPayment } = entry.dispute ?? entry.operation;
  const found =
    entry.referenceNumber === undefined && gatewayPayment !== undefined
      ? await paymentNamed(stores, entry, gatewayPayment)
      : entry;
  const referenceNumber = found?.referenceNumber;
  if (referenceNumber === undefined) return undefined;
  const named = { referenceNumber, signaled: entry.signaled, receivedAt: entry.receivedAt };
  const key = { merchantId, pgCode, gatewayEventId };
  if (entry.dispute)
    return { ...key, ...named, dispute: { ...entry.dispute, paymentReference: referenceNumber } };
  // One of another account of the merchant: that account is told, too.
  if (found?.pgCode !== pgCode) return undefined;
  if (entry.referenceNumber === undefined) await stores.inbox.place(key, referenceNumber);
  return { ...key, ...named, operation: { ...entry.operation, paymentReference: referenceNumber } };
}

/** A payer's bank may have taken money of ours, and nothing else would say so. */
async function hearUnplaced(
  inbox: CallbackStores['inbox'],
  { callForWord, countAlert }: CallbackPorts,
  entry: InboxEntry,
): Promise<boolean | RemovedAlert> {
  if (!entry.dispute) return false;
  const { merchantId, pgCode, referenceNumber, dispute } = entry;
  const { gatewayPayment } = dispute;
  const names = { pgCode, ...defined({ referenceNumber, gatewayPayment }) };
  const isAlert = await hearOfUnplaced(
    { inbox, callForWord, countAlert },
    { merchantId, word: dispute, names },
  );
  await inbox.markSignaled(entry);
  return isAlert ? 'dispute' : true;
}

/** A callback on what was removed has no workflow to hear it; money that it tells of must not be lost. */
async function hearOfBuried(
  { tombstones, ledger, operations, inbox, gatewayAccounts }: CallbackStores,
  ports: CallbackPorts,
  entry: PlacedEntry,
): Promise<boolean | RemovedAlert> {
  const { referenceNumber, merchantId, pgCode } = entry;
  const tombstone = await tombstones.findByReference(referenceNumber);
  if (!tombstone) return hearUnplaced(inbox, ports, entry);
  const attempt = tombstone.attempts.find((one) => one.referenceNumber === referenceNumber);
  if (tombstone.merchantId !== merchantId || attempt?.pgCode !== pgCode) return false;
  const ref = { merchantId, sessionId: tombstone.sessionId };
  const { call, countAlert } = ports;
  const stores = { tombstones, ledger, call, countAlert };
  let alert: RemovedAlert | undefined;
  if (entry.operation) {
    if (isTooEarly(bookOf(tombstone), entry.operation)) return false;
    const names = foreignNames(entry, entry.operation);
    // What was undone may have been heard of before what was done. Each is in the inbox before this look.
    for (const report of inTheirOrder(await inbox.wordsOn(entry, entry.operation))) {
      const now = await tombstones.find(ref);
      const isAlert =
        now && (await takeInRemoved({ ...stores, operations }, now, { report, names }));
      if (isAlert) alert = 'late-money';
    }
  } else if (entry.dispute) {
    const hear = takeInRemovedDispute({ ...ports, ...stores, inbox });
    if (await hear({ ...ref, report: entry.dispute })) alert = 'dispute';
  } else if (entry.asks) {
    const ask = removedInquiry({ ...stores, gatewayAccounts });
    alert = alertOf(await ask({ ...ref, referenceNumber }));
  } else alert = alertOf(await hearOfRemoved(stores)({ ...ref, report: entry.report }));
  await inbox.markSignaled(entry);
  return alert ?? true;
}

function alertOf(heard: HeardOfRemoved): RemovedAlert | undefined {
  if (heard === true) return 'late-money';
  return heard === false ? undefined : heard;
}

function inTheirOrder(words: readonly OperationReport[]): readonly OperationReport[] {
  return words.toSorted((one, other) => Number(isUndone(one)) - Number(isUndone(other)));
}

function isUndone({ result }: OperationReport): boolean {
  return result === 'reversed';
}
