import { currencyCode } from './currencies.ts';
import { fieldSentence } from './field-sentence.ts';

/** What to tell who sent a code that is no currency, with the one that is meant where only its letters are small. */
export function noCurrencySentence(code: string): string {
  const meant = code.toUpperCase();
  return currencyCode(meant)
    ? fieldSentence('currency-capitals', { code, meant })
    : fieldSentence('no-currency', { code });
}
