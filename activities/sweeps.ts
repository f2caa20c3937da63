import { foreignOperation, stillToHear } from '../domain/operation/foreign.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { wordOnOtherPayment } from '../domain/operation/other-payment.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import type { Report } from '../domain/transaction/network.ts';
import { isAttemptOf, type Transaction } from '../domain/transaction/transaction.ts';
import type { InboxEntry } from '../store/callback-inbox.ts';
import type { Store } from '../store/index.ts';
import { hearOfRemoved, takeInRemoved, type Graveyard } from './removals.ts';
import { foreignNames, type OperationStore } from '../store/operations.ts';
import type { TellPayment } from '../engine/notify-transaction.ts';
import { round, type Found } from './round.ts';
import type { InvoiceHead } from '../store/invoices.ts';

/** How the sweeper reaches workflows; worker/deps.ts gives it. */
export interface Reach {
  /** Starts the workflow of a new document; true when it had none. */
  readonly startMissing: (transaction: Transaction) => Promise<boolean>;
  /** The same for an invoice. */
  readonly startMissingInvoice: (invoice: InvoiceHead) => Promise<boolean>;
  readonly report: (transaction: Transaction, report: Report) => Promise<void>;
  /** Starts the workflow of an operation; true when none was open. */
  readonly startMissingOperation: (operation: Operation) => Promise<boolean>;
  readonly reportOperation: (operation: Operation, report: OperationReport) => Promise<void>;
  /** Has a payment take in what was done at the gateway itself. */
  readonly takeIn: TellPayment;
}

/** What is younger than this is still in the hands of the request that made it. */
const GRACE_MS = 60_000;
const BIRTHS_MARK = 'births';
const INBOX_MARK = 'inbox';
const INVOICES_MARK = 'invoices';
const OPERATIONS_MARK = 'operations';

type Stores = Pick<Store, 'transactions' | 'invoices' | 'inbox' | 'marks'> &
  Graveyard & {
    readonly operations: Pick<OperationStore, 'openBetween' | 'meantBy' | 'insert' | 'find'>;
  };

