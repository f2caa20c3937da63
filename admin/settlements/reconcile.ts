import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import {
  keyOfEntry,
  keysOfRow,
  needsSettlement,
  noSettlementResults,
  type SettledRow,
  type SettlementResult,
  type SettlementRow,
} from '../../domain/settlement/settlement.ts';
import { GatewayFault, type TimeSpan } from '../../gateways/gateway.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { Store } from '../../store/index.ts';
import { CliError } from '../cli-error.ts';
import {
  batches,
  comparedWithLedger,
  withForeignName,
  type ComparedAccount,
  type KnownBefore,
} from './known.ts';

export interface Reconciling extends ComparedAccount {
  /** What is compared, in epoch milliseconds. */
  readonly span: TimeSpan;
  /** Told what is not simply matched. */
  readonly tell: (found: SettledRow | { readonly missing: LedgerEntry }) => void;
  readonly tellAside: (aside: string) => void;
}

export interface ReconciledBook {
  /** Lines of the network's book in the span. */
  readonly lines: number;
  readonly results: Readonly<Record<SettlementResult, number>>;
  readonly aside: number;
}

/** Networks and we do not date the same thing alike: a lost word is told again for days. Milliseconds. */
const DATED_APART_MS = 3 * 24 * 60 * 60_000;

/**
 * Compares what the network of an account has booked in a span of time with the ledger, and keeps nothing. Throws `not_found` without
 * the account, `wrong` where its network has no such book or it cannot be read.
 */
export async function reconcileBook(
  store: Pick<Store, 'gatewayAccounts' | 'ledger' | 'transactions'>,
  { merchantId, pgCode, span, tell, tellAside }: Reconciling,
): Promise<ReconciledBook> {
  const account = { merchantId, pgCode };
  const opened = await store.gatewayAccounts.open(merchantId, pgCode);
  if (!opened) throw new CliError('not_found', `"${merchantId}" has no account "${pgCode}".`);
  const { book } = gatewayFor(opened.account.gateway);
  if (!book)
    throw new CliError(
      'wrong',
      `The network of "${pgCode}" gives no book by its API: import its settlement files (settlements import).`,
    );
  const isWithin = (at: number) => at >= span.from && at < span.until;
  const results = noSettlementResults();
  const [moved, seen] = [new Set<string>(), new Set<string>()];
  const before = (row: SettlementRow): KnownBefore => {
    const keys = keysOfRow(row);
    const taken = new Set(keys.filter((key) => seen.has(key)));
    const isRepeated = moved.has(row.identity);
    moved.add(row.identity);
    for (const key of keys) seen.add(key);
    return { isRepeated, taken };
  };
  let lines = 0;
  let aside = 0;
  try {
    const wide = { from: span.from - DATED_APART_MS, until: span.until + DATED_APART_MS };
    for await (const page of book(opened.settings, wide)) {
      const rows = page.flatMap((line) => ('aside' in line ? [] : { ...line, line: 0 }));
      const named = rows.map((row) => withForeignName(account, row));
      const settled = await comparedWithLedger(store, account, named, named.map(before));
      for (const one of settled.filter(({ row }) => isWithin(row.settledAt))) {
        lines += 1;
        results[one.result] += 1;
        if (one.result !== 'matched') tell(one);
      }
      for (const line of page)
        if ('aside' in line && isWithin(line.at)) {
          aside += 1;
          tellAside(line.aside);
        }
    }
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    throw new CliError('wrong', `The book cannot be read: ${error.message}`);
  }
  for await (const batch of batches(store.ledger.span({ ...account, ...span })))
    for (const missing of batch.filter(needsSettlement))
      if (!seen.has(keyOfEntry(missing))) {
        results['missing-there'] += 1;
        tell({ missing });
      }
  return { lines, results, aside };
}
