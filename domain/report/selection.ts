import type { CurrencyCode } from '../currencies.ts';
import type { PgCode } from '../ids.ts';
import type { TransactionState } from '../transaction/states.ts';
import type { TransactionType } from '../transaction/type.ts';

/** What transactions can be made with, as far as reports can tell it apart. */
export const REPORT_PLUGINS = ['payment_request', 'e_commerce', 'invoice', 'legacy'] as const;
export type ReportPlugin = (typeof REPORT_PLUGINS)[number];

/** Epoch milliseconds. */
export interface Span {
  /** Left out of it; from the beginning where nothing is said. */
  readonly after?: number;
  /** The last millisecond of it. */
  readonly until: number;
}

/** Only what fits all that is said; a list means any of it. */
export interface ReportFilter {
  readonly types?: readonly TransactionType[];
  readonly plugins?: readonly ReportPlugin[];
  readonly states?: readonly TransactionState[];
  readonly pgCodes?: readonly PgCode[];
  readonly currencies?: readonly CurrencyCode[];
  readonly orderNo?: string;
  readonly unitCode?: string;
}

/**
 * Which transactions a report is about: those that were made in the span, with all that was done to them until it is written.
 * What was archived is in none (contract/transactions#deleting).
 */
export type Selection = Span & ReportFilter;
