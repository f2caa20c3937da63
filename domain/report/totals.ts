import type { CurrencyCode } from '../currencies.ts';
import type { PgCode } from '../ids.ts';
import type { LedgerAccount } from '../ledger/entry.ts';
import { sumsByCurrency } from '../money.ts';
import type { Row } from './rows.ts';

/** What rows come to on one account of the ledger, exactly, also beyond what an amount can be. */
export interface RowsTotal {
  readonly pgCode: PgCode;
  readonly account: LedgerAccount;
  readonly currency: CurrencyCode;
  /** As `toDecimal` prints an amount. */
  readonly sum: string;
}

/** What rows come to, as they come: a report holds no more than one of them at a time. */
export interface Tally {
  readonly add: (row: Row) => void;
  readonly rows: () => number;
  /** By gateway account, currency and account of the ledger; an order that does not change. */
  readonly totals: () => readonly RowsTotal[];
}

/** Begins to count. */
export function tally(): Tally {
  const accounts = new Map<string, CountedAccount>();
  let rows = 0;
  return {
    add: ({ entries }) => {
      rows += 1;
      for (const { pgCode, lines } of entries)
        for (const { account, amount } of lines) {
          const key = `${pgCode} ${amount.currency} ${account}`;
          const counted = accounts.get(key) ?? { pgCode, account, sums: sumsByCurrency() };
          counted.sums.add(amount);
          accounts.set(key, counted);
        }
    },
    rows: () => rows,
    totals: () =>
      [...accounts]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([, { pgCode, account, sums }]) =>
          sums.inDecimal().map(([currency, sum]) => ({ pgCode, account, currency, sum })),
        ),
  };
}

/** In one currency. */
interface CountedAccount extends Pick<RowsTotal, 'pgCode' | 'account'> {
  readonly sums: ReturnType<typeof sumsByCurrency>;
}
