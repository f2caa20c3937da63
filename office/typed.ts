import { currencyCode } from '../domain/currencies.ts';
import { inLatin } from '../domain/digits.ts';
import { typedAmount } from '../domain/typed-amount.ts';

/** What was typed into the field of an amount in this currency, as the API reads it. */
export function amountTyped(text: string, currency: string | undefined): string {
  return typedAmount(text, currency === undefined ? undefined : currencyCode(currency));
}

/** The filters of a list of payments in the digits that the API reads: amounts, days and the last four of a card. */
export function filtersTyped(
  asked: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => {
      if (AMOUNTS.has(name)) return [name, amountTyped(value, asked['currency_code'])];
      return [name, DIGITS.has(name) ? inLatin(value) : value];
    }),
  );
}

const AMOUNTS: ReadonlySet<string> = new Set(['amount_min', 'amount_max']);
const DIGITS: ReadonlySet<string> = new Set([
  'created_after',
  'created_before',
  'paid_after',
  'paid_before',
  'last4',
]);
