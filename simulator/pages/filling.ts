import { brandOf, cvvLength } from '../brands.ts';
import type { TestCard } from '../cards.ts';
import { spaced } from '../digits.ts';

/** What a test card fills into the form. */
export function filling({ number }: TestCard, now: Date) {
  return {
    name: 'Test Customer',
    number: spaced(number),
    expiry: `12/${String(now.getUTCFullYear() + 3).slice(-2)}`,
    cvv: '1234'.slice(0, cvvLength(brandOf(number))),
  };
}
