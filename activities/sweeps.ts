import type { Report } from '../domain/transaction/network.ts';
import {
  isAttemptOf,
  type Transaction,
  type TransactionRef,
} from '../domain/transaction/transaction.ts';
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
const INBOX_MARK = 'inbox';

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

    /**
     * Signals verified callbacks that no workflow has heard (decisions.md 9). One that names nothing of its account is
     * passed over for good: an attempt is always saved before its gateway hears of it.
     */
    async sweepInbox(): Promise<{ readonly signaled: number }> {
      const until = Date.now() - GRACE_MS;
      let signaled = 0;
      for (const entry of await inbox.unheard(await marks.get(INBOX_MARK), until)) {
        const transaction = await transactions.findByReference(entry.referenceNumber);
        if (transaction && isAttemptOf(transaction, entry)) {
          await report(transaction, entry.report);
          await inbox.markSignaled(entry);
          signaled += 1;
        }
        await marks.advance(INBOX_MARK, entry.receivedAt - 1);
      }
      await marks.advance(INBOX_MARK, until);
      return { signaled };
    },
  };
}
