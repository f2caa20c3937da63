/** Arabic-Indic and Persian digits as 0 to 9; every other character stays. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** A card number as people type it, without its spaces and dashes. */
export function compactNumber(text: string): string {
  return latinDigits(text).replace(/[\s\u200e\u200f\u2010-\u2015-]/gu, '');
}

/** A card number in the groups that are printed on the card: 4-6-5 for fifteen digits, else fours. */
export function spaced(number: string): string {
  return number.length === 15
    ? number.replace(/^(.{4})(.{6})/u, '$1 $2 ')
    : number.replace(/.{4}(?=.)/gu, '$& ');
}

/** The check digit of ISO/IEC 7812 (Luhn): catches one wrong digit and most swaps. */
export function passesLuhn(number: string): boolean {
  if (!/^[0-9]+$/u.test(number)) return false;
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** The first six and last four digits, all that may be kept of a number. */
export function maskedNumber(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;
}
