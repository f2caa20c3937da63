import type { TransactionState } from '../transaction/states.ts';
import { unreachable } from '../unreachable.ts';

/**
 * How an invoice stands (contract/invoices#status). What the payment does is the transaction's state, which is another
 * thing.
 */
export const INVOICE_STATUSES = ['sent', 'paid', 'overdue', 'canceled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** What a status follows from. `state` is missing when the transaction was deleted. */
export interface Circumstances {
  readonly status: InvoiceStatus;
  readonly state?: TransactionState;
  /** Epoch milliseconds: from this instant on it is overdue. */
  readonly dueAt: number;
  readonly now: number;
}

/**
 * The status after a look at transaction and clock (contract/invoices#status). Canceled stays, whatever follows, and so does paid, unless
 * the payment was canceled: of what settles an invoice as paid only agreed cash can be. A transaction that ended without money leaves the
 * status alone until the invoice is due, and then it is overdue.
 */
export function invoiceStatusOf({ status, state, dueAt, now }: Circumstances): InvoiceStatus {
  switch (status) {
    case 'canceled':
      return status;
    case 'paid':
      return state === 'canceled' ? 'canceled' : status;
    case 'sent':
    case 'overdue':
      return settlement(state) ?? (now >= dueAt ? 'overdue' : status);
    default:
      return unreachable(status);
  }
}

/** Whether a transaction in this state settles its invoice, so that its status must be looked at without delay. */
export function settlesInvoice(state: TransactionState): boolean {
  return settlement(state) !== undefined;
}

function settlement(state: TransactionState | undefined): 'paid' | 'canceled' | undefined {
  switch (state) {
    case 'paid':
    case 'cod':
      return 'paid';
    case 'canceled':
    case undefined:
      return 'canceled';
    default:
      return undefined;
  }
}
