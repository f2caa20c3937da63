import type { JsonValue } from '../json.ts';
import type { Money } from '../money.ts';

/** What stands in a cell. Amounts stay amounts, so that a spreadsheet can add them up. */
export type Cell = string | Money | undefined;

/** A value of somebody else's as text; a list or an object is JSON. */
export function cellOf(value: JsonValue | undefined): Cell {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Programs for tables take a text that begins so for a formula, also behind blanks and in the wide forms of East Asian
 * keyboards: with an apostrophe in front it is a text. Amounts of ours are no texts, so that a refund stays a number.
 */
const FORMULA = /^[\s\uFEFF]*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text as it is safe in a cell of CSV. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
