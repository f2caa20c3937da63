import { verify, type VerifiedCounts } from '../admin/ledger/verify.ts';
import { keyRing, TEST_ONLY_KEYS } from '../config/key-ring.ts';
import { connectStore } from '../store/connection.ts';
import { ledgerStore } from '../store/ledger.ts';
import { moneyViews } from '../store/money-views.ts';
import { operationStore } from '../store/operations.ts';
import { tombstoneStore } from '../store/tombstones.ts';
import { searchTokens } from '../store/search-tokens.ts';
import { ensureIndexes } from '../store/indexes.ts';
import { transactionStore } from '../store/transactions.ts';

/** What verifying the books of one database has cost. */
export interface Verified extends VerifiedCounts {
  readonly ms: number;
  /** The most that the process held at any time, its own code included. */
  readonly peakBytes: number;
}

/* A process of its own for each ledger, because the most memory that a process ever had never falls. */
const [uri = ''] = process.argv.slice(2);
const connection = await connectStore(uri);
const parts = {
  transactions: transactionStore(connection, searchTokens(keyRing(TEST_ONLY_KEYS))),
  tombstones: tombstoneStore(connection),
  ledger: ledgerStore(connection),
  operations: operationStore(connection),
};
await ensureIndexes(connection);
const began = performance.now();
const counts = await verify({
  books: { ...parts, moneyViews: moneyViews(connection) },
  tell: () => undefined,
  progress: () => undefined,
  settleMs: 0,
});
const ms = performance.now() - began;
const verified: Verified = { ...counts, ms, peakBytes: process.resourceUsage().maxRSS * 1024 };
console.log(JSON.stringify(verified));
await connection.close();
