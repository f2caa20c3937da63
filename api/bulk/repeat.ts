import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'koa';
import type { Bulk } from '../../domain/bulk/bulk.ts';
import { reporter, type BulkReport } from '../../domain/bulk/report.ts';
import type { ApiDeps } from '../deps.ts';
import { otherBody, otherCaller, PATIENCE, requestUnderWay } from '../middleware/idempotency.ts';
import { fingerprintOf } from './file.ts';
import { nudge } from './nudge.ts';
import { stateOnceTaken, type UploadQuery } from './schema.ts';

const LOOK_EVERY_MS = 100;

/**
 * What the first upload with this `Idempotency-Key` came to, for one who sends it again
 * (contract/requests#idempotency): the file is read to its end, to see that it is the same. Throws 409
 * `idempotency_conflict` when it is another one or somebody else's, and `tracking_in_progress` when the first is still
 * being uploaded, or was and nothing of it was taken.
 */
export async function repeated(
  deps: ApiDeps,
  ctx: Context,
  { draft, query }: { readonly draft: Bulk; readonly query: UploadQuery },
): Promise<{ readonly bulk: Bulk; readonly report: BulkReport }> {
  const until = Date.now() + PATIENCE.waitMs;
  const fileHash = await fingerprintOf(ctx, query);
  const bulk = await accepted(deps, draft, until);
  if (bulk.initiator?.id !== draft.initiator?.id) throw otherCaller();
  const taking = await deps.store.bulks.taking(bulk);
  if (taking && taking.fileHash !== fileHash) throw otherBody();
  // The first try may have ended before its run was there.
  if (bulk.state === 'scheduling') await nudge(deps, bulk);
  const report = { ...reporter().report(), rows: bulk.total, valid: bulk.total };
  const state = stateOnceTaken(query);
  return { bulk: { ...bulk, state }, report: taking?.report ?? report };
}

async function accepted({ store }: ApiDeps, draft: Bulk, until: number): Promise<Bulk> {
  for (;;) {
    const bulk = await store.bulks.find(draft);
    if (bulk && bulk.state !== 'uploading') return bulk;
    if (!bulk || Date.now() > until) throw requestUnderWay();
    await sleep(LOOK_EVERY_MS);
  }
}
