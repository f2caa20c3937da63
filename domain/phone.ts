import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { inLatin } from './digits.ts';

/**
 * A telephone number as people write it, in any digits, as `+96550001234` (E.164). One without its country is of the
 * country that is given; undefined where there is none, and for what can be no number.
 */
export function e164(text: string, country?: string): string | undefined {
  const plain = inLatin(text.trim()).replace(/^00/, '+');
  const found = parsePhoneNumberFromString(plain, {
    extract: false,
    ...(country !== undefined && isSupportedCountry(country) && { defaultCountry: country }),
  });
  return found?.isPossible() ? found.number : undefined;
}

/** The longest telephone number that is taken, in characters as it was typed (contract/transactions#fields). */
export const LONGEST_PHONE = 16;

/** Whether a text can be a telephone number: people write them in many ways, in the digits of any script; what has no digit is none. */
export function isPhone(text: string): boolean {
  return /\p{Nd}/u.test(text);
}
