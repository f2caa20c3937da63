import type { Context } from 'koa';
import { Readable } from 'node:stream';
import {
  type Bulk,
  type BulkCommand,
  movesOf,
  refusedCommand,
  refuseLateYes,
  ROW_STATES,
} from '../../domain/bulk/bulk.ts';
import { mayTellContacts } from '../../domain/bulk/columns.ts';
import { TEMPLATE_COLUMNS, templateLines } from '../../domain/bulk/template.ts';

import { Refusal } from '../../domain/refusal.ts';
import { csvFile } from '../../render/files/csv.ts';
import { callerOf, merchantOf, refuseUnless } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { REPLAYED } from '../middleware/idempotency.ts';
import { reply, route, SERVER, type RouteContext } from '../route.ts';
import {
  bulksAnswer,
  dryRunAnswer,
  progressAnswer,
  refusedUpload,
  rowsAnswer,
  uploadAnswer,
} from './answer.ts';
import { errorsFile } from './errors-file.ts';
import { nudge } from './nudge.ts';
import { presentBulk, presentBulkReport, presentRow, presentWrongRow } from './present.ts';
import { resultFile } from './result-file.ts';
import {
  listQueryOf,
  NO_BULK,
  ROWS_WANTED,
  rowsQueryOf,
  stateOf,
  templateQueryOf,
} from './schema.ts';
import { standingOf } from './standing.ts';
import { refusePluginsOf, uploadBulk } from './upload.ts';

const flag = (description: string) => ({ description, schema: { type: 'boolean' } });
const stands = { 200: { description: 'How it stands now.', shape: progressAnswer } };

