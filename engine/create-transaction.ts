import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import type { Issued } from '../store/invoices.ts';
import type { Beginnings } from './messages.ts';

type Transactions = Pick<Store['transactions'], 'insert'>;
type Starts = Pick<Beginnings, 'start'>;

/**
 * Keeps a new payment and then starts its run (contract/engine#creating); gives it as it is kept. Safe to repeat: where
 * its session has a payment already, that one is given, and once somebody has touched it, it has its run. What dies
 * between the two is started by a sweep.
 */
export async function createTransaction(
  transactions: Transactions,
  engine: Starts,
  opened: Transaction,
): Promise<Transaction> {
  const kept = await transactions.insert(opened);
  await startUntouched(engine, kept);
  return kept;
}

/** The same of a payment with its invoice, which has a run of its own; undefined where another one has its number. */
export async function createInvoicedTransaction(
  invoices: Pick<Store['invoices'], 'insert'>,
  engine: Starts & Pick<Beginnings, 'startInvoice'>,
  issued: Issued,
): Promise<Issued | undefined> {
  const kept = await invoices.insert(issued);
  if (!kept) return undefined;
  const { invoice, transaction } = kept;
  await Promise.all([
    startUntouched(engine, transaction),
    invoice.status === 'sent' && engine.startInvoice(invoice),
  ]);
  return kept;
}

async function startUntouched({ start }: Starts, kept: Transaction): Promise<void> {
  if (kept.version === 1) await start(kept);
}
