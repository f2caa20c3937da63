import type { Money } from '../../domain/money.ts';
import { amountsOf } from '../exponents.ts';
import type { AdyenAmount } from './shapes.ts';

/** Where Adyen counts in other units than ISO 4217 (docs.adyen.com/development-resources/currency-codes). */
export const ADYEN_AMOUNTS = amountsOf('Adyen', {
  decimals: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 },
});

/** Throws a `GatewayFault` that says `refused` for an amount that Adyen cannot say exactly. */
export function adyenAmount(total: Money): AdyenAmount {
  return { value: ADYEN_AMOUNTS.unitsOf(total), currency: total.currency };
}

/** Throws a `GatewayFault` that says `unknown` when it is no amount that we can read. */
export function moneyOfAmount({ value, currency }: AdyenAmount): Money {
  return ADYEN_AMOUNTS.moneyOf(value, currency);
}
