import type { MerchantId } from '../ids.ts';
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
}

/** A report that is made by itself. Times are epoch milliseconds. */
export interface ReportSchedule {
  readonly merchantId: MerchantId;
  readonly id: string;
  /** Counts saves: who read an older one does not write over a newer one. */
  readonly version: number;
  readonly state: ScheduleState;
  readonly plan: SchedulePlan;
  /** Up to here reports have been made: the next one begins where the last one ended, whatever has changed. */
  readonly reportedUntil?: number;
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

/** Every period that is over has its report, and it is known when to look again. Safe to repeat. */
export function lookAtSchedule(schedule: ReportSchedule, now: number): LookedAt {
  const { lookAt: _past, ...rest } = schedule;
  if (schedule.state !== 'active') return { schedule: rest, due: [] };
  const due: ReportPeriod[] = [];
  let next = upcoming(schedule);
  while (next.span.until + SETTLED_MS <= now && due.length < MOST_AT_ONCE) {
    due.push(next);
    next = after(schedule, next);
  }
  const last = due.at(-1);
  return {
    schedule: {
      ...rest,
      ...(last && { reportedUntil: last.span.until }),
      lookAt: next.span.until + SETTLED_MS,
    },
    due,
  };
}

/** When somebody has to look next, so many times, soonest first. */
export function upcomingLooks(schedule: ReportSchedule, count: number): readonly number[] {
  if (schedule.state !== 'active') return [];
  const looks: number[] = [];
  for (let next = upcoming(schedule); looks.length < count; next = after(schedule, next))
    looks.push(next.span.until + SETTLED_MS);
  return looks;
}

/** The report that is made next; undefined while it is paused. */
export function nextPeriod(schedule: ReportSchedule): ReportPeriod | undefined {
  return schedule.state === 'active' ? upcoming(schedule) : undefined;
}

/** A new schedule. What was over before it was made has no report. */
export function scheduled(
  plan: SchedulePlan,
  { now, ...name }: ScheduleRef & { readonly now: number },
): ReportSchedule {
  return { ...name, version: 1, state: 'active', plan, lookAt: now, createdAt: now };
}

/** The same with another plan; its next report begins where the last one ended. */
export function replanned(
  schedule: ReportSchedule,
  plan: SchedulePlan,
  now: number,
): ReportSchedule {
  return { ...schedule, plan, ...(schedule.state === 'active' && { lookAt: now }) };
}

/** Nothing is made until it is resumed. */
export function paused(schedule: ReportSchedule, now: number): ReportSchedule {
  return schedule.state === 'active' ? { ...schedule, state: 'paused', lookAt: now } : schedule;
}

/** Goes on with the period that is under way; cut-offs that went by have no report. */
export function resumed(schedule: ReportSchedule, now: number): ReportSchedule {
  if (schedule.state !== 'paused') return schedule;
  const { span } = reportPeriod(schedule.plan, periodNumberFrom(schedule.plan, now));
  return { ...schedule, state: 'active', reportedUntil: span.after, lookAt: now };
}

export function deleted(schedule: ReportSchedule, now: number): ReportSchedule {
  return { ...schedule, state: 'deleted', lookAt: now };
}

/** The first period that is not reported; before the first report, the one that was under way when it was made. */
function upcoming({ plan, reportedUntil, createdAt }: ReportSchedule): ReportPeriod {
  if (reportedUntil === undefined) return reportPeriod(plan, periodNumberFrom(plan, createdAt));
  const period = reportPeriod(plan, periodNumberFrom(plan, reportedUntil + 1));
  return { ...period, span: { ...period.span, after: reportedUntil } };
}

function after(schedule: ReportSchedule, { span }: ReportPeriod): ReportPeriod {
  return upcoming({ ...schedule, reportedUntil: span.until });
}
