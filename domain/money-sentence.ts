import { minorUnits, type CurrencyCode } from './currencies.ts';
import { money, toDecimal, type MoneyFault } from './money.ts';
import { unreachable } from './unreachable.ts';

/** Room below 2^53 for a fee of up to 100 % and for sums of a transaction's operations. */
export const MAX_MINOR = 10 ** 15;

/** What to tell who sent a text that is no amount of the currency. */
export function moneySentence(fault: MoneyFault['fault'], currency: CurrencyCode): string {
  switch (fault) {
    case 'format':
      return 'A valid amount is required: digits with an optional decimal point, no sign.';
    case 'decimals':
      return `Ensure that there are no more than ${minorUnits(currency)} decimal places (${currency}).`;
    case 'too-long':
      return 'Ensure this field has no more than 24 characters.';
    case 'too-large':
      return `The amount is too large: at most ${toDecimal(money(MAX_MINOR, currency))} ${currency}.`;
    default:
      return unreachable(fault);
  }
}
