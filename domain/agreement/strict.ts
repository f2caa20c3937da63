import { shownMoney, type Money } from '../money.ts';
import { isUndecided } from '../transaction/inquiry-plan.ts';
import { settledAt } from '../transaction/settled.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Agreement } from './agreement.ts';
import type { Rhythm } from './autopay.ts';
import { dateAfter, dateAt } from './calendar.ts';
import { monthsOf } from './rhythm.ts';

/*
 * What the agreements of a strict merchant are held to besides (contract/agreements#terms). Off by default: merchants do charge other
 * amounts under a fixed agreement.
 */

/** What has been paid by an agreement so far. */
export interface ChargesBefore {
  /** What the customer paid at first; left out where that payment is gone. */
  readonly firstAmount?: Money;
  /** The instant of the latest payment of the agreement, the customer's own and one without an answer included. */
  readonly lastAt: number;
}

/**
 * What has been paid by an agreement, found in its payments: the one that it began with, its charges of which nobody knows the end,
 * and the latest that was paid. A charge without an answer counts from when it was begun; one that has not got as far, from now.
 */
export function chargesBefore(
  { firstSessionId, createdAt, charges, paid }: Agreement,
  payments: readonly Transaction[],
  now: number,
): ChargesBefore {
  const bySession = new Map(payments.map((one) => [one.sessionId, one]));
  const open = charges.filter((session) => !paid.includes(session));
  const firstAmount = bySession.get(firstSessionId)?.amount;
  return {
    ...(firstAmount && { firstAmount }),
    lastAt: Math.max(
      createdAt,
      ...open.flatMap((session) => begunAt(bySession.get(session), now) ?? []),
      ...payments.flatMap((one) => settledAt(one) ?? []),
    ),
  };
}

function begunAt(payment: Transaction | undefined, now: number): number | undefined {
  if (!payment || payment.attempts.length === 0) return now;
  return payment.attempts.findLast(isUndecided)?.createdAt;
}

/** Why an agreement over a fixed amount allows no charge of this one; undefined where it does. */
export function fixedAmountFault(
  { terms: { id, amountVariability } }: Agreement,
  amount: Money,
  { firstAmount }: ChargesBefore,
): string | undefined {
  if (amountVariability !== 'fixed' || !firstAmount) return undefined;
  const isSame = firstAmount.currency === amount.currency && firstAmount.minor === amount.minor;
  return isSame ? undefined : `The agreement ${id} is over ${shownMoney(firstAmount)} each time.`;
}

/** Why the days between two cycles are not over yet; undefined where they are. */
export function intervalFault(
  { terms: { id, cycleIntervalDays } }: Agreement,
  now: number,
  { lastAt }: ChargesBefore,
): string | undefined {
  const days = daysBetween(lastAt, now);
  return cycleIntervalDays !== undefined && days < cycleIntervalDays
    ? `The last payment of the agreement ${id} is ${days} days old; its cycles are ${cycleIntervalDays} days long.`
    : undefined;
}

/** Why a rhythm is shorter than the days that were agreed on; undefined where it is not. Days that mean months count as those. */
export function rhythmFault({ terms }: Agreement, rhythm: Rhythm): string | undefined {
  const { cycleIntervalDays: agreed } = terms;
  if (agreed === undefined) return undefined;
  const isShorter =
    rhythm.every === 'days'
      ? rhythm.days < agreed
      : rhythm.months < (agreedMonths(agreed) ?? agreed / LONGEST_MONTH_DAYS);
  return isShorter ? `The cycles of the agreement are ${agreed} days long.` : undefined;
}

/**
 * Why a date is too early for a charge in this rhythm; undefined where it is not. Where both mean months these have to be over,
 * however many days they had.
 */
export function dateFault(
  { terms: { cycleIntervalDays: agreed } }: Agreement,
  date: string,
  {
    rhythm,
    timeZone,
    lastAt,
  }: { readonly rhythm: Rhythm; readonly timeZone: string } & Pick<ChargesBefore, 'lastAt'>,
): string | undefined {
  if (agreed === undefined) return undefined;
  const last = dateAt(lastAt, timeZone);
  const months = rhythm.every === 'months' ? agreedMonths(agreed) : undefined;
  const afterDays = dateAfter(last, { days: agreed });
  const afterMonths = months === undefined ? afterDays : dateAfter(last, { months });
  const earliest = afterMonths < afterDays ? afterMonths : afterDays;
  return date < earliest
    ? `The last payment of the agreement was on ${last}, so the next is on ${earliest} at the earliest.`
    : undefined;
}

function agreedMonths(cycleIntervalDays: number): number | undefined {
  return monthsOf({ cycleIntervalDays });
}

/** From midnight to midnight, in UTC: an hour more or less of the day does not count. */
function daysBetween(from: number, until: number): number {
  return Math.floor(until / DAY_MS) - Math.floor(from / DAY_MS);
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_MONTH_DAYS = 31;
