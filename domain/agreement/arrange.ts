import { cardStatusOf, preferredOf, type SavedCard } from '../card/card.ts';
import { isExpired } from '../card/validity.ts';
import { compare, isPositive, shownMoney, type Money } from '../money.ts';
import { Refusal, type FieldErrors } from '../refusal.ts';
import type { Agreement } from './agreement.ts';
import { MOST_CYCLES, type Autopay, type Period, type Timetable } from './autopay.ts';
import { dateAt, isDate, isTimeOfDay, isTimeZone, periodOf } from './calendar.ts';
import { cyclesLeft } from './ending.ts';
import {
  begunUpTo,
  comingPeriod,
  endedAs,
  isRunning,
  look,
  passOver,
  type Running,
} from './look.ts';
import { dateFault, fixedAmountFault, rhythmFault, type ChargesBefore } from './strict.ts';

/* What merchants ask of autopay: begin it, pause, resume, leave out a period or charge it now, another card. */

/** Temporal's Schedules know no date after 2100, and nobody agrees on anything for so long. */
const MOST_YEARS = 10;

/** What a merchant asks the engine to charge by itself. */
export interface AutopayRequest extends Omit<Timetable, 'cycles'> {
  readonly amount: Money;
  readonly publicUrl: string;
  /** As many as the agreement leaves when it is not said. */
  readonly cycles?: number;
}

/** Everything that is wrong with a request, by the names of the API. */
export function autopayFaults(
  request: AutopayRequest,
  agreement: Agreement,
  now: number,
): FieldErrors {
  return fieldErrors({
    amount: amountFault(request, agreement),
    time_zone: isTimeZone(request.timeZone)
      ? undefined
      : `"${request.timeZone}" is no time zone of the IANA list, such as Asia/Kuwait.`,
    charge_at: isTimeOfDay(request.at) ? undefined : 'Write the time of day as HH:MM.',
    ...datesFaults(request, agreement, now),
    total_cycles: cyclesFault(request, agreement),
  });
}

/**
 * By what a strict merchant's agreement allows no such request (`autopayFaults` found nothing). The cycles of one that it allows are
 * charged whatever the days between them come to.
 */
export function strictFaults(
  request: AutopayRequest,
  agreement: Agreement,
  before: ChargesBefore,
): FieldErrors {
  const { amount, rhythm, timeZone } = request;
  const { lastAt } = before;
  const first = periodOf({ ...request, cycles: 1 }, 1);
  return fieldErrors({
    amount: fixedAmountFault(agreement, amount, before),
    [rhythm.every === 'days' ? 'interval_days' : 'interval_months']: rhythmFault(agreement, rhythm),
    start_date: first && dateFault(agreement, first.name, { rhythm, timeZone, lastAt }),
  });
}

/** The agreement when the engine charges it by itself, as was asked for (`autopayFaults` found nothing). */
export function begunBy(agreement: Agreement, request: AutopayRequest, now: number): Running {
  refuseEnded(agreement);
  const former = agreement.autopay;
  if (former && former.state !== 'ended')
    throw new Refusal(
      'invalid_state',
      `The engine charges this agreement already (${former.state}); end that first.`,
    );
  const autopay: Autopay = {
    ...request,
    cycles: request.cycles ?? mostCycles(agreement),
    state: 'active',
    skipped: [],
    history: former?.history ?? [],
    ...(former?.paidWith && { paidWith: former.paidWith }),
    lookAt: now,
  };
  const running = { ...agreement, autopay };
  if (!periodOf(autopay, 1))
    throw new Refusal('validation_error', 'The request is not valid.', {
      end_date: ['No due date lies between start and end.'],
    });
  return running;
}

/** Nothing is charged before it is resumed. */
export function paused(agreement: Agreement, now: number): Running {
  const running = inState(agreement, 'active', 'paused');
  return again(running, { ...running.autopay, state: 'paused' }, now);
}

