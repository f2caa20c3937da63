import wholeUnits from 'currency.js';
import { minorUnits, type CurrencyCode } from './currencies.ts';

declare const brand: unique symbol;

/** A whole number of minor units (fils, halalas, yen), exact up to ±(2^53 − 1). Minted by `money` only. */
export type Minor = number & { readonly [brand]: 'Minor' };

/** An exact amount. Decimals exist only in text, at the edges. */
export interface Money {
  readonly minor: Minor;
  readonly currency: CurrencyCode;
}

/** Why a text is not an amount: its shape, more decimals than the currency has, its length, its size. */
export interface MoneyFault {
  readonly fault: 'format' | 'decimals' | 'too-long' | 'too-large';
}

/**
 * The result of a sum or product cannot be held exactly. A class of its own, because the terms may come from outside
 * (a quantity times a price): whoever multiplies them can catch this one and refuse.
 */
export class MoneyTooLarge extends RangeError {
  override readonly name = 'MoneyTooLarge';
}

/**
 * Reads an amount as merchants write it (contract/requests#amounts): ASCII digits with at most one point between them,
 * no sign, no exponent, at most 24 characters. Missing decimals are padded; zeros beyond the currency's decimals and
 * leading zeros change no value and are accepted; any other excess decimal is a fault, never rounded.
 */
export function parseMoney(text: string, currency: CurrencyCode): Money | MoneyFault {
  const written = writingFault(text);
  if (written) return { fault: written };
  const [whole = '', decimals = ''] = text.split('.');
  const units = minorUnits(currency);
  const fraction = decimals.replace(/0+$/, '');
  if (fraction.length > units) return { fault: 'decimals' };
  const minor = Number(whole + fraction.padEnd(units, '0'));
  return Number.isSafeInteger(minor) ? money(minor, currency) : { fault: 'too-large' };
}

/** Why a text is an amount in no currency: how it is written. Undefined where it may be one. */
export function writingFault(text: string): 'format' | 'too-long' | undefined {
  if (text.length > 24) return 'too-long';
  return /^\d+(?:\.\d+)?$/.test(text) ? undefined : 'format';
}

/** The amount of so many minor units. A RangeError when they are not whole or beyond ±(2^53 − 1). */
export function money(minor: number, currency: CurrencyCode): Money {
  if (Math.abs(minor) > Number.MAX_SAFE_INTEGER) throw tooLarge(currency);
  if (!Number.isInteger(minor))
    throw new RangeError(`${minor} is not a whole number of minor units of ${currency}: round it.`);
  // Minus zero is made zero here, so that equal amounts are deeply equal.
  return { minor: (minor === 0 ? 0 : minor) as Minor, currency };
}

/** Nothing, in a currency. */
export function zero(currency: CurrencyCode): Money {
  return money(0, currency);
}

/** The least that can be charged: 0.01, or 1 where there are no decimals (contract/requests#amounts). */
export function minimumMoney(currency: CurrencyCode): Money {
  return money(10 ** Math.max(minorUnits(currency) - 2, 0), currency);
}

/** Prints exactly the currency's decimals, bare: "12.340", "-0.005", "500". */
export function toDecimal({ minor, currency }: Money): string {
  return printed(BigInt(minor), currency);
}

/** An amount as people read it, and type it: `KWD 100.000`. */
export function shownMoney(amount: Money): string {
  return `${amount.currency} ${toDecimal(amount)}`;
}

/**
 * Prints all amounts together as `toDecimal` prints one, also where their sum is beyond what an amount can be. A RangeError when
 * one of them is of another currency.
 */
export function sumInDecimal(amounts: readonly Money[], currency: CurrencyCode): string {
  const nothing = zero(currency);
  const total = amounts.reduce((before, amount) => {
    assertSameCurrency(nothing, amount);
    return before + BigInt(amount.minor);
  }, 0n);
  return printed(total, currency);
}

/**
 * Adds amounts up as they come, each currency for itself, also beyond what an amount can be. It holds one number for each currency.
 */
export function sumsByCurrency() {
  const sums = new Map<CurrencyCode, bigint>();
  return {
    add: ({ minor, currency }: Money): void =>
      void sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(minor)),
    /** By the currency, each as `toDecimal` prints it. */
    inDecimal: (): readonly (readonly [CurrencyCode, string])[] =>
      [...sums].map(([currency, minor]) => [currency, printed(minor, currency)]),
  };
}

function printed(minor: bigint, currency: CurrencyCode): string {
  const units = minorUnits(currency);
  const digits = String(minor < 0n ? -minor : minor).padStart(units + 1, '0');
  const point = digits.length - units;
  const unsigned = units === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return minor < 0n ? `-${unsigned}` : unsigned;
}

