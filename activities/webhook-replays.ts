import { REPLAY_PAGE, type ReplayRef } from '../domain/webhook/replay.ts';
import type { ActivityEngine } from '../engine/activity-engine.ts';
import type { Store } from '../store/index.ts';
import { notThere } from './failures.ts';

interface Stores {
  readonly webhookReplays: Pick<Store['webhookReplays'], 'find' | 'advance' | 'cancel'>;
  readonly webhookLists: Pick<Store['webhookLists'], 'listDeliveries'>;
}

export function webhookReplayActivities(
  { webhookReplays, webhookLists }: Stores,
  { sendAgain }: Pick<ActivityEngine, 'sendAgain'>,
) {
  return {
    /**
     * Hands the next events of a replay to their deliveries, and writes down how far it has come. Repeating it sends some of
     * them once more, under the same ids.
     */
    async replayPage(ref: ReplayRef): Promise<{ readonly isDone: boolean }> {
      const replay = await webhookReplays.find(ref);
      if (!replay) throw notThere(`replay ${ref.id}`);
      if (replay.state !== 'running') return { isDone: true };
      const { merchantId, filter, after } = replay;
      const page = { after, limit: REPLAY_PAGE };
      const { results, next } = await webhookLists.listDeliveries(merchantId, filter, page);
      await Promise.all(results.map(({ eventId }) => sendAgain({ eventId })));
      await webhookReplays.advance(replay, { count: results.length, after: next });
      return { isDone: next === undefined };
    },

    /** Its run was canceled: writes that down, for its merchant. Said again it changes nothing. */
    cancelReplay: (ref: ReplayRef): Promise<void> => webhookReplays.cancel(ref),
  };
}