/** Requests for payment from a file: taken, looked at, made, paused and listed. */
export const bulkRoutes = [
  route('bulk.upload', {
    method: 'POST',
    path: '/b/bulk/v1/bulk',
    who: SERVER,
    permissions: ['payment_request.add'],
    creates: true,
    tag: 'Bulk',
    summary: 'Create a bulk import',
    description:
      'A CSV file (`text/csv`, UTF-8, at most 50 MB) with a line of names, or `{"rows": [...]}` (`application/json`, at most 10 MB); at most 100,000 rows, of 100,000 characters each, and 500 columns. Names are the fields of a request for payment, in CSV with dots for what is inside and bars between the parts of a list. Any column may also stand in the query, for rows that do not say it. Nothing is taken when a row is wrong, unless `skip_invalid=true`: 400 with the first 1,000 errors by row, and counts. Payments are made afterwards, 25 a second at most.',
    query: {
      name: { description: 'What you call it.', schema: { type: 'string', maxLength: 128 } },
      dry_run: flag('Only look at the file.'),
      skip_invalid: flag('Leave rows at fault out and take the others.'),
      confirm_later: flag(
        'Make nothing until the upload is confirmed. It is seen by who has sent it alone, and is thrown away after an hour.',
      ),
      legacy: flag(
        'Have payments as the old endpoints make them: a single attempt each, its result told by a disclosure with `bulk_id`. Needs the plugin `legacy`.',
      ),
    },
    bodyAs: 'stream',
    body: {
      jsonSchema: {
        type: 'object',
        required: ['rows'],
        properties: { rows: { type: 'array', maxItems: 100_000, items: { type: 'object' } } },
      },
    },
    idempotent: 'own',
    errors: [404, 413, 415, 423],
    answers: {
      200: { description: 'Of a dry run: what was found.', shape: dryRunAnswer },
      201: {
        description:
          'It was taken; its rows are made from now on, or once it is confirmed (`confirm_later=true`).',
        shape: uploadAnswer,
      },
      400: {
        description: 'Nothing was taken: rows at fault, a file that cannot be read, or the query.',
        shape: refusedUpload,
      },
    },
    handle: (deps) => async (ctx) => {
      const { report, bulk, dryRun, isRepeat } = await uploadBulk(deps, ctx);
      const found = presentBulkReport(report);
      if (dryRun) return reply(200, { dry_run: true, ...found });
      if (isRepeat) ctx.set(REPLAYED, 'true');
      return bulk
        ? reply(201, { ...presentBulk(bulk), ...found })
        : reply(400, { detail: REFUSED, code: 'invalid_rows', ...found });
    },
  }),
  route('bulk.list', {
    method: 'GET',
    path: '/b/bulk/v1/bulk',
    who: SERVER,
    permissions: ['payment_request.view'],
    tag: 'Bulk',
    summary: 'List bulk imports',
    query: {
      before: {
        description: 'Those that are older than the one with this `bulk_id`.',
        schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
      },
      limit: {
        description: '100 when left out.',
        schema: { type: 'integer', minimum: 1, maximum: 100 },
      },
      progress: flag('Say of each how many rows are pending, dispatched and failed.'),
    },
    answers: { 200: { description: 'The newest first.', shape: bulksAnswer } },
    handle: (deps) => async (ctx) => listed(deps, ctx),
  }),
  route('bulk.template', {
    method: 'GET',
    path: '/b/bulk/v1/bulk/template',
    who: SERVER,
    permissions: ['payment_request.view'],
    tag: 'Bulk',
    summary: 'Download a file to fill in',
    description:
      'The names of the columns, and in the second line what each is for, in words: delete that line before you send the file. Left where it is, it is a row at fault.',
    query: {
      language: {
        description: 'Of the second line.',
        schema: { enum: ['en', 'ar'], default: 'en' },
      },
      columns: {
        description: 'Those without which no row is right, or all but those of `extra`.',
        schema: { enum: [...TEMPLATE_COLUMNS], default: 'required' },
      },
    },
    errors: [400],
    answers: {
      200: {
        description: 'Two lines.',
        shape: { jsonSchema: { type: 'string' } },
        mediaType: 'text/csv',
      },
    },
    handle: () => (ctx) => {
      const { language, columns } = templateQueryOf(ctx);
      ctx.attachment(`bulk-template-${columns}-${language}.csv`);
      ctx.type = 'text/csv; charset=utf-8';
      return csvFile(templateLines(language, columns));
    },
  }),
  route('bulk.read', {
    method: 'GET',
    path: '/b/bulk/v1/bulk/:bulk_id',
    who: SERVER,
    permissions: ['payment_request.view'],
    tag: 'Bulk',
    summary: 'Get a bulk import',
    answers: stands,
    handle: (deps) => async (ctx) => {
      return standingOf(deps, ctx, await bulkAt(deps, ctx));
    },
  }),
  route('bulk.rows', {
    method: 'GET',
    path: '/b/bulk/v1/bulk/:bulk_id/rows',
    who: SERVER,
    permissions: ['payment_request.view'],
    tag: 'Bulk',
    summary: 'List the rows of a bulk import',
    query: {
      after: {
        description: 'Rows after this one.',
        schema: { type: 'integer', minimum: 0 },
      },
      limit: { description: '100 when left out.', schema: { type: 'integer', maximum: 1000 } },
      state: {
        description:
          'Only rows that stand so; `wrong` are those of which nothing was made, `failed` or `left_out` at the upload.',
        schema: { enum: [...ROWS_WANTED] },
      },
    },
    answers: {
      200: {
        description: 'Rows in their order, those made with their address.',
        shape: rowsAnswer,
      },
    },
    handle: (deps) => async (ctx) => {
      const query = rowsQueryOf(ctx);
      const bulk = await bulkAt(deps, ctx);
      const { after, limit, state } = query;
      const { bulks } = deps.store;
      if (state === 'wrong')
        return (await bulks.wrongRows(bulk, { after, most: limit })).map(presentWrongRow);
      const rows = await bulks.results(bulk, { after, most: limit, ...(state && { state }) });
      return rows.map((row) => presentRow(row, deps.publicUrl));
    },
  }),
  route('bulk.result', {
    method: 'GET',
    path: '/b/bulk/v1/bulk/:bulk_id/result',
    who: SERVER,
    permissions: ['payment_request.view'],
    tag: 'Bulk',
    summary: 'Download the results of a bulk import',
    query: {
      state: { description: 'Only rows that stand so.', schema: { enum: [...ROW_STATES] } },
    },
    answers: {
      200: {
        description: 'A line for each row. No cell of it is a formula to a spreadsheet.',
        shape: { jsonSchema: { type: 'string' } },
        mediaType: 'text/csv',
      },
    },
    handle: (deps) => async (ctx) => {
      const state = stateOf(ctx);
      const bulk = await bulkAt(deps, ctx);
      ctx.attachment(`bulk-${bulk.id}.csv`);
      ctx.type = 'text/csv; charset=utf-8';
      return Readable.from(resultFile(deps, bulk, state));
    },
  }),
  route('bulk.errors', {
    method: 'GET',
    path: '/b/bulk/v1/bulk/:bulk_id/errors',
    who: SERVER,
    permissions: ['payment_request.view'],
    tag: 'Bulk',
    summary: 'Download the rows of a bulk import that are wrong',
    description:
      'Those that were left out at the upload (`skip_invalid=true`) and those that failed when they were made, as they came, with `row` and `errors` behind. Corrected, the file can be sent again: these two columns are ignored. A user who has not sent the file needs `customer.view` where it may say how to reach customers.',
    answers: {
      200: {
        description: 'A line for each of them. No cell of it is a formula to a spreadsheet.',
        shape: { jsonSchema: { type: 'string' } },
        mediaType: 'text/csv',
      },
    },
    handle: (deps) => async (ctx) => {
      const bulk = await bulkAt(deps, ctx);
      const columns = await deps.store.bulks.columnsOf(bulk);
      if (mayTellContacts(columns) && !isOwn(bulk, ctx)) refuseUnless(ctx, 'customer.view');
      ctx.attachment(`bulk-${bulk.id}-errors.csv`);
      ctx.type = 'text/csv; charset=utf-8';
      return Readable.from(errorsFile(deps, bulk, columns));
    },
  }),
  route('bulk.confirm', {
    method: 'POST',
    path: '/b/bulk/v1/bulk/:bulk_id/confirm',
    who: SERVER,
    permissions: ['payment_request.add'],
    creates: true,
    tag: 'Bulk',
    summary: 'Confirm a bulk import',
    description:
      'Has the rows made of a file that was uploaded with `confirm_later=true`, by who has uploaded it. Said twice it changes nothing.',
    errors: [400, 423],
    answers: stands,
    handle: (deps) => async (ctx) => standingOf(deps, ctx, await confirmed(deps, ctx)),
  }),
  route('bulk.pause', {
    method: 'POST',
    path: '/b/bulk/v1/bulk/:bulk_id/pause',
    who: SERVER,
    permissions: ['payment_request.change'],
    tag: 'Bulk',
    summary: 'Pause a bulk import',
    description: 'What is being made at this moment, 25 rows at most, is made.',
    errors: [400],
    answers: stands,
    handle: (deps) => (ctx) => moved(deps, ctx, 'pause'),
  }),
  route('bulk.resume', {
    method: 'POST',
    path: '/b/bulk/v1/bulk/:bulk_id/resume',
    who: SERVER,
    permissions: ['payment_request.change'],
    creates: true,
    tag: 'Bulk',
    summary: 'Resume a bulk import',
    errors: [400, 423],
    answers: stands,
    handle: (deps) => (ctx) => moved(deps, ctx, 'resume'),
  }),
  route('bulk.cancel', {
    method: 'POST',
    path: '/b/bulk/v1/bulk/:bulk_id/cancel',
    who: SERVER,
    permissions: ['payment_request.change'],
    tag: 'Bulk',
    summary: 'Cancel a bulk import',
    description: 'Payments that were made stay as they are: cancel them one by one.',
    errors: [400],
    answers: stands,
    handle: (deps) => (ctx) => moved(deps, ctx, 'cancel'),
  }),
];

