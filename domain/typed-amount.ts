import { minorUnits, type CurrencyCode } from './currencies.ts';
import { inLatin } from './digits.ts';

/**
 * What a person has typed as an amount, written as `parseMoney` reads it: digits and decimal signs of other scripts as Latin ones,
 * without what sets thousands apart. Its value stays what it was; where that cannot be told, it stays a text that is refused.
 */
export function typedAmount(text: string, currency: CurrencyCode | undefined): string {
  const latin = inLatin(text.trim());
  if (ARABIC_GROUPS.test(latin)) return latin.replaceAll('٬', '');
  // A comma without a point may be a decimal one, as in "1,500", unless the currency has no decimals.
  const hasNoDecimals = currency !== undefined && minorUnits(currency) === 0;
  return (hasNoDecimals ? WHOLE_GROUPS : GROUPS).test(latin) ? latin.replaceAll(',', '') : latin;
}

/** The Arabic sign for thousands is never a decimal one. */
const ARABIC_GROUPS = /^\d{1,3}(?:٬\d{3})+(?:\.\d+)?$/;
const GROUPS = /^\d{1,3}(?:,\d{3})+\.\d+$/;
const WHOLE_GROUPS = /^\d{1,3}(?:,\d{3})+$/;
