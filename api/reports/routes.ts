import Router from '@koa/router';
import type { Context } from 'koa';
import { defaultColumns } from '../../domain/report/columns.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Report } from '../../domain/report/report.ts';
import type { ReportSchedule } from '../../domain/report/schedule.ts';
import { authorize } from '../access/authorize.ts';
import { merchantOf, refuseUnlessAll } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { presentColumn } from './columns.ts';
import { download, downloadAudited } from './download.ts';
import { orderExport } from './export.ts';
import { page, tokensFor } from './files.ts';
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

const REPORTS = '/b/api/v1/reports';
const FILES = `${REPORTS}/files`;
const SCHEDULES = `${REPORTS}/schedules`;
const SCHEDULE = `${SCHEDULES}/:id`;

/** Reports: asked for, watched, listed, downloaded (contract/events-and-pages.md 6). */
export function reportRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const once = idempotent(deps.store.claims);

  router.get(FILES, authorize(deps, 'reports.files'), async (ctx) => {
    ctx.body = await page(deps, ctx, FILES);
  });
  const audited = downloadAudited(deps);
  router.get(`${FILES}/:token/download`, audited, authorize(deps, 'reports.download'), (ctx) =>
    download(deps, ctx),
  );
  router.post(`${REPORTS}/exports`, authorize(deps, 'reports.export'), once, async (ctx) => {
    const report = await orderExport(deps, ctx);
    ctx.status = report.status === 'in_progress' ? 202 : 200;
    ctx.body = await shown(ctx, report);
  });
  router.get(`${REPORTS}/exports/:encrypted_id`, authorize(deps, 'reports.read'), async (ctx) => {
    const { encrypted_id: name = '' } = ctx['params'] as { readonly encrypted_id?: string };
    const report = await deps.store.reports.findByName(merchantOf(ctx), name);
    if (!report) throw new Refusal('not_found', 'There is no report of this id.');
    refuseUnlessAll(ctx, 'view', report.selection.types);
    ctx.body = await shown(ctx, report);
  });
  router.get(`${REPORTS}/columns`, authorize(deps, 'reports.columns'), (ctx) => {
    ctx.body = { results: defaultColumns(true).map(presentColumn) };
  });
  addSchedules(router, deps);
  return router;

  async function shown(ctx: Context, report: Report): Promise<object> {
    const [token] = report.status === 'finished' ? await tokensFor(deps, ctx, [report]) : [];
    return presentReport(report, token, deps.publicUrl);
  }
}

function addSchedules(router: Router, deps: ApiDeps): void {
  const once = idempotent(deps.store.claims);
  router.get(SCHEDULES, authorize(deps, 'reports.schedules'), async (ctx) => {
    const found = await schedulesSeen(deps, ctx);
    const results = await Promise.all(found.map(shown));
    ctx.body = { count: results.length, next: null, previous: null, results };
  });
  router.post(SCHEDULES, authorize(deps, 'reports.schedule'), once, async (ctx) => {
    ctx.body = await shown(await createSchedule(deps, ctx));
    ctx.status = 201;
  });
  router.get(SCHEDULE, authorize(deps, 'reports.schedule-read'), async (ctx) => {
    ctx.body = await shown(await scheduleAt(deps, ctx));
  });
  router.patch(SCHEDULE, authorize(deps, 'reports.schedule-change'), async (ctx) => {
    ctx.body = await shown(await changeSchedule(deps, ctx));
  });
  router.delete(SCHEDULE, authorize(deps, 'reports.schedule-delete'), async (ctx) => {
    await deleteSchedule(deps, ctx);
    ctx.status = 204;
  });
  router.post(`${SCHEDULE}/pause`, authorize(deps, 'reports.schedule-pause'), once, async (ctx) => {
    ctx.body = await shown(await pauseSchedule(deps, ctx));
  });
  router.post(
    `${SCHEDULE}/resume`,
    authorize(deps, 'reports.schedule-resume'),
    once,
    async (ctx) => {
      ctx.body = await shown(await resumeSchedule(deps, ctx));
    },
  );

  async function shown(schedule: ReportSchedule): Promise<object> {
    return presentSchedule(
      schedule,
      await deps.store.reports.lastOf(schedule.merchantId, schedule.id),
    );
  }
}
