export type Brand = 'visa' | 'mastercard' | 'amex' | 'mada';

/** The card scheme that a number belongs to, by its first digits; nothing for the others. */
export function brandOf(number: string): Brand | undefined {
  return RULES.find(({ prefix }) => prefix.test(number))?.brand;
}

/** How long the numbers of a brand may be. */
export function lengthFits(brand: Brand, number: string): boolean {
  return RULES.some((rule) => rule.brand === brand && rule.lengths.includes(number.length));
}

/** The security code is four digits on one brand and three on the others. */
export function cvvLength(brand: Brand | undefined): number {
  return brand === 'amex' ? 4 : 3;
}

interface Rule {
  readonly brand: Brand;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

// The first rule that fits wins: mada numbers lie inside the ranges of other schemes.
const RULES: readonly Rule[] = [
  { brand: 'mada', prefix: /^(?:446404|440795|588845|968208)/u, lengths: [16] },
  { brand: 'visa', prefix: /^4/u, lengths: [13, 16, 19] },
  {
    brand: 'mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/u,
    lengths: [16],
  },
  { brand: 'amex', prefix: /^3[47]/u, lengths: [15] },
];

/** As what numbers of each brand begin. */
export const BRAND_PREFIXES: readonly Pick<Rule, 'brand' | 'prefix'>[] = RULES;
