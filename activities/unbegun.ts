import type { Bulk } from '../domain/bulk/bulk.ts';
import type { ReplayRef } from '../domain/webhook/replay.ts';
import type { Store } from '../store/index.ts';
import { round, type Found } from './round.ts';

/** How the sweeper starts what has no run yet, true when there was none, and wakes what sleeps; worker/deps.ts gives it. */
export interface Beginnings {
  readonly startMissingBulk: (bulk: Bulk) => Promise<boolean>;
  readonly startMissingReplay: (ref: ReplayRef) => Promise<boolean>;
  /** Has the run of a bulk look at its document; starts one where none is open. */
  readonly nudgeBulk: (bulk: Bulk) => Promise<void>;
}

interface Stores {
  readonly bulks: Pick<Store['bulks'], 'unbegun' | 'unheard' | 'abandoned' | 'discard'>;
  readonly webhookReplays: Pick<Store['webhookReplays'], 'unbegun'>;
}

/** What is younger than this is still in the hands of the request that asked for it. */
const GRACE_MS = 60_000;
/** So many in one round; the next one is a minute away. */
const AT_ONCE = 100;

/** An upload lasts minutes: one that was begun so long ago and was never accepted has no process any more. */
const ABANDONED_MS = 60 * 60_000;
/** Each may have very many rows. */
const DISCARDED_AT_ONCE = 10;

export function unbegunActivities(
  { bulks, webhookReplays }: Stores,
  { startMissingBulk, startMissingReplay, nudgeBulk }: Beginnings,
) {
  return {
    /**
     * Starts the runs of files of requests and of replays of webhooks that were accepted and never begun, because the API
     * died between the two; what has a run, or had one, is left alone. A run that was not told that its bulk was paused,
     * resumed or canceled hears of it, or is opened. Throws uploads away that broke off with the API: they hold names and
     * addresses that nobody may see. Safe to repeat.
     */
    async sweepUnbegun(): Promise<{ readonly started: number }> {
      const now = Date.now();
      const [files, replays, unheard, abandoned] = await Promise.all([
        bulks.unbegun(now - GRACE_MS, AT_ONCE),
        webhookReplays.unbegun(now - GRACE_MS, AT_ONCE),
        bulks.unheard(now - GRACE_MS, AT_ONCE),
        bulks.abandoned(now - ABANDONED_MS, DISCARDED_AT_ONCE),
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
        ...unheard.map((bulk): Found => ({
          name: `bulk ${bulk.id}`,
          at: bulk.createdAt,
          deal: () => nudgeBulk(bulk).then(() => true),
        })),
        ...abandoned.map((bulk): Found => ({
          name: `upload ${bulk.id}`,
          at: bulk.createdAt,
          deal: () => bulks.discard(bulk).then(() => false),
        })),
      ];
      // There is no mark to move: what was begun is not found again.
      return { started: await round(found, now, async () => undefined) };
    },
  };
}
