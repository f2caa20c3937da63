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
 * A text without control characters but tab and line breaks, and without what is no character: no workbook can hold them, and
 * programs that read CSV stop there or take the file for another kind.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '');
}

/**
 * Programs for tables take a text that begins so for a formula, also behind blanks, what shows nothing and in the wide forms of East Asian
 * keyboards: with an apostrophe in front it is a text. Amounts of ours are no texts, so that a refund stays a number. What begins with
 * apostrophes of its own gets one more, so that `asMeant` can tell.
 */
const FORMULA = /^'*[\s\p{Cf}]*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** A text as it is safe in a cell of CSV. */
export function harmless(given: string): string {
  const text = printable(given);
  return FORMULA.test(text) ? `'${text}` : text;
}

/** What a cell of CSV says, without the apostrophe that keeps a spreadsheet from computing it: `harmless` undone. */
export function asMeant(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
