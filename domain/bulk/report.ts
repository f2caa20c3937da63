import type { CurrencyCode } from '../currencies.ts';
import { sumsByCurrency, type Money } from '../money.ts';
import type { FieldErrors } from '../refusal.ts';

/** So many rows at fault are told one by one; the others are counted. */
export const TOLD_ERRORS = 1000;

/** What is wrong with one row, counted from 1 without the line of names. */
export interface RowFault {
  readonly row: number;
  readonly errors: FieldErrors;
}

/** What was found in a file. */
export interface BulkReport {
  readonly rows: number;
  readonly valid: number;
  readonly invalid: number;
  /** The first of them. */
  readonly errors: readonly RowFault[];
  /** How often which field was at fault, in all rows. */
  readonly errorCounts: Readonly<Record<string, number>>;
  /** What the rows that are right come to, in decimals. */
  readonly sums: readonly (readonly [CurrencyCode, string])[];
  /** Names that mean nothing here, each once; at most a hundred. */
  readonly unknownColumns: readonly string[];
}

const TOLD_COLUMNS = 100;

/** Counts rows as they come. It holds no more than a report of the most faults, however many rows there are. */
export function reporter() {
  const errors: RowFault[] = [];
  const counts = new Map<string, number>();
  const unknown = new Set<string>();
  const sums = sumsByCurrency();
  let rows = 0;
  let invalid = 0;
  return {
    right: (amount: Money): void => {
      rows += 1;
      sums.add(amount);
    },
    wrong: (fault: RowFault): void => {
      rows += 1;
      invalid += 1;
      if (errors.length < TOLD_ERRORS) errors.push(fault);
      for (const field of Object.keys(fault.errors))
        counts.set(field, (counts.get(field) ?? 0) + 1);
    },
    unknownColumn: (name: string): void => {
      if (unknown.size < TOLD_COLUMNS) unknown.add(name);
    },
    report: (): BulkReport => ({
      rows,
      valid: rows - invalid,
      invalid,
      errors,
      errorCounts: Object.fromEntries(counts),
      sums: sums.inDecimal(),
      unknownColumns: [...unknown],
    }),
  };
}
