import { fieldSentence } from './field-sentence.ts';
import { minorUnits, type CurrencyCode } from './currencies.ts';
import { money, shownMoney, type MoneyFault } from './money.ts';
import { unreachable } from './unreachable.ts';

/** Room below 2^53 for a fee of up to 100 % and for sums of a transaction's operations. */
export const MAX_MINOR = 10 ** 15;

/** What to tell who sent a text that is no amount of the currency. */
export function moneySentence(fault: MoneyFault['fault'], currency: CurrencyCode): string {
  switch (fault) {
    case 'format':
      return fieldSentence('amount');
    case 'decimals':
      return fieldSentence('decimals', { places: minorUnits(currency), currency });
    case 'too-long':
      return fieldSentence('max-length', { limit: 24 });
    case 'too-large':
      return fieldSentence('amount-too-large', {
        amount: shownMoney(money(MAX_MINOR, currency)),
      });
    default:
      return unreachable(fault);
  }
}
