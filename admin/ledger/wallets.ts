import { setTimeout as pause } from 'node:timers/promises';
import type { Difference } from '../../domain/ledger/difference.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import type { Figured } from '../../domain/ledger/transaction-figures.ts';
import {
  adjustmentDifferences,
  adjustmentEntry,
  walletDifferences,
} from '../../domain/ledger/wallet-book.ts';
import {
  removedPaymentDifferences,
  settledPartDifferences,
  walletBookDifferences,
  walletPaymentDifferences,
} from '../../domain/ledger/wallet-figures.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { WalletAccount } from '../../domain/wallet/account.ts';
import type { Store } from '../../store/index.ts';
import { secondLooks } from './second-looks.ts';
import type { Repairs } from './verify.ts';

export interface WalletVerification {
  readonly books: Pick<Store, 'walletBooks' | 'moneyViews'>;
  /** Posts the adjustments that the ledger lacks. */
  readonly repairs?: Repairs;
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
 * Compares what wallets hold with what the ledger says that they hold, each wallet with its own book and with the payments
 * that it is about, and each adjustment by hand with its entry. Every difference is told. What moves at this moment is
 * looked at a second time.
 */
export async function verifyWallets(verification: WalletVerification): Promise<WalletCounts> {
  const { books, repairs, tell, settleMs } = verification;
  let posted = 0;
  let differences = 0;
  const found = (difference: Difference) => {
    differences += 1;
    tell(difference);
  };
  for await (const batch of adjustmentsOf(books)) {
    for (const entry of batch.missing)
      if (repairs) {
        await repairs(entry, [entry]);
        posted += 1;
      } else found(lacking(entry));
    batch.differing.forEach(found);
  }
  const confirmed = secondLooks(settleMs);
  for await (const account of books.walletBooks.accounts()) {
    const look = () => differencesOf(books, account);
    (await confirmed(await look(), look)).forEach(found);
  }
  let sums = await compared(books);
  if (sums.length > 0) {
    await pause(settleMs);
    sums = await compared(books);
  }
  sums.forEach(found);
  return { posted, differences };
}

/** Where a wallet does not agree with its book, or with a payment that it has paid or was given back. */
async function differencesOf(
  { walletBooks, moneyViews }: WalletVerification['books'],
  account: WalletAccount,
): Promise<readonly Difference[]> {
  const wallet = await walletBooks.bookOf(account);
  if (!wallet) return [];
  const sessions = [...new Set(wallet.operations.flatMap(({ sessionId }) => sessionId ?? []))];
  const payments = new Map<SessionId, Figured>();
  for (let at = 0; at < sessions.length; at += BATCH)
    for (const one of await moneyViews.findAll(sessions.slice(at, at + BATCH)))
      payments.set(one.sessionId, one);
  return [
    ...walletBookDifferences(wallet),
    ...wallet.operations.flatMap((operation) => {
      if (!operation.sessionId) return [];
      const payment = payments.get(operation.sessionId);
      // What is left of a removed payment says nothing of its customer.
      return payment
        ? walletPaymentDifferences(wallet.account, operation, payment)
        : removedPaymentDifferences(wallet.account, operation);
    }),
    ...[...payments.values()].flatMap((payment) => settledPartDifferences(wallet, payment)),
  ];
}

async function compared({ walletBooks }: WalletVerification['books']) {
  const [ledger, wallets] = await Promise.all([walletBooks.inLedger(), walletBooks.inWallets()]);
  return walletDifferences(ledger, wallets);
}

/** The adjustments that are not in the ledger, and those that are there otherwise, a part at a time. */
async function* adjustmentsOf({ walletBooks }: WalletVerification['books']): AsyncGenerator<{
  readonly missing: readonly LedgerEntry[];
  readonly differing: readonly Difference[];
}> {
  let batch: LedgerEntry[] = [];
  const compare = async () => {
    const posted = new Map(
      (await walletBooks.postedOf(batch.map(({ id }) => id))).map((entry) => [entry.id, entry]),
    );
    const missing = batch.filter(({ id }) => !posted.has(id));
    const differing = batch.flatMap((must) => {
      const is = posted.get(must.id);
      return is ? adjustmentDifferences(is, must) : [];
    });
    batch = [];
    return { missing, differing };
  };
  for await (const adjustment of walletBooks.adjustments()) {
    batch.push(adjustmentEntry(adjustment));
    if (batch.length === BATCH) yield await compare();
  }
  yield await compare();
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