const REFUSED =
  'No row was taken. Correct the rows named here, or leave them out with skip_invalid=true.';

async function bulkAt({ store }: ApiDeps, ctx: RouteContext<'bulk_id'>): Promise<Bulk> {
  const id = ctx.params.bulk_id;
  const bulk = await store.bulks.find({ merchantId: merchantOf(ctx), id });
  if (!bulk || bulk.state === 'uploading' || (bulk.state === 'unconfirmed' && !isOwn(bulk, ctx)))
    throw new Refusal('not_found', NO_BULK);
  return bulk;
}

/** Whether the caller has sent it. Until it is confirmed a file is seen by them alone. */
function isOwn({ initiator }: Bulk, ctx: Context): boolean {
  const caller = callerOf(ctx);
  return initiator?.id === (caller.kind === 'user' ? caller.user.id : undefined);
}

async function confirmed(deps: ApiDeps, ctx: RouteContext<'bulk_id'>): Promise<Bulk> {
  const known = await bulkAt(deps, ctx);
  const merchant = await settingsOf(deps.store, ctx);
  if (merchant) refusePluginsOf(deps, ctx, { bulk: known, merchant });
  const bulk = (await deps.store.bulks.confirm(known)) ?? (await bulkAt(deps, ctx));
  refuseLateYes(bulk);
  // The first yes may have ended before its run was there.
  if (bulk.state === 'scheduling') await nudge(deps, bulk);
  return bulk;
}

async function listed({ store: { bulks } }: ApiDeps, ctx: RouteContext<never>) {
  const { limit, before, progress } = listQueryOf(ctx);
  const merchantId = merchantOf(ctx);
  const behind = before === undefined ? undefined : await bulks.find({ merchantId, id: before });
  if (before !== undefined && !behind) throw new InvalidFields({ before: [NO_BULK] });
  const found = await bulks.list(merchantId, limit, behind);
  const each = progress ? await bulks.progressOfEach(merchantId, found) : undefined;
  return found.map((bulk) => ({ ...presentBulk(bulk), ...each?.get(bulk.id) }));
}

async function moved(deps: ApiDeps, ctx: RouteContext<'bulk_id'>, command: BulkCommand) {
  return standingOf(deps, ctx, await told(deps, ctx, command));
}

/** The document first, which decides; then its run hears of it, or is started where none is open. */
async function told(
  deps: ApiDeps,
  ctx: RouteContext<'bulk_id'>,
  command: BulkCommand,
): Promise<Bulk> {
  const known = await bulkAt(deps, ctx);
  const bulk = await deps.store.bulks.move(known, { ...movesOf(command), saidAt: Date.now() });
  if (!bulk) throw refusedCommand(command, await bulkAt(deps, ctx));
  await nudge(deps, bulk);
  return bulk;
}
