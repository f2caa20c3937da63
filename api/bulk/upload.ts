import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from 'koa';
import type { Bulk } from '../../domain/bulk/bulk.ts';
import { reporter, type BulkReport } from '../../domain/bulk/report.ts';
import { BULK_TYPE, type RowRequest } from '../../domain/bulk/row.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { initiatorOf } from '../../domain/user.ts';
import { callerOf, merchantOf } from '../access/caller.ts';
import { refusePlugin } from '../access/plugin.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { RequestError } from '../middleware/errors.ts';
import { csvRows } from './csv.ts';
import { jsonRows } from './json.ts';
import { rowChecker } from './rows.ts';
import { wishOf, type UploadWish } from './schema.ts';

/** What came of a file: what was found in it, and the bulk when it was taken. */
export interface Uploaded {
  readonly report: BulkReport;
  readonly bulk?: Bulk;
  readonly dryRun: boolean;
}

/** Rows are written so many at a time, and so many are looked at before others get a turn. */
const BATCH = 500;
const TURN = 50;

/**
 * Reads a file row by row, keeps the rows that are right, and has them made. Nothing of it is kept when any row is wrong,
 * unless wrong rows shall be left out. The same `Idempotency-Key` again gives the bulk that there is.
 */
export async function upload(deps: ApiDeps, ctx: Context): Promise<Uploaded> {
  const wish = wishOf(ctx);
  const merchant = await settingsOf(deps.store, ctx);
  if (!merchant) throw new Error(`The caller's merchant ${merchantOf(ctx)} has no settings.`);
  for (const name of ['bulk', BULK_TYPE] as const) refusePlugin(deps, ctx, { name, merchant });
  const draft = draftOf(ctx, wish);
  const check = await rowChecker(deps, ctx, merchant);
  if (wish.dryRun) return { report: await readAll(ctx, wish, check), dryRun: true };
  const { bulks } = deps.store;
  if (!(await bulks.begin(draft, randomBytes(16).toString('hex')))) return known(deps, draft);
  try {
    const report = await readAll(ctx, wish, check, (rows) => bulks.addRows(draft, rows));
    const isTaken = report.valid > 0 && (report.invalid === 0 || wish.skipInvalid);
    if (!isTaken) {
      await bulks.discard(draft);
      return { report, dryRun: false };
    }
    await bulks.accept(draft, report.valid);
    const bulk = { ...draft, state: 'scheduling' as const, total: report.valid };
    await deps.engine.nudgeBulk(bulk);
    return { report, bulk, dryRun: false };
  } catch (error) {
    // One that was accepted stays: only its start is missing, which the sweeper makes up for.
    await bulks.discard(draft);
    throw error;
  }
}

async function readAll(
  ctx: Context,
  { defaults }: UploadWish,
  check: Awaited<ReturnType<typeof rowChecker>>,
  keep: (
    rows: { readonly row: number; readonly request: RowRequest }[],
  ) => Promise<void> = async () => undefined,
): Promise<BulkReport> {
  const { right, wrong, unknownColumn, report } = reporter();
  let batch: { readonly row: number; readonly request: RowRequest }[] = [];
  for await (const { row, fields, errors } of rowsIn(ctx, unknownColumn)) {
    const checked = errors ? { errors } : check({ ...defaults, ...fields });
    if ('errors' in checked) wrong({ row, errors: checked.errors });
    else {
      right();
      batch.push({ row, request: checked.request });
    }
    if (batch.length === BATCH) {
      await keep(batch);
      batch = [];
    }
    if (row % TURN === 0) await breathe();
  }
  if (batch.length > 0) await keep(batch);
  return report();
}

function rowsIn(ctx: Context, unknown: (name: string) => void) {
  if (ctx.request.length === 0)
    throw new RequestError(400, 'parse_error', 'The file is empty: begin with a line of names.');
  if (ctx.request.is('text/csv')) return csvRows(ctx, unknown);
  if (ctx.request.is('application/json')) return jsonRows(ctx, unknown);
  throw new RequestError(415, 'unsupported_media_type', 'Send one of text/csv, application/json.');
}

function draftOf(ctx: Context, { name }: UploadWish): Bulk {
  const caller = callerOf(ctx);
  const { merchantId } = caller;
  return {
    id: idFor(merchantId, ctx.get('Idempotency-Key')),
    merchantId,
    name,
    state: 'uploading',
    total: 0,
    createdAt: Date.now(),
    ...(caller.kind === 'user' && { initiator: initiatorOf(caller.user) }),
  };
}

/** By the merchant's key for this upload, where there is one. */
function idFor(merchantId: MerchantId, key: string): string {
  if (key === '') return randomBytes(16).toString('hex');
  if (key.length > 255)
    throw new Refusal('validation_error', 'An Idempotency-Key has at most 255 characters.');
  return createHash('sha256').update(`bulk\n${merchantId}\n${key}`).digest('hex').slice(0, 32);
}

async function known({ store, engine }: ApiDeps, draft: Bulk): Promise<Uploaded> {
  const bulk = await store.bulks.find(draft);
  if (!bulk || bulk.state === 'uploading')
    throw new Refusal('locked', 'A file with this Idempotency-Key is being uploaded; try again.');
  // The first try may have ended before its run was there.
  if (bulk.state === 'scheduling') await engine.nudgeBulk(bulk);
  const report = { ...reporter().report(), rows: bulk.total, valid: bulk.total };
  return { report, bulk, dryRun: false };
}
