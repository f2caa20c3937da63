import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import type { ActivityEngine } from '../../engine/activity-engine.ts';
import { hearOperationWord } from '../../engine/operation-word.ts';
import type { InboxEntry } from '../../store/callback-inbox.ts';
import type { Store } from '../../store/index.ts';
import { foreignNames, type OperationStore } from '../../store/operations.ts';
import {
  hearOfRemoved,
  takeInRemovedDispute,
  takeInRemoved,
  type LateMoneyStores,
} from '../removals.ts';
import type { RemovedAlert } from './look.ts';

export interface CallbackStores extends LateMoneyStores {
  readonly transactions: Pick<Store['transactions'], 'find' | 'findByReference'>;
  readonly operations: Pick<OperationStore, 'meantBy' | 'insert' | 'find'>;
  readonly inbox: Pick<Store['inbox'], 'wordsOn' | 'markSignaled'>;
}

/**
 * Has a verified callback heard that no workflow has heard (contract/engine#callbacks); true where somebody did. One
 * that names nothing of its account is passed over for good: an attempt is always saved before its gateway hears of it.
 * An alert: it tells of money that came for a removed transaction, or of a dispute of it, which nobody knew before.
 */
export async function hearCallback(
  stores: CallbackStores,
  engine: Pick<ActivityEngine, 'report' | 'dispute' | 'reportOperation' | 'takeIn'>,
  entry: InboxEntry,
): Promise<boolean | RemovedAlert> {
  const { transactions, operations, inbox } = stores;
  const transaction = await transactions.findByReference(entry.referenceNumber);
  if (!transaction) return hearOfBuried(stores, entry);
  if (!isAttemptOf(transaction, entry)) return false;
  const { operation: report, receivedAt } = entry;
  if (report) {
    const operation = await operations.meantBy(entry, report);
    const word = { account: entry, report, receivedAt, operation, transaction };
    // It was removed a moment ago.
    if (await hearOperationWord(stores, engine, word)) return hearOfBuried(stores, entry);
  } else if (entry.dispute) await engine.dispute(transaction, entry.dispute);
  else await engine.report(transaction, entry.report);
  await inbox.markSignaled(entry);
  return true;
}

/** A callback on what was removed has no workflow to hear it; money that it tells of must not be lost. */
async function hearOfBuried(
  { tombstones, ledger, operations, inbox }: CallbackStores,
  entry: InboxEntry,
): Promise<boolean | RemovedAlert> {
  const { referenceNumber, merchantId, pgCode } = entry;
  const tombstone = await tombstones.findByReference(referenceNumber);
  const attempt = tombstone?.attempts.find((one) => one.referenceNumber === referenceNumber);
  const isTheirs = tombstone?.merchantId === merchantId && attempt?.pgCode === pgCode;
  if (!tombstone || !isTheirs) return false;
  const ref = { merchantId, sessionId: tombstone.sessionId };
  const stores = { tombstones, ledger };
  let alert: RemovedAlert | undefined;
  if (entry.operation) {
    const names = foreignNames(entry, entry.operation);
    const word = { report: entry.operation, names };
    await takeInRemoved({ ...stores, operations }, tombstone, word);
  } else if (entry.dispute) {
    const isAlert = await takeInRemovedDispute(stores)({ ...ref, report: entry.dispute });
    if (isAlert) alert = 'dispute';
  } else if (await hearOfRemoved(stores)({ ...ref, report: entry.report })) alert = 'late-money';
  await inbox.markSignaled(entry);
  return alert ?? true;
}