/** A RangeError when the currencies differ, MoneyTooLarge when the result is beyond ±(2^53 − 1). */
export function add(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(whole(a).add(b.minor).intValue, a.currency);
}

/** A RangeError when the currencies differ, MoneyTooLarge when the result is beyond ±(2^53 − 1). */
export function subtract(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(whole(a).subtract(b.minor).intValue, a.currency);
}

/** All amounts together; zero of the currency when there is none. */
export function sum(amounts: readonly Money[], currency: CurrencyCode): Money {
  return amounts.reduce(add, zero(currency));
}

/** Fit for `sort`: -1 when `a` is less than `b`, 1 when it is more. A RangeError when the currencies differ. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  assertSameCurrency(a, b);
  if (a.minor === b.minor) return 0;
  return a.minor < b.minor ? -1 : 1;
}

/** Whether there is nothing, neither owed nor due. */
export function isZero({ minor }: Money): boolean {
  return minor === 0;
}

/** Whether there is more than nothing. */
export function isPositive({ minor }: Money): boolean {
  return minor > 0;
}

/**
 * So many percent of an amount, rounded once, half up. The rate is an unsigned decimal with at most two
 * decimals ("2.75"); another text is a RangeError, for rates are checked where they come in.
 */
export function percentOf(amount: Money, rate: string): Money {
  const { digits, scale } = scaled(rate);
  if (scale > 2)
    throw new RangeError(`The rate ${rate} has more than two decimals: round it first.`);
  return product(amount, digits, 100n * 10n ** BigInt(scale));
}

/**
 * So many times an amount, rounded once, half up. The quantity is an unsigned decimal with any number of
 * decimals ("1.111"); another text is a RangeError, for quantities are checked where they come in.
 */
export function multiply(amount: Money, quantity: string): Money {
  const { digits, scale } = scaled(quantity);
  return product(amount, digits, 10n ** BigInt(scale));
}

/**
 * An amount in another currency, rounded once, half up. The rate says how many units of that currency one
 * unit of the amount's is worth: an unsigned decimal with any number of decimals ("0.30655"); another text is a
 * RangeError. MoneyTooLarge when the result is beyond ±(2^53 − 1).
 */
export function exchanged(amount: Money, rate: string, currency: CurrencyCode): Money {
  const { digits, scale } = scaled(rate);
  return product(
    { minor: amount.minor, currency },
    digits * unitsOf(currency),
    10n ** BigInt(scale) * unitsOf(amount.currency),
  );
}

/**
 * The way back of `exchanged`: the same rate, from the currency that it leads to. Rounded once, half up; a
 * rate of nothing is a RangeError.
 */
export function exchangedBack(amount: Money, rate: string, currency: CurrencyCode): Money {
  const { digits, scale } = scaled(rate);
  if (digits === 0n) throw new RangeError(`Nothing can be exchanged back at the rate ${rate}.`);
  return product(
    { minor: amount.minor, currency },
    10n ** BigInt(scale) * unitsOf(currency),
    digits * unitsOf(amount.currency),
  );
}

// With `fromCents` currency.js adds and subtracts whole numbers and nothing else. Its own parsing, products
// and printing go through doubles and are wrong for some amounts, so they are never used.
function whole({ minor }: Money): wholeUnits {
  return wholeUnits(minor, { fromCents: true, precision: 0 });
}

function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency)
    throw new RangeError(
      `${a.currency} and ${b.currency} do not mix: convert one amount before combining them.`,
    );
}

function scaled(text: string): { readonly digits: bigint; readonly scale: number } {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null)
    throw new RangeError(`"${text}" is not an unsigned decimal: check it where it comes in.`);
  const [, integer = '', fraction = ''] = match;
  return { digits: BigInt(integer + fraction), scale: fraction.length };
}

/** How many minor units one unit of a currency has. */
function unitsOf(currency: CurrencyCode): bigint {
  return 10n ** BigInt(minorUnits(currency));
}

/** Rounds half up; below zero, half away from it. */
function product({ minor, currency }: Money, factor: bigint, divisor: bigint): Money {
  const exact = BigInt(minor) * factor;
  const size = exact < 0n ? -exact : exact;
  const rounded = (2n * size + divisor) / (2n * divisor);
  if (rounded > BigInt(Number.MAX_SAFE_INTEGER)) throw tooLarge(currency);
  return money(Number(exact < 0n ? -rounded : rounded), currency);
}

function tooLarge(code: CurrencyCode): MoneyTooLarge {
  return new MoneyTooLarge(
    `An amount of ${code} beyond ${Number.MAX_SAFE_INTEGER} minor units cannot be held exactly: use a smaller amount.`,
  );
}
