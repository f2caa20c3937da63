import type { Strikes } from './fault-book.ts';
import { decimalsOf } from './money.ts';

/** Money as an answer or a callback tells it, which a fault may falsify. What really moved, the ledger knows. */
export function toldMoney<T extends { readonly amount: string; readonly currency: string }>(
  told: T,
  { money }: Strikes,
): T {
  if (money?.fault === 'wrong-amount') return { ...told, amount: oneMore(told.amount) };
  if (money?.fault === 'wrong-currency') return { ...told, currency: another(told.currency) };
  return told;
}

/** One whole unit more: "12.340" becomes "13.340". */
function oneMore(amount: string): string {
  const [whole = '0', ...decimals] = amount.split('.');
  return [String(BigInt(whole) + 1n), ...decimals].join('.');
}

/** Another currency with as many decimals, so that only the currency is wrong. */
function another(currency: string): string {
  const [first = 'USD', second = 'EUR'] = TWINS[decimalsOf(currency)] ?? [];
  return currency === first ? second : first;
}

const TWINS: Readonly<Record<number, readonly [string, string]>> = {
  0: ['JPY', 'KRW'],
  2: ['USD', 'EUR'],
  3: ['KWD', 'BHD'],
  4: ['CLF', 'UYW'],
};
