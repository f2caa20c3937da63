import type { MerchantId } from '../ids.ts';
import type { Initiator } from '../initiator.ts';
import {
  periodNumberFrom,
  reportPeriod,
  type ReportPeriod,
  type ReportTimetable,
} from './calendar.ts';
import type { Layout } from './report.ts';
import type { ReportFilter } from './selection.ts';

/** `deleted`: its Temporal Schedule has to go, and then the document. */
export const SCHEDULE_STATES = ['active', 'paused', 'deleted'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** What a merchant decides about a report that is made by itself. */
export interface SchedulePlan extends ReportTimetable {
  readonly prefix?: string;
  readonly filter: ReportFilter;
  readonly layout: Layout;
  readonly emails: readonly string[];
  readonly sentByMail?: boolean;
}

/** A report that is made by itself. Times are epoch milliseconds. */
export interface ReportSchedule {
  readonly merchantId: MerchantId;
  readonly id: string;
  /** Counts saves: who read an older one does not write over a newer one. */
  readonly version: number;
  readonly state: ScheduleState;
  readonly plan: SchedulePlan;
  /** Who has made it; left out where that was a program. */
  readonly initiator?: Initiator;
  /**
   * Where the next report begins, whatever has changed: where the last one ended that was made or is owed, and before the first one
   * where it was to begin by an earlier plan.
   */
  readonly reportedUntil?: number;
  /** Periods that are over and have no report yet, oldest first: neither another plan nor a pause changes them. */
  readonly owed?: readonly ReportPeriod[];
  /** Since when it is paused; left out while it is not. */
  readonly pausedAt?: number;
  /** When somebody has to look at it; left out while it is paused. */
  readonly lookAt?: number;
  readonly createdAt: number;
}

/** Who is meant: no query goes without the merchant. */
export interface ScheduleRef {
  readonly merchantId: MerchantId;
  readonly id: string;
}

/** So many of one merchant. */
export const MOST_SCHEDULES = 50;

/**
 * A report is begun so long after its cut-off: what was created at the last moment stands in the database by then.
 */
export const SETTLED_MS = 60_000;

/** After a long outage so many at a time; the next look goes on. */
const MOST_AT_ONCE = 31;

/** What somebody who has looked at a schedule knows: what it is from now on, and which reports are due. */
export interface LookedAt {
  readonly schedule: ReportSchedule;
  readonly due: readonly ReportPeriod[];
}

/**
 * Every period that is over has its report, and it is known when to look again. While it is paused that is so for what was
 * over before. Safe to repeat.
 */
export function lookAtSchedule(schedule: ReportSchedule, now: number): LookedAt {
  const { lookAt: _past, owed = [], ...rest } = owing(schedule, now);
  if (schedule.state === 'deleted') return { schedule: rest, due: [] };
  const due = owed.filter((period) => lookOf(period) <= now).slice(0, MOST_AT_ONCE);
  const left = owed.slice(due.length);
  const [next = schedule.state === 'active' ? upcoming(rest) : undefined] = left;
  return {
    schedule: {
      ...rest,
      ...(left.length > 0 && { owed: left }),
      ...(next && { lookAt: lookOf(next) }),
    },
    due,
  };
}

/** What is over is owed from now on. The same object where nothing has come to it. */
export function owing(schedule: ReportSchedule, now: number): ReportSchedule {
  return schedule.state === 'active' ? owingUntil(schedule, now - SETTLED_MS) : schedule;
}

/** When somebody has to look next, so many times, soonest first. */
export function upcomingLooks(schedule: ReportSchedule, count: number): readonly number[] {
  if (schedule.state !== 'active') return [];
  const looks = (schedule.owed ?? []).slice(0, count).map(lookOf);
  for (let next = upcoming(schedule); looks.length < count; next = after(schedule, next))
    looks.push(lookOf(next));
  return looks;
}

/** The report that is made next; undefined while it is paused. */
export function nextReportPeriod(schedule: ReportSchedule): ReportPeriod | undefined {
  const { state, owed: [first] = [] } = schedule;
  return state === 'active' ? (first ?? upcoming(schedule)) : undefined;
}

/** A new schedule. What was over before it was made has no report. */
export function scheduled(
  plan: SchedulePlan,
  { now, ...made }: ScheduleRef & Pick<ReportSchedule, 'initiator'> & { readonly now: number },
): ReportSchedule {
  return { ...made, version: 1, state: 'active', plan, lookAt: now, createdAt: now };
}

/**
 * The same with another plan; what is over gets its report all the same. Its next report begins where the last one ended, the first
 * one no later than it would have by the plan before: nothing that was created since then is left out.
 */
export function replanned(
  schedule: ReportSchedule,
  plan: SchedulePlan,
  now: number,
): ReportSchedule {
  if (schedule.state !== 'active') return begunBefore({ ...schedule, plan }, schedule, now);
  const over = owingUntil(schedule, now);
  return { ...begunBefore({ ...over, plan }, over, now), lookAt: now };
}

/** With a first date that is still to come, its first report would otherwise begin with the period before that. */
function begunBefore(next: ReportSchedule, before: ReportSchedule, now: number): ReportSchedule {
  if (before.reportedUntil !== undefined) return next;
  const [begun, begins] = [upcoming(before).span.after, upcoming(next).span.after];
  const leavesOut = begun <= now && begins > Math.max(begun, next.createdAt);
  return leavesOut ? { ...next, reportedUntil: begun } : next;
}

/** What is over gets its report all the same; nothing else is made until it is resumed. */
export function pausedSchedule(schedule: ReportSchedule, now: number): ReportSchedule {
  if (schedule.state !== 'active') return schedule;
  return { ...owingUntil(schedule, now), state: 'paused', pausedAt: now, lookAt: now };
}

/** Goes on with the period that is under way; cut-offs that went by in the pause have no report. */
export function resumedSchedule(schedule: ReportSchedule, now: number): ReportSchedule {
  const { pausedAt, ...rest } = schedule;
  if (schedule.state !== 'paused' || pausedAt === undefined) return schedule;
  // A plan that it got in the pause may have cut-offs before the pause: they were not missed for it.
  const going: ReportSchedule = { ...owingUntil(rest, pausedAt), state: 'active', lookAt: now };
  // Without a cut-off in the pause it is the same period that is under way: it begins where it began.
  if (upcoming(going).span.until >= now) return going;
  const { span } = reportPeriod(schedule.plan, periodNumberFrom(schedule.plan, now));
  return { ...going, reportedUntil: span.after };
}

export function deleted(schedule: ReportSchedule, now: number): ReportSchedule {
  return { ...schedule, state: 'deleted', lookAt: now };
}

/** All periods whose cut-off has come by this instant are owed. */
function owingUntil(schedule: ReportSchedule, instant: number): ReportSchedule {
  const over: ReportPeriod[] = [];
  let next = upcoming(schedule);
  for (; next.span.until <= instant; next = after(schedule, next)) over.push(next);
  const last = over.at(-1);
  if (!last) return schedule;
  return { ...schedule, reportedUntil: last.span.until, owed: [...(schedule.owed ?? []), ...over] };
}

function lookOf({ span }: ReportPeriod): number {
  return span.until + SETTLED_MS;
}

/** The first period that is neither reported nor owed; before the first report, the one that was under way when it was made. */
function upcoming({ plan, reportedUntil, createdAt }: ReportSchedule): ReportPeriod {
  if (reportedUntil === undefined) return reportPeriod(plan, periodNumberFrom(plan, createdAt));
  const period = reportPeriod(plan, periodNumberFrom(plan, reportedUntil + 1));
  return { ...period, span: { ...period.span, after: reportedUntil } };
}

function after(schedule: ReportSchedule, { span }: ReportPeriod): ReportPeriod {
  return upcoming({ ...schedule, reportedUntil: span.until });
}
