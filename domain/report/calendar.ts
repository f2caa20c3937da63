import { Temporal } from 'temporal-polyfill';
import type { Interval } from './report.ts';
import type { Span } from './selection.ts';

/*
 * Asked by the API and by activities, never by a workflow: the rules of time zones change, and a replay must not.
 */

/** When a report is made by itself: at this time of day there, on the day of the week, month or year of its first date. */
export interface ReportTimetable {
  readonly interval: Interval;
  /** The first date on which one is made, `YYYY-MM-DD`. */
  readonly startsOn: string;
  /** `HH:MM`: what is later belongs to the next one. */
  readonly cutOff: string;
  /** Of the IANA list. */
  readonly timeZone: string;
}

/** One report of a timetable. */
export interface ReportPeriod {
  /** The date of its cut-off: what it is known by. */
  readonly name: string;
  /** The cut-off before, which is not in it, and its own, which is. */
  readonly span: Required<Span>;
}

/**
 * The n-th period, counted from 1. Each is reckoned from the first date, so that a month that was too short moves none
 * after it. A time of day that the place's clock leaves out is as much later as the clock jumps; of one that comes twice
 * it is the first.
 */
export function reportPeriod(timetable: ReportTimetable, number: number): ReportPeriod {
  const date = dateOf(timetable, number);
  const span = {
    after: instantOf(timetable, dateOf(timetable, number - 1)),
    until: instantOf(timetable, date),
  };
  return { name: date.toString(), span };
}

/** The number of the first period whose cut-off is at this instant or later. */
export function periodNumberFrom(timetable: ReportTimetable, instant: number): number {
  let low = 1;
  let high = 1;
  while (instantOf(timetable, dateOf(timetable, high)) < instant) high *= 2;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (instantOf(timetable, dateOf(timetable, middle)) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whole days of a place, both included; an end that is left out is open. */
export function spanOfDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): Span {
  const start = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone }).epochMilliseconds - 1;
  return {
    ...(from !== undefined && { after: start(Temporal.PlainDate.from(from)) }),
    until: to === undefined ? now : start(Temporal.PlainDate.from(to).add({ days: 1 })),
  };
}

/** The date in a place, so many days before an instant. */
export function dateBefore(
  instant: number,
  { days, timeZone }: { readonly days: number; readonly timeZone: string },
): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days })
    .toString();
}

/** When the day of an instant began in a place, in epoch milliseconds. */
export function startOfDay(instant: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;
}

function instantOf({ cutOff, timeZone }: ReportTimetable, date: Temporal.PlainDate): number {
  return date.toZonedDateTime({ timeZone, plainTime: cutOff }).epochMilliseconds;
}

const STEPS: Readonly<Record<Interval, Temporal.DurationLike>> = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
  yearly: { years: 1 },
};

/** A day that a month does not have is its last. */
function dateOf({ interval, startsOn }: ReportTimetable, number: number): Temporal.PlainDate {
  const [[unit, size] = ['days', 1]] = Object.entries(STEPS[interval]);
  return Temporal.PlainDate.from(startsOn).add({ [unit]: Number(size) * (number - 1) });
}
