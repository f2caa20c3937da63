import { parseDateTime } from '../duration.ts';
import type { MerchantId, SessionId } from '../ids.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Discount, LineFigures, TotalFigures } from './arithmetic.ts';
import type { InvoiceStatus } from './status.ts';

/** One line of an invoice with its figures. Rates are printed as they were given. */
export interface InvoiceItem extends LineFigures {
  /** A number of its own among all items of the merchant. */
  readonly id: number;
  readonly sku: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: LineFigures['quantityPrice'];
  readonly discountPercentage?: string;
  readonly taxRate?: string;
}

/**
 * What a merchant billed, line by line. It never changes but in its status; the money that is asked for, and all that
 * happens to it, is the transaction of the same session.
 */
export interface Invoice extends TotalFigures {
  readonly sessionId: SessionId;
  readonly merchantId: MerchantId;
  readonly invoiceId: number;
  /** Unique among the merchant's invoices. */
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly createdAt: number;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** From this instant on an unpaid invoice is overdue; epoch milliseconds. */
  readonly dueAt: number;
  readonly companyName?: string;
  readonly items: readonly InvoiceItem[];
  readonly discountPercentage?: string;
  readonly taxRate?: string;
  readonly shippingExclTax?: TotalFigures['subtotal'];
  readonly shippingMethod?: string;
  readonly shippingTaxRate?: string;
}

/** What is billed, in the merchant's words; without faults. */
export interface Bill {
  readonly number: string;
  readonly dueDate: string;
  readonly companyName?: string;
  readonly lines: readonly BilledLine[];
  readonly totals: TotalFigures;
  readonly discount?: Discount;
  readonly taxRate?: string;
  readonly shippingExclTax?: TotalFigures['subtotal'];
  readonly shippingMethod?: string;
  readonly shippingTaxRate?: string;
}

export type BilledLine = Omit<InvoiceItem, 'id'>;

/** Numbers that no other invoice of the merchant has: its own, and the first one of its items. */
export interface InvoiceNumbers {
  readonly invoiceId: number;
  readonly firstItemId: number;
}

/** A new invoice of a checked bill, beside the transaction that asks for its money. */
export function issue(
  { lines, totals, discount, ...said }: Bill,
  transaction: Transaction,
  { invoiceId, firstItemId }: InvoiceNumbers,
): Invoice {
  const { sessionId, merchantId, createdAt, dueDatetime } = transaction;
  return {
    ...said,
    ...totals,
    ...(discount?.percentage !== undefined && { discountPercentage: discount.percentage }),
    sessionId,
    merchantId,
    invoiceId,
    status: 'sent',
    createdAt,
    dueAt: dueAtOf(said.dueDate, dueDatetime),
    items: lines.map((line, index) => ({ id: firstItemId + index, ...line })),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment given, else the end of the due date in UTC (contract/invoices#due-date). */
function dueAtOf(dueDate: string, dueDatetime: string | undefined): number {
  const given = dueDatetime === undefined ? undefined : parseDateTime(dueDatetime);
  return given ?? Date.parse(`${dueDate}T00:00:00Z`) + DAY_MS;
}

/** The words on the due date for who gave no time of day: its beginning in UTC (contract/invoices#due-date). */
export function dueDatetimeOf({ dueDate }: Pick<Invoice, 'dueDate'>, given?: string): string {
  return given ?? `${dueDate}T00:00:00Z`;
}
