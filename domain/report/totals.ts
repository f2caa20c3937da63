import type { Balance } from '../ledger/balance.ts';
import { add } from '../money.ts';
import type { Row } from './rows.ts';

/** What rows come to, as they come: a report holds no more than one of them at a time. */
export interface Tally {
  readonly add: (row: Row) => void;
  readonly rows: () => number;
  /** By gateway account, currency and account of the ledger; an order that does not change. */
  readonly totals: () => readonly Balance[];
}

/** Begins to count. Throws MoneyTooLarge when a sum is beyond ±(2^53 − 1) minor units. */
export function tally(): Tally {
  const balances = new Map<string, Balance>();
  let rows = 0;
  return {
    add: ({ entries }) => {
      rows += 1;
      for (const { pgCode, lines } of entries)
        for (const { account, amount } of lines) {
          const key = `${pgCode} ${amount.currency} ${account}`;
          const before = balances.get(key);
          const sum = before ? add(before.amount, amount) : amount;
          balances.set(key, { pgCode, account, amount: sum });
        }
    },
    rows: () => rows,
    totals: () =>
      [...balances].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum),
  };
}
