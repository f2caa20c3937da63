import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { AutopayRequest } from '../../domain/agreement/arrange.ts';
import type { Rhythm } from '../../domain/agreement/autopay.ts';
import {
  dateAt,
  isDate,
  isTimeOfDay,
  isTimeZone,
  periodFrom,
} from '../../domain/agreement/calendar.ts';
import { agreedRhythm, monthsOf } from '../../domain/agreement/rhythm.ts';
import type { CurrencyCode } from '../../domain/currencies.ts';
import { moneySentence } from '../../domain/money-sentence.ts';
import { money as makeMoney, parseMoney } from '../../domain/money.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { AutopayBody } from './schema.ts';

/** What the request is completed with. */
export interface AutopayContext {
  readonly agreement: Agreement;
  /** That of the customer's own payment. */
  readonly currency: CurrencyCode;
  readonly publicUrl: string;
  readonly now: number;
}

const DEFAULT_ZONE = 'UTC';
const DEFAULT_TIME = '09:00';

const DAILY: Rhythm = { every: 'days', days: 1 };
const smallestOf = (currency: CurrencyCode) => makeMoney(1, currency);

/**
 * The request of a body, completed by the agreement where the body is silent, and what makes it none. What cannot be read is
 * replaced by something that is right, so that all the rest can be judged in the same answer.
 */
export function autopayRequestOf(
  body: Partial<AutopayBody>,
  { agreement, currency, publicUrl, now }: AutopayContext,
): { readonly request: AutopayRequest; readonly faults: FieldErrors } {
  const money = body.amount === undefined ? undefined : parseMoney(body.amount, currency);
  const isMoney = money !== undefined && !('fault' in money);
  const timeZone = body.time_zone ?? DEFAULT_ZONE;
  const at = body.charge_at ?? DEFAULT_TIME;
  const first = firstDay(isTimeZone(timeZone) ? timeZone : DEFAULT_ZONE, at, now);
  const { startDate = first } = agreement.terms;
  const startsOn = body.start_date ?? (startDate > first ? startDate : first);
  const rhythm = rhythmOf(body, agreement, startsOn);
  return {
    faults: {
      ...(money && 'fault' in money && { amount: [moneySentence(money.fault, currency)] }),
      ...('faults' in rhythm && rhythm.faults),
    },
    request: {
      amount: isMoney ? money : smallestOf(currency),
      rhythm: 'faults' in rhythm ? DAILY : rhythm,
      publicUrl,
      timeZone,
      startsOn,
      ...(body.end_date !== undefined && { endsOn: body.end_date }),
      ...(body.total_cycles !== undefined && { cycles: body.total_cycles }),
      at,
    },
  };
}

/** The first day whose time of charging is still to come: nobody asks for a charge at once by saying nothing. */
function firstDay(timeZone: string, at: string, now: number): string {
  const today = dateAt(now, timeZone);
  if (!isTimeOfDay(at)) return today;
  const days = { rhythm: DAILY, startsOn: today, cycles: 2, timeZone, at };
  return periodFrom(days, now)?.name ?? today;
}

/** What is asked for; else what the customer has agreed to: on a day of the month, or counted from the first date. */
function rhythmOf(
  body: Partial<AutopayBody>,
  { terms }: Agreement,
  startsOn: string,
): Rhythm | { readonly faults: FieldErrors } {
  const { interval_days: days, interval_months: months, payment_processing_day: day } = body;
  if (days !== undefined && (months !== undefined || day !== undefined))
    return { faults: { interval_days: ['Give days, or months with a day, not both.'] } };
  if (days !== undefined) return { every: 'days', days };
  const agreed = dayOf(terms.extraParams?.paymentProcessingDay);
  const processing = day ?? agreed;
  if (processing !== undefined) {
    const every = months ?? monthsOf(terms);
    if (every !== undefined) return { every: 'months', months: every, day: processing };
    const often = terms.frequency ?? `every ${terms.cycleIntervalDays} days`;
    return {
      faults: {
        interval_months: [`How many? The agreement says ${often}, which is no number of months.`],
      },
    };
  }
  if (months !== undefined)
    return { faults: { payment_processing_day: ['On which day of the month?'] } };
  return (
    agreedRhythm(terms, isDate(startsOn) ? dayIn(startsOn) : 1) ?? {
      faults: { interval_days: ['Give days, or a day of the month; the agreement says neither.'] },
    }
  );
}

function dayOf(agreed: number | string | undefined): number | undefined {
  return typeof agreed === 'string' ? dayIn(agreed) : agreed;
}

function dayIn(date: string): number {
  return Number(date.slice(-2));
}
