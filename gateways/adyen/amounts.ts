import type { Money } from '../../domain/money.ts';
import { moneyOfUnits, networkUnits, type Counting } from '../exponents.ts';
import { GatewayFault } from '../gateway.ts';
import type { AdyenAmount } from './shapes.ts';

/** Where Adyen counts in other units than ISO 4217 (docs.adyen.com/development-resources/currency-codes). */
const COUNTING: Counting = { decimals: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 } };

/** The amounts that it can take are multiples of so many of our minor units. */
export const AMOUNT_STEP = { CVE: 100, IDR: 100 } as const;

/** Throws a `GatewayFault` that says `refused` for an amount that Adyen cannot say exactly. */
export function adyenAmount(total: Money): AdyenAmount {
  const value = networkUnits(total, COUNTING);
  const { currency } = total;
  if (value !== undefined) return { value, currency };
  throw new GatewayFault(
    'refused',
    `Adyen takes no ${currency} with decimals: charge a whole amount.`,
  );
}

/** Throws a `GatewayFault` that says `unknown` when it is no amount that we can read. */
export function moneyOfAmount({ value, currency }: AdyenAmount): Money {
  const read = moneyOfUnits(value, currency, COUNTING);
  if (read) return read;
  throw new GatewayFault(
    'unknown',
    `Adyen names no amount that we can read: ${value} ${currency}.`,
  );
}
