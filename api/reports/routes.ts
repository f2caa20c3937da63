import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { INTERVALS, type Report, SOURCES } from '../../domain/report/report.ts';
import type { ReportSchedule } from '../../domain/report/schedule.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { reply, route, SERVER } from '../route.ts';
import {
  columnsAnswer,
  filesAnswer,
  reportAnswer,
  scheduleAnswer,
  schedulesAnswer,
} from './answer.ts';
import { presentColumn, usualColumns } from './columns.ts';
import { refuseUnlessSeen } from './seen.ts';
import { download, downloadAudited } from './download.ts';
import { orderExport } from './export.ts';
import { reportsPage, tokensFor } from './files.ts';
import { presentReport, presentSchedule } from './present.ts';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
  scheduleAt,
  schedulesSeen,
} from './schedules.ts';
import { exportBody, scheduleBody, scheduleChange } from './schema.ts';

const tag = 'Reports';
const date = { type: 'string', format: 'date' };
const shape = reportAnswer;
const schedule = { 200: { description: 'The schedule as it is now.', shape: scheduleAnswer } };
const layoutFields = {
  file_format: '`csv` where nothing is said.',
  language: 'Of the labels in the first row.',
  bom: 'A CSV begins with a byte order mark, for Excel.',
  add_breakdown_columns: 'With the columns `refunded_amount` and `voided_amount`.',
  columns:
    'These columns in place of the usual ones, by `order`. A user needs `customer.view` for `customer_email` and `customer_phone`, which are else in no report of theirs.',
  emails: 'Who is told by mail when it is finished.',
  send_by_email: 'The mail has the file, where that is no larger than 5 MB.',
};
const planFields = {
  ...layoutFields,
  interval: 'How often.',
  start_date:
    'The date of the first cut-off; its weekday, or its day of the month or year, is that of all. From 1970-01-01 to 2090-12-31.',
  cut_off_time: 'The time of day, as `HH:MM`: what is later belongs to the next report.',
  time_zone: 'Of the IANA list; that of the merchant where nothing is said.',
  is_active: '`false`: it is paused.',
};

