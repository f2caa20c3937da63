import { toDecimal, type Money } from '../../domain/money.ts';
import { moneyOfUnits, networkUnits, type Counting } from '../exponents.ts';
import { GatewayFault } from '../gateway.ts';

/** docs.stripe.com/currencies: ISK and UGX have two decimals there that are always 00, and MGA none. */
const COUNTING: Counting = {
  decimals: { ISK: 2, UGX: 2, MGA: 0 },
  steps: { BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10 },
};

/** The same in minor units of ours: fils in tens, and no part of an ariary. */
export const AMOUNT_STEPS: Readonly<Record<string, number>> = { ...COUNTING.steps, MGA: 100 };

/** Throws `refused` for an amount that Stripe cannot move exactly. */
export function unitsOf(total: Money): number {
  const units = networkUnits(total, COUNTING);
  if (units !== undefined) return units;
  const amount = `${total.currency} ${toDecimal(total)}`;
  throw new GatewayFault(
    'refused',
    `Stripe cannot move ${amount}: it takes ${total.currency} in larger steps.`,
  );
}

/** What Stripe names, exactly. Throws `unknown` for what is no amount of ours. */
export function moneyNamed({ currency }: { readonly currency: string }, units: number): Money {
  const amount = moneyOfUnits(units, currency, COUNTING);
  if (!amount)
    throw new GatewayFault(
      'unknown',
      `Stripe names no amount that we can read: ${units} ${currency}.`,
    );
  return amount;
}
