import { ScheduleNotFoundError, type ScheduleDescription } from '@temporalio/client';

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

/** A pause with another note is an operator's, and only an operator ends it. */
export const OUR_NOTE = 'paused by the merchant';

export function isHeldByOperator({ paused, note }: ScheduleDescription['state']): boolean {
  return paused && note !== OUR_NOTE;
}

/** One instant, in UTC, to the second. */
export function instantOf(at: number) {
  const date = new Date(at);
  return {
    year: date.getUTCFullYear(),
    month: MONTHS[date.getUTCMonth()] ?? 'JANUARY',
    dayOfMonth: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

export async function unlessDeleted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    throw error;
  }
}