/** What was due while it was paused is left out. */
export function resumed(agreement: Agreement, now: number): Running {
  const running = inState(agreement, 'paused', 'resumed');
  return again(running, passOver({ ...running.autopay, state: 'active' }, now), now);
}

/**
 * The next period is left out; it is named, so that asking twice leaves out one. Not one that somebody has had charged
 * now: whoever did was told that it is.
 */
export function without(agreement: Agreement, name: string, now: number): Running {
  const running = inState(agreement, 'active', 'changed');
  const { autopay } = running;
  if (autopay.skipped.includes(name)) return running;
  if (autopay.hurried === name)
    throw new Refusal(
      'invalid_state',
      `The cycle ${name} is charged now, as was asked for, so it cannot be left out any more.`,
    );
  refuseUnlessNext(running, name, now);
  return again(running, { ...autopay, skipped: [...autopay.skipped, name] }, now);
}

/**
 * The next period is charged now, in place of on its date; it is named, so that asking twice charges one. Of a strict merchant's agreement
 * (`before`) not until what was paid last is old enough.
 */
export function hurriedUp(
  agreement: Agreement,
  name: string,
  now: number,
  before?: ChargesBefore,
): Running {
  const running = inState(agreement, 'active', 'charged');
  if (running.autopay.hurried === name) return running;
  const period = refuseUnlessNext(running, name, now);
  const { rhythm, timeZone } = running.autopay;
  const fault =
    before &&
    dateFault(running, dateAt(now, timeZone), { rhythm, timeZone, lastAt: before.lastAt });
  if (fault !== undefined) throw new Refusal('agreement_violation', fault);
  const reached = begunUpTo(look(running, now).autopay, period, now);
  return again(running, { ...reached, hurried: name }, now);
}

/**
 * Of the cards of its customer the one that is named. Where several accounts keep one of that token and none is said, that is the card
 * of the agreement's own account, else the one with which the customer paid last.
 */
export function cardNamed(
  agreement: Pick<Agreement, 'pgCode'>,
  cards: readonly SavedCard[],
  { token, pgCode }: { readonly token: string; readonly pgCode?: string | undefined },
): SavedCard | undefined {
  const named = cards.filter(
    (card) => card.token === token && (pgCode === undefined || card.pgCode === pgCode),
  );
  return named.find((card) => card.pgCode === agreement.pgCode) ?? preferredOf(named);
}

/** It is charged to another card of its customer from now on; an open cycle tries that. */
export function movedTo(agreement: Agreement, card: SavedCard | undefined, now: number): Agreement {
  refuseEnded(agreement);
  if (!card || cardStatusOf(card) === 'deleted')
    throw new Refusal('validation_error', 'The request is not valid.', {
      token: ['The customer has no such card.'],
    });
  if (!card.autoDebit)
    throw new Refusal('validation_error', 'The request is not valid.', {
      token: ['The account of this card takes no automatic debits.'],
    });
  if (isExpired(card.expiry, now))
    throw new Refusal('card_expired', 'The card has expired; another one is needed.');
  const { token, pgCode } = card;
  const moved = { ...agreement, token, pgCode, boundAt: now };
  return isRunning(moved) && moved.autopay.state !== 'ended'
    ? again(moved, moved.autopay, now)
    : moved;
}

/** Ended for good: nobody charges the agreement any more. */
export function endedByMerchant(agreement: Agreement, now: number): Agreement {
  refuseEnded(agreement);
  const ended: Agreement =
    isRunning(agreement) && agreement.autopay.state !== 'ended'
      ? endedAs(agreement, 'merchant', now)
      : { ...agreement, state: 'ended', endedAt: now };
  return { ...ended, endedBy: 'merchant' };
}

/** How many cycles the engine may be asked to charge. */
function mostCycles(agreement: Agreement): number {
  return Math.min(MOST_CYCLES, cyclesLeft(agreement));
}

