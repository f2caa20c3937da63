import type { Bulk } from '../domain/bulk/bulk.ts';
import type { ReplayRef } from '../domain/webhook/replay.ts';
import type { Store } from '../store/index.ts';
import { round, type Found } from './round.ts';

/** How the sweeper starts what has no run yet; worker/deps.ts gives it. True when there was none. */
export interface Beginnings {
  readonly startMissingBulk: (bulk: Bulk) => Promise<boolean>;
  readonly startMissingReplay: (ref: ReplayRef) => Promise<boolean>;
}

interface Stores {
  readonly bulks: Pick<Store['bulks'], 'unbegun'>;
  readonly webhookReplays: Pick<Store['webhookReplays'], 'unbegun'>;
}

/** What is younger than this is still in the hands of the request that asked for it. */
const GRACE_MS = 60_000;
/** So many in one round; the next one is a minute away. */
const AT_ONCE = 100;

export function unbegunActivities(
  { bulks, webhookReplays }: Stores,
  { startMissingBulk, startMissingReplay }: Beginnings,
) {
  return {
    /**
     * Starts the runs of files of requests and of replays of webhooks that were accepted and never begun, because the API
     * died between the two. Safe to repeat; what has a run, or had one, is left alone.
     */
    async sweepUnbegun(): Promise<{ readonly started: number }> {
      const now = Date.now();
      const [files, replays] = await Promise.all([
        bulks.unbegun(now - GRACE_MS, AT_ONCE),
        webhookReplays.unbegun(now - GRACE_MS, AT_ONCE),
      ]);
      const found = [
        ...files.map((bulk): Found => ({
          name: `bulk ${bulk.id}`,
          at: bulk.createdAt,
          deal: () => startMissingBulk(bulk),
        })),
        ...replays.map((replay): Found => ({
          name: `replay ${replay.id}`,
          at: replay.createdAt,
          deal: () => startMissingReplay(replay),
        })),
      ];
      // There is no mark to move: what was begun is not found again.
      return { started: await round(found, now, async () => undefined) };
    },
  };
}
