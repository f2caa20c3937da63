import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import { movesOf, refusedCommand, type Bulk, type BulkCommand } from '../../domain/bulk/bulk.ts';
import { Refusal } from '../../domain/refusal.ts';
import { authorize } from '../access/authorize.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { REPLAYED } from '../middleware/idempotency.ts';
import { nudge } from './nudge.ts';
import { presentBulk, presentProgress, presentReport, presentRow } from './present.ts';
import { resultFile } from './result-file.ts';
import { rowsWishOf, stateOf } from './schema.ts';
import { upload } from './upload.ts';

const PATH = '/b/bulk/v1/bulk';
const ONE = `${PATH}/:bulk_id`;
const LISTED = 100;

/** Requests for payment from a file: taken, looked at, made, paused and listed. */
export function bulkRoutes(deps: ApiDeps): Router {
  const { store, publicUrl } = deps;
  const router = new Router();

  router.post(PATH, authorize(deps, 'bulk.upload'), async (ctx) => {
    const { report, bulk, dryRun, isRepeat } = await upload(deps, ctx);
    const found = presentReport(report);
    if (dryRun) {
      ctx.body = { dry_run: true, ...found };
      return;
    }
    if (isRepeat) ctx.set(REPLAYED, 'true');
    ctx.status = bulk ? 201 : 400;
    ctx.body = bulk
      ? { ...presentBulk(bulk), ...found }
      : { detail: REFUSED, code: 'invalid_rows', ...found };
  });
  router.get(PATH, authorize(deps, 'bulk.list'), async (ctx) => {
    ctx.body = (await store.bulks.list(merchantOf(ctx), LISTED)).map(presentBulk);
  });
  router.get(ONE, authorize(deps, 'bulk.read'), async (ctx) => {
    const bulk = await bulkAt(deps, ctx);
    ctx.body = presentProgress(bulk, await store.bulks.progress(bulk));
  });
  router.get(`${ONE}/rows`, authorize(deps, 'bulk.rows'), async (ctx) => {
    const wish = rowsWishOf(ctx);
    const bulk = await bulkAt(deps, ctx);
    const { after, limit, state } = wish;
    const rows = await store.bulks.results(bulk, { after, most: limit, ...(state && { state }) });
    ctx.body = rows.map((row) => presentRow(row, publicUrl));
  });
  router.get(`${ONE}/result`, authorize(deps, 'bulk.result'), async (ctx) => {
    const state = stateOf(ctx);
    const bulk = await bulkAt(deps, ctx);
    ctx.attachment(`bulk-${bulk.id}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = Readable.from(resultFile(deps, bulk, state));
  });
  for (const command of ['pause', 'resume', 'cancel'] as const)
    router.post(`${ONE}/${command}`, authorize(deps, `bulk.${command}`), async (ctx) => {
      const bulk = await told(deps, ctx, command);
      ctx.body = presentProgress(bulk, await store.bulks.progress(bulk));
    });
  return router;
}

const REFUSED =
  'No row was taken. Correct the rows named here, or leave them out with skip_invalid=true.';

async function bulkAt({ store }: ApiDeps, ctx: Context): Promise<Bulk> {
  const id = String(ctx['params']['bulk_id']);
  const bulk = await store.bulks.find({ merchantId: merchantOf(ctx), id });
  if (!bulk || bulk.state === 'uploading')
    throw new Refusal('not_found', 'There is no bulk with this bulk_id.');
  return bulk;
}

/** The document first, which decides; then its run hears of it, or is started where none is open. */
async function told(deps: ApiDeps, ctx: Context, command: BulkCommand): Promise<Bulk> {
  const known = await bulkAt(deps, ctx);
  const bulk = await deps.store.bulks.move(known, { ...movesOf(command), saidAt: Date.now() });
  if (!bulk) throw refusedCommand(command, await bulkAt(deps, ctx));
  await nudge(deps, bulk);
  return bulk;
}
