import { invoiceStatusOf, type InvoiceStatus } from '../domain/invoice/status.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { notThere } from './failures.ts';

export interface ReviewInvoice extends TransactionRef {
  /** Epoch milliseconds, by the clock whose timer woke the workflow. */
  readonly now: number;
}

export function invoiceActivities({
  invoices,
  transactions,
  tombstones,
}: Pick<Store, 'invoices' | 'transactions' | 'tombstones'>) {
  return {
    /**
     * Looks at the transaction and keeps the status that follows. Safe to repeat: the same look leads to the same status.
     */
    async reviewInvoice({ now, ...ref }: ReviewInvoice): Promise<InvoiceStatus> {
      const [invoice, transaction] = await Promise.all([
        invoices.head(ref),
        transactions.find(ref),
      ]);
      if (!invoice) {
        // Removed with its transaction: nobody will pay it.
        if (await tombstones.find(ref)) return 'canceled';
        throw notThere(`invoice of session ${ref.sessionId}`);
      }
      const { status: from, dueAt } = invoice;
      const to = invoiceStatusOf({
        status: from,
        dueAt,
        now,
        ...(transaction && { state: transaction.state }),
      });
      if (to !== from) await invoices.setStatus(ref, { from, to });
      return to;
    },
  };
}
