import { Temporal } from 'temporal-polyfill';
import type { Period, Timetable } from './autopay.ts';

/*
 * Asked by the API and by activities, never by a workflow: the rules of time zones change, and a replay must not.
 */

/**
 * The n-th due date, counted from 1; undefined when there is none. Each is reckoned from the first, so that a month that
 * was too short moves none after it. A time of day that the place's clock leaves out is as much later as the clock
 * jumps; of one that comes twice it is the first.
 */
export function periodOf(timetable: Timetable, number: number): Period | undefined {
  const { cycles, endsOn, at, timeZone } = timetable;
  if (!Number.isInteger(number) || number < 1 || number > cycles) return undefined;
  const date = dateOf(timetable, number);
  if (endsOn !== undefined && Temporal.PlainDate.compare(date, endsOn) > 0) return undefined;
  const dueAt = date.toZonedDateTime({ timeZone, plainTime: at }).epochMilliseconds;
  return { name: date.toString(), number, dueAt };
}

/** The first period that is due at this instant or later; undefined when there is none any more. */
export function periodFrom(timetable: Timetable, instant: number): Period | undefined {
  return periodOf(timetable, countOf(timetable, ({ dueAt }) => dueAt < instant) + 1);
}

/** The last period that is due on this date or before it, or of all where none is given; undefined when there is none. */
export function lastPeriodOf(timetable: Timetable, until?: string): Period | undefined {
  return periodOf(
    timetable,
    countOf(timetable, ({ name }) => until === undefined || name <= until),
  );
}

/** How many periods are so; those that are come first. */
function countOf(timetable: Timetable, isSo: (period: Period) => boolean): number {
  let low = 1;
  let high = timetable.cycles + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const period = periodOf(timetable, middle);
    if (period && isSo(period)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The date on which it is this instant in a place. */
export function dateAt(instant: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** The date so much later; a day that the month does not have is its last one. */
export function dateAfter(
  date: string,
  span: { readonly days: number } | { readonly months: number },
): string {
  return Temporal.PlainDate.from(date).add(span).toString();
}

/** Whether a text is a date of the calendar, such as `2028-02-29`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && succeeds(() => Temporal.PlainDate.from(text));
}

/** Whether a text names a time zone of the IANA list; an offset such as `+03:00` has no daylight saving and is none. */
export function isTimeZone(text: string): boolean {
  return (
    /^[A-Za-z]/.test(text) &&
    succeeds(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text))
  );
}

/** Whether a text is a time of day, such as `09:00`. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

function dateOf({ rhythm, startsOn }: Timetable, number: number): Temporal.PlainDate {
  const start = Temporal.PlainDate.from(startsOn);
  if (rhythm.every === 'days') return start.add({ days: rhythm.days * (number - 1) });
  const { day, months } = rhythm;
  const inFirst = start.with({ day });
  const skip = Temporal.PlainDate.compare(inFirst, start) < 0 ? 1 : 0;
  const month = start.toPlainYearMonth().add({ months: skip + months * (number - 1) });
  return month.toPlainDate({ day: Math.min(day, month.daysInMonth) });
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
