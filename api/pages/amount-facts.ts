import { toDecimal, type Money } from '../../domain/money.ts';
import type { Amount } from '../../render/pages/facts.ts';

/** An amount as pages show it. */
export function amountFacts(amount: Money): Amount {
  return { value: toDecimal(amount), currency: amount.currency };
}
