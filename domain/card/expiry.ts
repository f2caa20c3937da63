import type { CardExpiry } from './card.ts';

/**
 * Reads the month and year of a card as networks write them: one or two digits, and two or four; two digits are of this
 * century. Undefined when the texts are no month.
 */
export function readExpiry(month: string, year: string): CardExpiry | undefined {
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month) || !/^(?:20)?\d{2}$/.test(year)) return undefined;
  return { year: 2000 + Number(year.slice(-2)), month: Number(month) };
}

/** Month and year with two digits each, as merchants get them. */
export function printExpiry({ year, month }: CardExpiry): {
  readonly month: string;
  readonly year: string;
} {
  return {
    month: String(month).padStart(2, '0'),
    year: String(year % 100).padStart(2, '0'),
  };
}
