import { currencyCode, minorUnits, type CurrencyCode } from '../domain/currencies.ts';
import { money, toDecimal, type Money } from '../domain/money.ts';
import { GatewayFault } from './gateway.ts';

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

/** The amounts of a network that counts so. */
export interface NetworkAmounts {
  /** By currency, the least step of what it can move, in our minor units, where that is more than one (`amountStep` of the traits). */
  readonly steps: Readonly<Partial<Record<CurrencyCode, number>>>;
  /** Throws a `GatewayFault` that says `refused` for an amount that the network cannot move exactly. */
  readonly unitsOf: (total: Money) => number;
  /** What the network names, exactly. Throws a `GatewayFault` that says `unknown` for what is no amount of ours. */
  readonly moneyOf: (units: number, code: string) => Money;
}

export function amountsOf(network: string, counting: Counting): NetworkAmounts {
  return {
    steps: stepsOf(counting),
    unitsOf: (total) => {
      const units = networkUnits(total, counting);
      if (units !== undefined) return units;
      const { currency } = total;
      const why = `${network} cannot move ${currency} ${toDecimal(total)}: it takes ${currency} in larger steps.`;
      throw new GatewayFault('refused', why);
    },
    moneyOf: (units, code) => {
      const amount = moneyOfUnits(units, code, counting);
      if (amount) return amount;
      throw new GatewayFault(
        'unknown',
        `${network} names no amount that we can read: ${units} ${code}.`,
      );
    },
  };
}

function stepsOf({ decimals, steps = {} }: Counting): NetworkAmounts['steps'] {
  return Object.fromEntries(
    [...Object.keys(decimals), ...Object.keys(steps)].flatMap((code) => {
      const currency = currencyCode(code);
      if (!currency) return [];
      const ours = minorUnits(currency);
      const step = (steps[code] ?? 1) * 10 ** (ours - (decimals[code] ?? ours));
      return step > 1 ? [[currency, step]] : [];
    }),
  );
}

/** So many times ten to the power; undefined when it is no whole number that can be held exactly. */
function shifted(whole: number, power: number): number | undefined {
  const factor = 10 ** Math.abs(power);
  const result = power < 0 ? whole / factor : whole * factor;
  return Number.isSafeInteger(result) ? result : undefined;
}
