import type { AgreementTerms, Frequency } from './agreement.ts';
import type { Rhythm } from './autopay.ts';

const MONTHS: Partial<Record<Frequency, number>> = {
  monthly: 1,
  quarterly: 3,
  semi_annually: 6,
  yearly: 12,
};
const DAYS: Partial<Record<Frequency, number>> = { daily: 1, weekly: 7 };
const DAYS_OF_MONTH = 30.44;
/** So much longer or shorter days may be that mean months: 28 to 31, 90 to 92, 365 and 366. */
const TOLERANCE_DAYS = 3;

/**
 * How often an agreement is charged that names no day of the month, by what the customer has agreed to: on this day where that is in
 * months. Days count where the frequency has no length of its own; undefined where nothing says how often.
 */
export function agreedRhythm(
  { frequency, cycleIntervalDays }: Pick<AgreementTerms, 'frequency' | 'cycleIntervalDays'>,
  day: number,
): Rhythm | undefined {
  const months = frequency && MONTHS[frequency];
  if (months !== undefined) return { every: 'months', months, day };
  const days = (frequency && DAYS[frequency]) ?? cycleIntervalDays;
  return days === undefined ? undefined : { every: 'days', days };
}

/**
 * After how many months an agreement with a day of the month is charged, by what the customer has agreed to: one where that
 * says nothing of it, undefined where it says what is no number of months.
 */
export function monthsOf({
  frequency,
  cycleIntervalDays: days,
}: Pick<AgreementTerms, 'frequency' | 'cycleIntervalDays'>): number | undefined {
  if (frequency !== undefined && frequency !== 'other' && frequency !== 'irregular')
    return MONTHS[frequency];
  if (days === undefined) return 1;
  const months = Math.round(days / DAYS_OF_MONTH);
  const isThat = Math.abs(days - months * DAYS_OF_MONTH) <= TOLERANCE_DAYS;
  return months > 0 && isThat ? months : undefined;
}
