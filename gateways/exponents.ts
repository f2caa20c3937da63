import { currencyCode, minorUnits } from '../domain/currencies.ts';
import { money, type Money } from '../domain/money.ts';

/** How a network counts money where it differs from ISO 4217, by currency. */
export interface Counting {
  /** Decimals of its units. */
  readonly decimals: Readonly<Record<string, number>>;
  /** Its amounts are multiples of this, in its units. */
  readonly steps?: Readonly<Record<string, number>>;
}

/**
 * An amount in a network's own units; undefined when the network cannot say exactly this amount. Nothing is rounded: what a
 * payer has seen is charged, or it is not charged there.
 */
export function networkUnits({ minor, currency }: Money, counting: Counting): number | undefined {
  const units = shifted(
    minor,
    (counting.decimals[currency] ?? minorUnits(currency)) - minorUnits(currency),
  );
  return units !== undefined && units % (counting.steps?.[currency] ?? 1) === 0 ? units : undefined;
}

/** What a network's units are worth; the code may be in small letters. Undefined when they are no amount of ours. */
export function moneyOfUnits(
  units: number,
  code: string,
  { decimals }: Counting,
): Money | undefined {
  const currency = currencyCode(code.toUpperCase());
  if (currency === undefined) return undefined;
  const minor = shifted(units, minorUnits(currency) - (decimals[currency] ?? minorUnits(currency)));
  return minor === undefined ? undefined : money(minor, currency);
}

/** So many times ten to the power; undefined when it is no whole number that can be held exactly. */
function shifted(whole: number, power: number): number | undefined {
  const factor = 10 ** Math.abs(power);
  const result = power < 0 ? whole / factor : whole * factor;
  return Number.isSafeInteger(result) ? result : undefined;
}
