import { setTimeout as pause } from 'node:timers/promises';
import type { Difference } from '../../domain/ledger/difference.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { adjustmentEntry, walletDifferences } from '../../domain/ledger/wallet-book.ts';
import type { Store } from '../../store/index.ts';

export interface WalletVerification {
  readonly books: Pick<Store, 'walletBooks' | 'ledger'>;
  /** Posts the adjustments that the ledger lacks. */
  readonly repairs?: true;
  readonly tell: (difference: Difference) => void;
  /** How long a payment under way gets to be kept everywhere, in milliseconds. */
  readonly settleMs: number;
}

/** How many differences there are, and how many entries were posted. */
export interface WalletCounts {
  readonly posted: number;
  readonly differences: number;
}

const BATCH = 200;

/**
 * Compares what wallets hold with what the ledger says that they hold, and each adjustment by hand with its entry. Every
 * difference is told. What moves at this moment is looked at a second time.
 */
export async function verifyWallets(verification: WalletVerification): Promise<WalletCounts> {
  const { books, repairs, tell, settleMs } = verification;
  let posted = 0;
  let differences = 0;
  const found = (difference: Difference) => {
    differences += 1;
    tell(difference);
  };
  for await (const missing of missingOf(books)) {
    if (repairs) {
      await books.ledger.post(missing);
      posted += missing.length;
    } else for (const entry of missing) found(lacking(entry));
  }
  let sums = await compared(books);
  if (sums.length > 0) {
    await pause(settleMs);
    sums = await compared(books);
  }
  sums.forEach(found);
  return { posted, differences };
}

async function compared({ walletBooks }: WalletVerification['books']) {
  const [ledger, wallets] = await Promise.all([walletBooks.inLedger(), walletBooks.inWallets()]);
  return walletDifferences(ledger, wallets);
}

/** The adjustments that are not in the ledger, a part at a time. */
async function* missingOf({
  walletBooks,
}: WalletVerification['books']): AsyncGenerator<readonly LedgerEntry[]> {
  let batch: LedgerEntry[] = [];
  const lacked = async () => {
    const posted = await walletBooks.postedOf(batch.map(({ id }) => id));
    const missing = batch.filter(({ id }) => !posted.has(id));
    batch = [];
    return missing;
  };
  for await (const adjustment of walletBooks.adjustments()) {
    batch.push(adjustmentEntry(adjustment));
    if (batch.length === BATCH) yield await lacked();
  }
  yield await lacked();
}

function lacking({ merchantId, referenceNumber, event, lines }: LedgerEntry): Difference {
  const [line] = lines;
  return {
    kind: 'not-posted',
    merchantId,
    reference: referenceNumber,
    about: event,
    ...(line && { other: line.amount }),
  };
}
