import type { CurrencyCode } from '../currencies.ts';
import type { SessionId } from '../ids.ts';
import type { InvoiceStatus } from '../invoice/status.ts';
import type { Money } from '../money.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { HalfOpen } from './filter.ts';
import type { Term } from './terms.ts';

export const INVOICE_ORDERS = ['-created', 'due'] as const;
/** Newest first, or what is due first. */
export type InvoiceOrder = (typeof INVOICE_ORDERS)[number];

/** Which invoices are looked for (contract/search#invoices): only what fits all that is said; a list means any of it. */
export interface InvoiceFilter {
  /** Of each of these groups at least one term. */
  readonly terms?: readonly (readonly Term[])[];
  readonly sessionId?: SessionId;
  readonly statuses?: readonly InvoiceStatus[];
  readonly currencies?: readonly CurrencyCode[];
  readonly numberStart?: string;
  readonly created?: HalfOpen;
  /** From when on it is overdue when it is not paid. */
  readonly due?: HalfOpen;
  /** Both included, and of one currency. */
  readonly amountFrom?: Money;
  readonly amountUntil?: Money;
  /** Of payments of these types. */
  readonly types?: readonly TransactionType[];
}
