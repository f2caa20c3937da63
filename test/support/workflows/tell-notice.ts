import type { EventId } from '../../../domain/ids.ts';
import type { NoticeState } from '../../../domain/transaction/transaction.ts';
import type { Change } from '../../../domain/transaction/change.ts';
import type { RunState } from '../../../workflows/transaction/state.ts';
import { keepAndTell } from '../../../workflows/transaction/notices.ts';

export { delivery } from '../../../workflows/delivery.ts';

/** Keeps one change as a transaction does, and tells the merchant; gives what is remembered of the notice. */
export async function tellNotice(
  change: Change,
  eventId: EventId,
): Promise<NoticeState['status'] | undefined> {
  let held = change.transaction;
  const runState: RunState = {
    peek: () => held,
    current: () => held,
    loaded: () => Promise.resolve(),
    load: () => Promise.resolve(),
    isGone: () => false,
    removed: async () => undefined,
    wasOvertaken: async () => false,
    closing: new Set(),
    partsInHand: new Set(),
    remove: () => Promise.reject(new Error('Nothing is removed here.')),
    keep: async ({ transaction, notice }) => {
      held = transaction;
      return notice ? { eventId } : {};
    },
  };
  await keepAndTell(runState, change);
  return held.notice?.status;
}