export function sweepActivities(
  { transactions, invoices, operations, inbox, marks, tombstones, ledger }: Stores,
  { startMissing, startMissingInvoice, startMissingOperation, ...reach }: Reach,
) {
  const hear = hearOfRemoved({ tombstones, ledger });
  return {
    /** Starts the workflow of documents that have none (decisions.md 3). */
    async sweepBirths(): Promise<{ readonly started: number }> {
      const until = Date.now() - GRACE_MS;
      const born = await transactions.bornBetween(await marks.get(BIRTHS_MARK), until);
      const found = born.map((transaction): Found => ({
        name: `transaction ${transaction.sessionId}`,
        at: transaction.createdAt,
        deal: () => startMissing(transaction),
      }));
      return { started: await round(found, until, (at) => marks.advance(BIRTHS_MARK, at)) };
    },

    /** Starts the workflow of invoices that have none. A transaction that was viewed meanwhile does not hide them. */
    async sweepInvoices(): Promise<{ readonly started: number }> {
      const until = Date.now() - GRACE_MS;
      const sent = await invoices.sentBetween(await marks.get(INVOICES_MARK), until);
      const found = sent.map((invoice): Found => ({
        name: `invoice ${invoice.sessionId}`,
        at: invoice.createdAt,
        deal: () => startMissingInvoice(invoice),
      }));
      return { started: await round(found, until, (at) => marks.advance(INVOICES_MARK, at)) };
    },

    /**
     * Starts the workflow of operations that are not over and have none: their promise was kept, and then the payment's
     * run came to its end by force, perhaps before the operation was written down too.
     */
    async sweepOperations(): Promise<{ readonly started: number }> {
      const until = Date.now() - GRACE_MS;
      const unwritten = await promisedOnly(until);
      const open = await operations.openBetween(await marks.get(OPERATIONS_MARK), until);
      for (const operation of unwritten) await operations.insert(operation);
      const found = [...unwritten, ...open].map((operation): Found => ({
        name: `operation ${operation.sessionId}`,
        at: operation.createdAt,
        deal: () => startMissingOperation(operation),
      }));
      return { started: await round(found, until, (at) => marks.advance(OPERATIONS_MARK, at)) };
    },

    /**
     * Signals verified callbacks that no workflow has heard (decisions.md 9). One that names nothing of its account is
     * passed over for good: an attempt is always saved before its gateway hears of it. `late`: for so many attempts of
     * removed transactions money came, which nobody knew before.
     */
    async sweepInbox(): Promise<{ readonly signaled: number; readonly late?: number }> {
      const until = Date.now() - GRACE_MS;
      let late = 0;
      const unheard = await inbox.unheard(await marks.get(INBOX_MARK), until);
      const found = unheard.map((entry): Found => ({
        name: `callback ${entry.gatewayEventId} on ${entry.referenceNumber}`,
        at: entry.receivedAt,
        deal: () =>
          signal(entry, () => {
            late += 1;
          }),
      }));
      const signaled = await round(found, until, (at) => marks.advance(INBOX_MARK, at));
      return { signaled, ...(late > 0 && { late }) };
    },
  };

  /** Operations of which there is only the promise. */
  async function promisedOnly(until: number): Promise<readonly Operation[]> {
    const promised = await transactions.promisedUntil(until);
    const written = await Promise.all(promised.map((one) => operations.find(one)));
    return promised.filter((_, nth) => written[nth] === undefined);
  }

  /** A callback on what was removed has no workflow to hear it; money that it tells of must not be lost. */
  async function hearOfBuried(entry: InboxEntry, found: () => void): Promise<boolean> {
    const { referenceNumber, merchantId, pgCode } = entry;
    const tombstone = await tombstones.findByReference(referenceNumber);
    const attempt = tombstone?.attempts.find((one) => one.referenceNumber === referenceNumber);
    const isTheirs = tombstone?.merchantId === merchantId && attempt?.pgCode === pgCode;
    if (!tombstone || !isTheirs) return false;
    if (entry.operation) {
      const names = foreignNames(entry, entry.operation);
      const word = { report: entry.operation, names };
      await takeInRemoved({ tombstones, ledger, operations }, tombstone, word);
    } else {
      const { sessionId } = tombstone;
      if (await hear({ merchantId, sessionId, report: entry.report })) found();
    }
    await inbox.markSignaled(entry);
    return true;
  }

  async function signal(entry: InboxEntry, foundLate: () => void): Promise<boolean> {
    const transaction = await transactions.findByReference(entry.referenceNumber);
    if (!transaction) return hearOfBuried(entry, foundLate);
    if (!isAttemptOf(transaction, entry)) return false;
    if (entry.operation) {
      const isHeard = await hearOf(transaction, entry, entry.operation);
      // It was removed a moment ago.
      if (!isHeard) return hearOfBuried(entry, foundLate);
    } else await reach.report(transaction, entry.report);
    await inbox.markSignaled(entry);
    return true;
  }

  /** One of ours hears of it; one that was done at the gateway itself is taken in. False when nobody is there to hear. */
  async function hearOf(
    transaction: Transaction,
    entry: InboxEntry,
    report: OperationReport,
  ): Promise<boolean> {
    const operation = await operations.meantBy(entry, report);
    const other = wordOnOtherPayment(operation ? { operation } : { transaction }, report);
    if (other) {
      const payment = await transactions.find(other.ref);
      if (payment) await reach.report(payment, other.report);
      return true;
    }
    if (operation) {
      await reach.reportOperation(operation, report);
      return true;
    }
    const names = foreignNames(entry, report);
    const foreign = foreignOperation(transaction, report, { ...names, now: entry.receivedAt });
    if (foreign && 'refused' in (await reach.takeIn(foreign))) return false;
    // Another word on it came at the same time or before, and only one was taken in.
    const kept = await operations.meantBy(entry, report);
    const words = kept ? await inbox.wordsOn(entry, report) : [];
    if (kept) for (const word of stillToHear(kept, words)) await reach.reportOperation(kept, word);
    return true;
  }
}