/** Reports: asked for, watched, listed, downloaded. */
export const reportRoutes = [
  route('reports.files', {
    method: 'GET',
    path: '/b/api/v1/reports/files',
    who: SERVER,
    permissions: ['report.can_view_report'],
    tag,
    summary: 'List finished reports',
    description:
      'Newest first; those of the last 30 days where no date is named. Each has an address for its file, which is good for the caller alone and for a while.',
    query: {
      created_after: {
        description: 'Wanted on this day or later, there where the merchant is.',
        schema: date,
      },
      created_before: { description: 'Wanted on this day or before.', schema: date },
      interval: { description: 'Only those of this interval.', schema: { enum: [...INTERVALS] } },
      source: {
        description: 'Only those of schedules (`auto`), or only those that somebody asked for.',
        schema: { enum: [...SOURCES] },
      },
      limit: {
        description: 'How many, 50 where nothing is said.',
        schema: { type: 'integer', minimum: 1, maximum: 200 },
      },
      offset: {
        description: 'How many to leave out.',
        schema: { type: 'integer', minimum: 0, maximum: 999_999 },
      },
    },
    errors: [400],
    answers: { 200: { description: 'A page.', shape: filesAnswer } },
    handle: (deps) => (ctx) => reportsPage(deps, ctx, '/b/api/v1/reports/files'),
  }),
  route('reports.download', {
    method: 'GET',
    path: '/b/api/v1/reports/files/:token/download',
    who: SERVER,
    permissions: ['report.can_view_report'],
    tag,
    summary: 'Download the file of a report',
    description:
      'At most 25 an hour. The token is of a list that the same caller has asked for. Where files are in a bucket the answer leads there.',
    errors: [400, 410],
    answers: {
      200: {
        description: 'The file: CSV in UTF-8, or a workbook.',
        mediaType: 'application/octet-stream',
        shape: { jsonSchema: { type: 'string', format: 'binary' } },
      },
      302: { description: 'The file is at the address in `Location`, for a minute.' },
    },
    limit: 'downloads',
    around: (deps) => [downloadAudited(deps)],
    handle: (deps) => (ctx) => download(deps, ctx),
  }),
  route('reports.export', {
    method: 'POST',
    path: '/b/api/v1/reports/exports',
    who: SERVER,
    permissions: ['report.can_view_report'],
    tag,
    summary: 'Create a report',
    description:
      'Of the transactions that fit all that is said, with their refunds, captures and voids as rows of their own. It is written in the background: `records_amount` grows, then `status` is `finished`.',
    body: exportBody,
    fields: {
      ...layoutFields,
      created_after:
        'Made on this day or later, there where the merchant is. From 1970-01-01 to 9998-12-31, as the other.',
      created_before: 'Made on this day or before; until now where nothing is said.',
    },
    idempotent: true,
    errors: [400],
    answers: {
      200: { description: 'The report that was asked for with this key before.', shape },
      202: { description: 'It is being written.', shape },
    },
    handle: (deps) => async (ctx, body) => {
      const report = await orderExport(deps, ctx, body);
      return reply(report.status === 'in_progress' ? 202 : 200, await shown(deps, ctx, report));
    },
  }),
  route('reports.read', {
    method: 'GET',
    path: '/b/api/v1/reports/exports/:encrypted_id',
    who: SERVER,
    permissions: ['report.can_view_report'],
    tag,
    summary: 'Read a report',
    description:
      'How far it has come; when it is finished, what it comes to, and an address for its file.',
    answers: { 200: { description: 'The report as it is now.', shape } },
    handle: (deps) => async (ctx) => {
      const { encrypted_id: name } = ctx.params;
      const report = await deps.store.reports.findByName(merchantOf(ctx), name);
      if (!report) throw new Refusal('not_found', 'There is no report of this id.');
      refuseUnlessSeen(ctx, report);
      return shown(deps, ctx, report);
    },
  }),
  route('reports.schedules', {
    method: 'GET',
    path: '/b/api/v1/reports/schedules',
    who: SERVER,
    permissions: ['report.can_view_report'],
    tag,
    summary: 'List schedules of reports',
    answers: { 200: { description: 'All of them, newest first.', shape: schedulesAnswer } },
    handle: (deps) => async (ctx) => {
      const found = await schedulesSeen(deps, ctx);
      const results = await Promise.all(found.map((one) => shownSchedule(deps, one)));
      return { count: results.length, next: null, previous: null, results };
    },
  }),
  route('reports.schedule', {
    method: 'POST',
    path: '/b/api/v1/reports/schedules',
    who: SERVER,
    permissions: ['report.can_change_report'],
    tag,
    summary: 'Create a report schedule',
    description:
      'A report of what was created between two cut-offs, a minute after the second one. A day that a month does not have is its last.',
    body: scheduleBody,
    fields: planFields,
    idempotent: true,
    errors: [400],
    answers: { 201: { description: 'The schedule.', shape: scheduleAnswer } },
    handle: (deps) => async (ctx, body) =>
      shownSchedule(deps, await createSchedule(deps, ctx, body)),
  }),
  route('reports.schedule-read', {
    method: 'GET',
    path: '/b/api/v1/reports/schedules/:id',
    who: SERVER,
    permissions: ['report.can_view_report'],
    tag,
    summary: 'Read a schedule of reports',
    answers: schedule,
    handle: (deps) => async (ctx) => shownSchedule(deps, await scheduleAt(deps, ctx)),
  }),
  route('reports.schedule-change', {
    method: 'PATCH',
    path: '/b/api/v1/reports/schedules/:id',
    who: SERVER,
    permissions: ['report.can_change_report'],
    tag,
    summary: 'Change a schedule of reports',
    description: 'What is left out stays. The next report begins where the last one ended.',
    body: scheduleChange,
    fields: planFields,
    errors: [400],
    answers: schedule,
    handle: (deps) => async (ctx, body) =>
      shownSchedule(deps, await changeSchedule(deps, ctx, body.read())),
  }),
  route('reports.schedule-delete', {
    method: 'DELETE',
    path: '/b/api/v1/reports/schedules/:id',
    who: SERVER,
    permissions: ['report.can_change_report'],
    tag,
    summary: 'Delete a schedule of reports',
    description: 'The reports that it has made stay.',
    answers: { 204: { description: 'It is deleted.' } },
    handle: (deps) => async (ctx) => {
      await deleteSchedule(deps, ctx);
    },
  }),
  route('reports.schedule-pause', {
    method: 'POST',
    path: '/b/api/v1/reports/schedules/:id/pause',
    who: SERVER,
    permissions: ['report.can_change_report'],
    tag,
    summary: 'Pause a schedule of reports',
    description:
      'Nothing is made until it is resumed, but for the report of what had its cut-off before.',
    idempotent: true,
    answers: schedule,
    handle: (deps) => async (ctx) => shownSchedule(deps, await pauseSchedule(deps, ctx)),
  }),
  route('reports.schedule-resume', {
    method: 'POST',
    path: '/b/api/v1/reports/schedules/:id/resume',
    who: SERVER,
    permissions: ['report.can_change_report'],
    tag,
    summary: 'Resume a schedule of reports',
    description: 'It goes on with the report that is under way; cut-offs that went by have none.',
    idempotent: true,
    answers: schedule,
    handle: (deps) => async (ctx) => shownSchedule(deps, await resumeSchedule(deps, ctx)),
  }),
  route('reports.columns', {
    method: 'GET',
    path: '/b/api/v1/reports/columns',
    who: SERVER,
    permissions: ['report.can_view_report'],
    tag,
    summary: 'List the columns',
    description:
      'Those of the kind `common` that the caller may see, with their labels in both languages. `customer_email` and `customer_phone` need `customer.view`.',
    answers: { 200: { description: 'All of them.', shape: columnsAnswer } },
    handle: () => (ctx) => ({ results: usualColumns(ctx, true).map(presentColumn) }),
  }),
];

async function shown(deps: ApiDeps, ctx: Context, report: Report) {
  const [token] = report.status === 'finished' ? await tokensFor(deps, ctx, [report]) : [];
  return presentReport(report, token, deps.publicUrl);
}

async function shownSchedule({ store }: ApiDeps, schedule: ReportSchedule) {
  return presentSchedule(schedule, await store.reports.lastOf(schedule.merchantId, schedule.id));
}