function fieldErrors(faults: Readonly<Record<string, string | undefined>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) =>
      fault === undefined ? [] : [[field, [fault]]],
    ),
  );
}

function amountFault(
  { amount }: AutopayRequest,
  { terms: { maxAmountPerCycle: most } }: Agreement,
) {
  if (!isPositive(amount)) return 'An amount that is charged is more than zero.';
  if (!most) return undefined;
  if (most.currency !== amount.currency)
    return `The agreement is in ${most.currency}, not in ${amount.currency}.`;
  return compare(amount, most) > 0
    ? `The agreement allows ${shownMoney(most)} a cycle.`
    : undefined;
}

function datesFaults(
  { startsOn, endsOn, timeZone, rhythm }: AutopayRequest,
  { terms }: Agreement,
  now: number,
): Readonly<Record<string, string | undefined>> {
  const today = dateAt(now, isTimeZone(timeZone) ? timeZone : 'UTC');
  const first = terms.startDate;
  const last = terms.expiryDate;
  const start = !isDate(startsOn)
    ? 'Write the date as YYYY-MM-DD.'
    : startsOn < today
      ? `The start lies in the past: there it is ${today}.`
      : first !== undefined && startsOn < first
        ? `The agreement starts on ${first}.`
        : last !== undefined && startsOn > last
          ? `The agreement is good until ${last}.`
          : startsOn > later(today, MOST_YEARS)
            ? `A start lies at most ${MOST_YEARS} years ahead.`
            : undefined;
  const end =
    endsOn === undefined
      ? undefined
      : !isDate(endsOn)
        ? 'Write the date as YYYY-MM-DD.'
        : endsOn < startsOn
          ? 'The end lies before the start.'
          : last !== undefined && endsOn > last
            ? `The agreement is good until ${last}.`
            : undefined;
  const isWhole =
    rhythm.every === 'days'
      ? isBetween(rhythm.days, 1, 366)
      : isBetween(rhythm.months, 1, 12) && isBetween(rhythm.day, 1, 31);
  return {
    start_date: start,
    end_date: end,
    ...(!isWhole && {
      [rhythm.every === 'days' ? 'interval_days' : 'payment_processing_day']:
        rhythm.every === 'days'
          ? 'From 1 to 366 days.'
          : 'A day from 1 to 31, every 1 to 12 months.',
    }),
  };
}

/** The same date so many years later; it is compared as text, so that a 29 February does no harm. */
function later(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}

function cyclesFault({ cycles }: AutopayRequest, agreement: Agreement): string | undefined {
  const left = mostCycles(agreement);
  if (left === 0) return 'The agreement has no charge left.';
  if (cycles === undefined || isBetween(cycles, 1, left)) return undefined;
  return `The agreement allows from 1 to ${left} more.`;
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function inState(agreement: Agreement, state: 'active' | 'paused', verb: string): Running {
  refuseEnded(agreement);
  if (!isRunning(agreement))
    throw new Refusal(
      'invalid_state',
      'The engine does not charge this agreement; start that first.',
    );
  const { state: found } = agreement.autopay;
  if (found !== state)
    throw new Refusal('invalid_state', `Only what is ${state} can be ${verb}; this is ${found}.`);
  return agreement;
}

function refuseEnded({ state }: Agreement): void {
  if (state === 'ended')
    throw new Refusal('invalid_state', 'The agreement has ended; a new one needs a new payment.');
}

function refuseUnlessNext(agreement: Running, name: string, now: number): Period {
  const next = comingPeriod(agreement, now);
  if (next?.name === name) return next;
  throw new Refusal(
    'invalid_state',
    next
      ? `Only the next cycle can be changed, which is ${next.name}.`
      : 'No further cycle is due.',
  );
}

/** The same, for the engine to look at. */
function again(running: Running, autopay: Autopay, now: number): Running {
  return { ...running, autopay: { ...autopay, lookAt: now } };
}
