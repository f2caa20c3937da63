import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Bulk, CellsOfRow, WrongRow } from '../../domain/bulk/bulk.ts';
import { withDefaults } from '../../domain/bulk/columns.ts';
import { reporter, type BulkReport } from '../../domain/bulk/report.ts';
import { pluginsOf, type RowRequest } from '../../domain/bulk/row.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { initiatorOf } from '../../domain/initiator.ts';
import { callerOf, merchantOf } from '../access/caller.ts';
import { refusePlugin } from '../access/plugin.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotencyKey, requestUnderWay } from '../middleware/idempotency.ts';
import { columnsSeen } from './cells.ts';
import { fingerprint, rowsIn } from './file.ts';
import type { Listener } from './incoming.ts';
import { yieldToOthers } from '../yield-to-others.ts';
import { nudge } from './nudge.ts';
import { repeated } from './repeat.ts';
import { rowChecker } from './rows.ts';
import { stateOnceTaken, uploadQueryOf, type UploadQuery } from './schema.ts';

/** What came of a file: what was found in it, and the bulk when it was taken. */
export interface Uploaded {
  readonly report: BulkReport;
  readonly bulk?: Bulk;
  readonly dryRun: boolean;
  /** It is what an earlier upload with the same key came to. */
  readonly isRepeat?: true;
}

/** Throws for a bulk that needs a plugin which the merchant or the caller has not got. */
export function refusePluginsOf(
  deps: ApiDeps,
  ctx: Context,
  { bulk, merchant }: { readonly bulk: Pick<Bulk, 'legacy'>; readonly merchant: Merchant },
): void {
  for (const name of pluginsOf(bulk)) refusePlugin(deps, ctx, { name, merchant });
}

/** Rows are written so many at a time. */
const BATCH = 500;

/**
 * Reads a file row by row, keeps the rows that are right, and has them made. Nothing of it is kept when any row is wrong,
 * unless wrong rows shall be left out. The same upload again with the same `Idempotency-Key` gives what came of the first.
 */
export async function uploadBulk(deps: ApiDeps, ctx: Context): Promise<Uploaded> {
  const query = uploadQueryOf(ctx);
  const merchant = await settingsOf(deps.store, ctx);
  if (!merchant) throw new Error(`The caller's merchant ${merchantOf(ctx)} has no settings.`);
  const draft = draftOf(ctx, query);
  refusePluginsOf(deps, ctx, { bulk: draft, merchant });
  const check = await rowChecker(deps, ctx, { merchant, legacy: query.legacy });
  const { part, hex } = fingerprint(query);
  if (query.dryRun) return { report: await readAll(ctx, { query, check, part }), dryRun: true };
  const { bulks } = deps.store;
  if (!(await bulks.begin(draft, randomBytes(16).toString('hex'))))
    return { ...(await repeated(deps, ctx, { draft, query })), dryRun: false, isRepeat: true };
  try {
    const columns = columnsSeen();
    const report = await readAll(ctx, {
      query,
      check,
      part,
      columns,
      keep: (rows) => bulks.addRows(draft, rows),
      // Of a file that is refused as a whole nothing is kept.
      ...(query.skipInvalid && { leave: (rows) => bulks.addRefused(draft, rows) }),
    });
    const isTaken = report.valid > 0 && (report.invalid === 0 || query.skipInvalid);
    if (!isTaken) {
      await bulks.discard(draft);
      return { report, dryRun: false };
    }
    const taking = { fileHash: hex(), report };
    const state = stateOnceTaken(query);
    if (!(await bulks.accept(draft, taking, columns.all(), state))) throw requestUnderWay();
    const bulk = { ...draft, state, total: report.valid };
    if (state === 'scheduling') await nudge(deps, bulk);
    return { report, bulk, dryRun: false };
  } catch (error) {
    // One that was accepted stays: only its start is missing, which the sweeper makes up for.
    await bulks.discard(draft);
    throw error;
  }
}

interface GoodRow {
  readonly row: number;
  readonly request: RowRequest;
  readonly cells: CellsOfRow;
}

interface Reading {
  readonly query: UploadQuery;
  readonly check: Awaited<ReturnType<typeof rowChecker>>;
  readonly part: Listener['part'];
  readonly columns?: ReturnType<typeof columnsSeen>;
  readonly keep?: (rows: readonly GoodRow[]) => Promise<void>;
  readonly leave?: (rows: readonly WrongRow[]) => Promise<void>;
}

async function readAll(
  ctx: Context,
  { query: { defaults }, check, part, columns, keep, leave }: Reading,
): Promise<BulkReport> {
  const { right, wrong, unknownColumn, report } = reporter();
  const othersTurn = yieldToOthers();
  const good = batched(keep);
  const left = batched(leave);
  const rows = rowsIn(ctx, { unknown: unknownColumn, part });
  for await (const { row, fields, errors, columns: named, cells: asCame } of rows) {
    const checked = errors ? { errors } : check(withDefaults(defaults, fields));
    const isKept = 'errors' in checked ? leave : keep;
    const cells = isKept ? asCame() : [];
    columns?.see(named ?? cells.map(([name]) => name));
    if ('errors' in checked) {
      wrong({ row, errors: checked.errors });
      await left.add({ row, errors: checked.errors, cells });
    } else {
      right(checked.request.terms.amount);
      await good.add({ row, request: checked.request, cells });
    }
    await othersTurn();
  }
  await good.end();
  await left.end();
  return report();
}

/** Writes so many at a time; nothing where there is nobody to write. */
function batched<One>(write: ((some: readonly One[]) => Promise<void>) | undefined) {
  let batch: One[] = [];
  const flush = async (): Promise<void> => {
    const some = batch;
    batch = [];
    if (some.length > 0) await write?.(some);
  };
  return {
    add: async (one: One): Promise<void> => {
      if (write) batch.push(one);
      if (batch.length === BATCH) await flush();
    },
    end: flush,
  };
}

function draftOf(ctx: Context, { name, legacy }: UploadQuery): Bulk {
  const caller = callerOf(ctx);
  const { merchantId } = caller;
  return {
    id: idFor(merchantId, idempotencyKey(ctx)),
    merchantId,
    name,
    state: 'uploading',
    total: 0,
    createdAt: Date.now(),
    ...(caller.kind === 'user' && { initiator: initiatorOf(caller.user) }),
    ...(legacy && { legacy }),
  };
}

/** By the merchant's key for this upload, where there is one. */
function idFor(merchantId: MerchantId, key: string | undefined): string {
  if (key === undefined) return randomBytes(16).toString('hex');
  return createHash('sha256').update(`bulk\n${merchantId}\n${key}`).digest('hex').slice(0, 32);
}
