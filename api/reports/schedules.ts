import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { keptReceivers } from '../../domain/report/receivers.ts';
import {
  deleted,
  MOST_SCHEDULES,
  pausedSchedule,
  replanned,
  resumedSchedule,
  scheduled,
  type ReportSchedule,
  type SchedulePlan,
} from '../../domain/report/schedule.ts';
import type { ReportFilter } from '../../domain/report/selection.ts';
import { TRANSACTION_TYPES } from '../../domain/transaction/type.ts';
import { merchantOf, refuseUnlessAll, typesSeen } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { columnsAfter } from './columns.ts';
import { DEFAULT_ZONE, initiatorIn, layoutOf, typesFor } from './export.ts';
import { refuseStrangers } from './receivers.ts';
import type { NewScheduleBody, ScheduleBody } from './schema.ts';
import type { RouteContext } from '../route.ts';

type Deps = Pick<ApiDeps, 'store' | 'engine'>;

/** Has reports made by themselves from now on. Throws every fault at once. */
export async function createSchedule(
  deps: Deps,
  ctx: Context,
  sent: SentBody<NewScheduleBody>,
): Promise<ReportSchedule> {
  const merchantId = merchantOf(ctx);
  const ref = { merchantId, id: claimedSessionId(ctx) };
  const known = await deps.store.reportSchedules.find(ref);
  if (known) return known;
  const body = sent.read();
  const plan = await planOf(deps, ctx, body);
  await refuseStrangers(deps, ctx, plan);
  const now = Date.now();
  const fresh = scheduled(plan, { ...ref, ...initiatorIn(ctx), now });
  const { length } = await deps.store.reportSchedules.list(merchantId);
  if (length >= MOST_SCHEDULES)
    throw new Refusal(
      'invalid_state',
      `There are ${MOST_SCHEDULES} schedules of reports already; delete one that nobody needs.`,
    );
  const schedule = body.is_active === false ? pausedSchedule(fresh, now) : fresh;
  await deps.store.reportSchedules.insert(schedule);
  await haveLookedAt(deps, schedule);
  return schedule;
}

/** Changes what a body names; the next report begins where the last one ended. */
export async function changeSchedule(
  deps: Deps,
  ctx: RouteContext<'id'>,
  body: ScheduleBody,
): Promise<ReportSchedule> {
  return change(deps, ctx, async (known, now) => {
    const plan = planWith(ctx, known.plan, body);
    await refuseStrangers(deps, ctx, plan, keptReceivers(known.plan, plan));
    const next = replanned(known, plan, now);
    if (body.is_active === undefined) return next;
    return body.is_active ? resumedSchedule(next, now) : pausedSchedule(next, now);
  });
}

export function pauseSchedule(deps: Deps, ctx: RouteContext<'id'>): Promise<ReportSchedule> {
  return change(deps, ctx, pausedSchedule);
}

export function resumeSchedule(deps: Deps, ctx: RouteContext<'id'>): Promise<ReportSchedule> {
  return change(deps, ctx, resumedSchedule);
}

/** The reports that it has made stay. */
export async function deleteSchedule(deps: Deps, ctx: RouteContext<'id'>): Promise<void> {
  await change(deps, ctx, deleted);
}

/** The schedules of the caller's merchant with nothing in their reports that the caller may not see, newest first. */
export async function schedulesSeen({ store }: Pick<Deps, 'store'>, ctx: Context) {
  const found = await store.reportSchedules.list(merchantOf(ctx));
  const seen = typesSeen(ctx) ?? TRANSACTION_TYPES;
  return found.filter(
    ({
      plan: {
        filter: { types = TRANSACTION_TYPES },
      },
    }) => types.every((type) => seen.includes(type)),
  );
}

/**
 * The schedule that the path names, if it is of the caller's merchant. Throws `not_found`, and 403 where the caller may not see what
 * is in its reports.
 */
export async function scheduleAt({ store }: Pick<Deps, 'store'>, ctx: RouteContext<'id'>) {
  const { id } = ctx.params;
  const found = await store.reportSchedules.find({ merchantId: merchantOf(ctx), id });
  if (!found) throw new Refusal('not_found', 'There is no schedule of reports of this id.');
  refuseUnlessAll(ctx, 'view', found.plan.filter.types);
  return found;
}

/** By a rule that is asked again when somebody else was faster. The document comes first, then the engine looks at it. */
async function change(
  deps: Deps,
  ctx: RouteContext<'id'>,
  rule: (known: ReportSchedule, now: number) => ReportSchedule | Promise<ReportSchedule>,
): Promise<ReportSchedule> {
  for (;;) {
    const known = await scheduleAt(deps, ctx);
    const next = await rule(known, Date.now());
    if (next === known) return known;
    if (!(await deps.store.reportSchedules.save(next))) continue;
    const saved = { ...next, version: next.version + 1 };
    await haveLookedAt(deps, saved);
    return saved;
  }
}

async function planOf({ store }: Deps, ctx: Context, body: NewScheduleBody): Promise<SchedulePlan> {
  const { timeZone = DEFAULT_ZONE } = (await settingsOf(store, ctx)) ?? {};
  const { interval, start_date: startsOn, cut_off_time: cutOff } = body;
  const plan: SchedulePlan = {
    interval,
    startsOn,
    cutOff,
    timeZone,
    filter: typesFor(ctx, undefined),
    layout: layoutOf(ctx, body),
    emails: [],
  };
  return planWith(ctx, plan, body);
}

/** A plan with what a body says of it. */
function planWith(ctx: Context, plan: SchedulePlan, body: ScheduleBody): SchedulePlan {
  const { interval, start_date: startsOn, cut_off_time: cutOff, time_zone: timeZone } = body;
  const { file_name_prefix: prefix, emails, send_by_email: sentByMail, plugins } = body;
  return {
    ...plan,
    ...(interval && { interval }),
    ...(startsOn !== undefined && { startsOn }),
    ...(cutOff !== undefined && { cutOff }),
    ...(timeZone !== undefined && { timeZone }),
    ...(prefix !== undefined && { prefix }),
    ...(emails && { emails: [...new Set(emails)] }),
    ...(sentByMail !== undefined && { sentByMail }),
    ...(plugins && { filter: filterWith(plan.filter, plugins) }),
    layout: layoutWith(ctx, plan.layout, body),
  };
}

/** No plugin is no choice of one: a list of none would fit no payment. */
function filterWith(
  { plugins: _before, ...filter }: ReportFilter,
  plugins: NonNullable<ReportFilter['plugins']>,
): ReportFilter {
  return plugins.length > 0 ? { ...filter, plugins } : filter;
}

function layoutWith(
  ctx: Context,
  layout: SchedulePlan['layout'],
  body: ScheduleBody,
): SchedulePlan['layout'] {
  const { file_format: format, language, bom } = body;
  return {
    ...layout,
    ...(format && { format }),
    ...(language && { language }),
    ...(bom !== undefined && { bom }),
    columns: columnsAfter(ctx, layout.columns, body),
  };
}

/** When Temporal is away the change stands, and the sweep finds it. */
async function haveLookedAt({ engine }: Deps, schedule: ReportSchedule): Promise<void> {
  try {
    await engine.lookAtReports(schedule);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
}
