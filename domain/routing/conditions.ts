import { fieldSentence } from '../field-sentence.ts';
import { compare, shownMoney, type Money } from '../money.ts';
import { localTimeAt, minuteOf } from './local-time.ts';
import {
  WEEKDAYS,
  type BinRange,
  type RouteConditions,
  type RouteTimes,
  type Weekday,
} from './route.ts';

/** What is known of an attempt before it goes anywhere. */
export interface RouteFacts {
  /** What the payer pays by the route, in the currency of the payment and without its fee. */
  readonly amount: Money;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the merchant, of the IANA list. */
  readonly timeZone: string;
  readonly brand?: string;
  /** The first six to eight digits of the card. */
  readonly bin?: string;
}

/** Why the conditions do not hold, in a sentence; undefined where they do. */
export function whyNot(when: RouteConditions, facts: RouteFacts): string | undefined {
  return (
    currencyFault(when, facts) ??
    amountFault(when, facts) ??
    brandFault(when, facts) ??
    binFault(when, facts) ??
    timeFault(when, facts)
  );
}

function currencyFault({ currencies }: RouteConditions, { amount }: RouteFacts) {
  return currencies && !currencies.includes(amount.currency)
    ? fieldSentence('for-currencies', {
        currencies: currencies.join(', '),
        currency: amount.currency,
      })
    : undefined;
}

function amountFault({ amountFrom, amountBelow }: RouteConditions, { amount }: RouteFacts) {
  const other = [amountFrom, amountBelow].find((end) => end && end.currency !== amount.currency);
  if (other)
    return fieldSentence('for-amounts-of', { other: other.currency, currency: amount.currency });
  if (amountFrom && compare(amount, amountFrom) < 0)
    return fieldSentence('for-more', { amount: shownMoney(amountFrom) });
  if (amountBelow && compare(amount, amountBelow) >= 0)
    return fieldSentence('for-less', { amount: shownMoney(amountBelow) });
  return undefined;
}

function brandFault({ brands }: RouteConditions, { brand }: RouteFacts) {
  if (!brands) return undefined;
  if (brand === undefined) return fieldSentence('for-brands', { brands: brands.join(', ') });
  return brands.includes(brand.toUpperCase())
    ? undefined
    : `It is for ${brands.join(', ')}, not for ${brand}.`;
}

function binFault({ bins }: RouteConditions, { bin }: RouteFacts) {
  if (!bins) return undefined;
  if (bin === undefined) return fieldSentence('for-digits');
  return bins.some((range) => isInRange(bin, range))
    ? undefined
    : 'It is for other first digits of cards.';
}

/** A range of more digits than are known says nothing of the card. */
function isInRange(bin: string, { from, to }: BinRange): boolean {
  const known = bin.slice(0, from.length);
  return known.length === from.length && known >= from && known <= to;
}

function timeFault({ times }: RouteConditions, { at, timeZone }: RouteFacts) {
  if (!times) return undefined;
  const { day, minute } = localTimeAt(at, timeZone);
  return isWithin(times, day, minute)
    ? undefined
    : `It is for ${timesIn(times)} in ${timeZone}, and it is ${day} ${clock(minute)} there.`;
}

/** What is open over midnight belongs to the day on which it began. */
function isWithin({ days = WEEKDAYS, from, until }: RouteTimes, day: Weekday, minute: number) {
  const first = minuteOf(from ?? '00:00') ?? 0;
  const end = until === undefined ? DAY : (minuteOf(until) ?? DAY);
  if (first < end) return days.includes(day) && minute >= first && minute < end;
  return (days.includes(day) && minute >= first) || (days.includes(dayBefore(day)) && minute < end);
}

const DAY = 24 * 60;

function dayBefore(day: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7] ?? day;
}

/**
 * Whether whatever the later conditions hold for is held for by the earlier ones, so that the later are never asked. Each
 * condition is compared by itself: two earlier rules that cover a later one only together are not found.
 */
export function covers(earlier: RouteConditions, later: RouteConditions): boolean {
  return (
    isWithinList(earlier.currencies, currenciesOf(later)) &&
    isWithinAmounts(earlier, later) &&
    isWithinList(earlier.brands, later.brands) &&
    isWithinBins(earlier.bins, later.bins) &&
    isWithinTimes(earlier.times, later.times)
  );
}

/** An amount says the currency, too. */
function currenciesOf({ currencies, amountFrom, amountBelow }: RouteConditions) {
  const said = amountFrom?.currency ?? amountBelow?.currency;
  return currencies ?? (said && [said]);
}

function isWithinList<T>(wide: readonly T[] | undefined, narrow: readonly T[] | undefined) {
  return !wide || (narrow !== undefined && narrow.every((one) => wide.includes(one)));
}

function isWithinAmounts(earlier: RouteConditions, later: RouteConditions): boolean {
  const { amountFrom: from, amountBelow: below } = earlier;
  const isFrom = !from || (isSame(later.amountFrom, from) && compare(later.amountFrom, from) >= 0);
  const isBelow =
    !below || (isSame(later.amountBelow, below) && compare(later.amountBelow, below) <= 0);
  return isFrom && isBelow;
}

function isSame(one: Money | undefined, other: Money): one is Money {
  return one?.currency === other.currency;
}

function isWithinBins(wide: readonly BinRange[] | undefined, narrow?: readonly BinRange[]) {
  if (!wide) return true;
  const whole = wide.map(inEightDigits);
  return (
    narrow !== undefined &&
    narrow
      .map(inEightDigits)
      .every(({ from, to }) => whole.some((range) => range.from <= from && to <= range.to))
  );
}

function inEightDigits({ from, to }: BinRange): BinRange {
  return { from: from.padEnd(8, '0'), to: to.padEnd(8, '9') };
}

function isWithinTimes(wide: RouteTimes | undefined, narrow: RouteTimes | undefined): boolean {
  if (!wide) return true;
  if (!narrow) return WEEKDAYS.every((day) => minutes().every((at) => isWithin(wide, day, at)));
  return WEEKDAYS.every((day) =>
    minutes().every((at) => !isWithin(narrow, day, at) || isWithin(wide, day, at)),
  );
}

function minutes(): readonly number[] {
  return Array.from({ length: DAY }, (_, at) => at);
}

function timesIn({ days, from = '00:00', until = '24:00' }: RouteTimes): string {
  return `${days ? `${days.join(', ')} ` : ''}${from} to ${until}`;
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
