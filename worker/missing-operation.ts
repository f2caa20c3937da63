import type { TellPayment } from '../engine/notify-transaction.ts';
import type { Reach } from '../activities/sweeps.ts';
import { levelWith } from '../domain/operation/level.ts';
import { isUnderWay, type Operation } from '../domain/operation/operation.ts';
import type { Store } from '../store/index.ts';

interface Stores {
  readonly operations: Pick<Store['operations'], 'find'>;
  readonly transactions: Pick<Store['transactions'], 'find'>;
}

/** How runs are reached. */
interface Runs {
  readonly isOpen: (operation: Operation) => Promise<boolean>;
  readonly start: (operation: Operation) => Promise<unknown>;
  readonly takeIn: TellPayment;
}

/**
 * Starts the run of an operation that has none and is not over. The last run may have come to its end by force, so that
 * one that is closed counts for none. What it kept last is read after it was seen closed: it may have come to its end by
 * itself meanwhile. Where its payment knows more, that is kept first, and a later round looks again: a run that knew less
 * would have the money moved before it heard so.
 */
export function missingOperation(
  { operations, transactions }: Stores,
  { isOpen, start, takeIn }: Runs,
): Reach['startMissingOperation'] {
  return async (operation) => {
    if (await isOpen(operation)) return false;
    const kept = await operations.find(operation);
    if (!kept || !isUnderWay(kept)) return false;
    const { merchantId, parentId } = kept;
    const payment = await transactions.find({ merchantId, sessionId: parentId });
    const entry = payment?.operations?.find(({ sessionId }) => sessionId === kept.sessionId);
    if (entry && entry.version > kept.version) {
      await takeIn(levelWith(kept, entry, Date.now()));
      return false;
    }
    await start(kept);
    return true;
  };
}
