import { toDecimal, type Money } from '../domain/money.ts';

/** An amount as people read it, and type it: `KWD 100.000`. */
export function shownMoney(amount: Money): string {
  return `${amount.currency} ${toDecimal(amount)}`;
}
