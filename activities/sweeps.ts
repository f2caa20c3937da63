import type { Report } from '../domain/transaction/network.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';

/** How the sweeper reaches workflows; worker/deps.ts gives it. */
export interface Reach {
  /** Starts the workflow of a new document; true when it had none. */
  readonly startMissing: (transaction: Transaction) => Promise<boolean>;
  readonly report: (ref: TransactionRef, report: Report) => Promise<void>;
}

/** What is younger than this is still in the hands of the request that made it. */
const GRACE_MS = 60_000;
const BIRTHS_MARK = 'births';
/** A callback that names nothing we know stays in the inbox; after a day nobody looks for its transaction any more. */
const INBOX_MS = 24 * 60 * 60 * 1000;

export function sweepActivities(
  { transactions, inbox, marks }: Pick<Store, 'transactions' | 'inbox' | 'marks'>,
  { startMissing, report }: Reach,
) {
  return {
    /** Starts the workflow of documents that have none (decisions.md 3). The mark moves only past what is certain. */
    async sweepBirths(): Promise<{ readonly started: number }> {
      const until = Date.now() - GRACE_MS;
      const born = await transactions.bornBetween(await marks.get(BIRTHS_MARK), until);
      let started = 0;
      for (const transaction of born) {
        if (await startMissing(transaction)) started += 1;
        await marks.advance(BIRTHS_MARK, transaction.createdAt - 1);
      }
      await marks.advance(BIRTHS_MARK, until);
      return { started };
    },

    /** Signals verified callbacks that no workflow has heard (decisions.md 9). */
    async sweepInbox(): Promise<{ readonly signaled: number }> {
      const now = Date.now();
      let signaled = 0;
      for (const entry of await inbox.unheard(now - INBOX_MS, now - GRACE_MS)) {
        const transaction = await transactions.findByReference(entry.report.referenceNumber);
        if (!transaction || transaction.merchantId !== entry.merchantId) continue;
        await report(transaction, entry.report);
        await inbox.markSignaled(entry);
        signaled += 1;
      }
      return { signaled };
    },
  };
}
