import { currencyCode } from '../domain/currencies.ts';
import { isPositive, parseMoney, type Money } from '../domain/money.ts';

/** The money in two cells of a settlement line, whose columns are named, or what is wrong with it, in a sentence. */
export function settledAmount(
  cells: Readonly<Record<string, string>>,
  columns: {
    readonly amount: string;
    readonly currency: string;
    /** What a line takes away stands below zero: its kind says what it is. */
    readonly isSigned?: true;
  },
): Money | string {
  const [said, code] = [cells[columns.amount] ?? '', cells[columns.currency] ?? ''];
  const currency = currencyCode(code.toUpperCase());
  if (!currency) return `${columns.currency} is "${code}": no code of ISO 4217.`;
  const amount = parseMoney(columns.isSigned ? said.replace(/^-/, '') : said, currency);
  return 'fault' in amount || !isPositive(amount)
    ? `${columns.amount} is "${said}": no amount of ${currency}.`
    : amount;
}
