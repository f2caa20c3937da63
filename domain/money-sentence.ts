import { fieldSentence } from './field-sentence.ts';
import { minorUnits, type CurrencyCode } from './currencies.ts';
import { money, shownMoney, writingFault, type MoneyFault } from './money.ts';
import { unreachable } from './unreachable.ts';

/** Room below 2^53 for a fee of up to 100 % and for sums of a transaction's operations. */
export const MAX_MINOR = 10 ** 15;

/** What to tell who sent a text that is an amount in no currency; undefined where it may be one of the currency that is not known yet. */
export function writingSentence(text: string): string | undefined {
  const fault = writingFault(text);
  return fault && WRITTEN[fault];
}

const WRITTEN = {
  format: fieldSentence('amount'),
  'too-long': fieldSentence('max-length', { limit: 24 }),
} as const;

/** What to tell who sent a text that is no amount of the currency. */
export function moneySentence(fault: MoneyFault['fault'], currency: CurrencyCode): string {
  switch (fault) {
    case 'format':
    case 'too-long':
      return WRITTEN[fault];
    case 'decimals':
      return fieldSentence('decimals', { places: minorUnits(currency), currency });
    case 'too-large':
      return fieldSentence('amount-too-large', {
        amount: shownMoney(money(MAX_MINOR, currency)),
      });
    default:
      return unreachable(fault);
  }
}
