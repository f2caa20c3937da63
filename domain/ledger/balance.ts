import type { CurrencyCode } from '../currencies.ts';
import type { PgCode } from '../ids.ts';
import { add, type Money } from '../money.ts';
import type { LedgerAccount, LedgerEntry } from './entry.ts';

/** What stands on an account: debits less credits. */
export interface Balance {
  readonly pgCode: PgCode;
  readonly account: LedgerAccount;
  readonly amount: Money;
}

/** What stands on each account, of each gateway account and in each currency, in the order in which they first come. */
export function balancesOf(entries: readonly LedgerEntry[]): readonly Balance[] {
  const balances = new Map<string, Balance>();
  for (const { pgCode, lines } of entries)
    for (const { account, amount } of lines) {
      const key = `${pgCode}/${account}/${amount.currency}`;
      const before = balances.get(key);
      balances.set(key, {
        pgCode,
        account,
        amount: before ? add(before.amount, amount) : amount,
      });
    }
  return [...balances.values()];
}

/** The currencies in which lines do not come to nothing, with what is too much of them. It must be empty. */
export function outOfBalance({ lines }: Pick<LedgerEntry, 'lines'>): readonly Money[] {
  const sums = new Map<CurrencyCode, Money>();
  for (const { amount } of lines) {
    const before = sums.get(amount.currency);
    sums.set(amount.currency, before ? add(before, amount) : amount);
  }
  return [...sums.values()].filter(({ minor }) => minor !== 0);
}
