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
 * Programs for tables take a text that begins so for a formula, also behind blanks, quotes, what shows nothing and in the wide forms of
 * East Asian keyboards: with an apostrophe in front it is a text. Amounts of ours are no texts, so that a refund stays a number. The
 * apostrophes of a text itself change nothing about that, so that `asMeant` can tell.
 */
const FORMULA = /^['"\s\p{Cf}]*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;
const BLANK = /^['"\s\p{Cf}]*$/u;

/**
 * Where programs begin a cell that take these for the end of one, as where the list separator of the region is a semicolon: to them a
 * quote in the middle of a line is a letter, and does not keep a text together.
 */
const CELL_BEGINS = /(?<=[;\t\r\n])/u;

/** A text as it is safe in a cell of CSV. */
export function harmless(given: string): string {
  return withFormulas(printable(given), (formula) => `'${formula}`);
}

/** What a cell of CSV says, without the apostrophes that keep a spreadsheet from computing it: `harmless` undone. */
export function asMeant(cell: string): string {
  return withFormulas(cell, (formula) => (formula.startsWith("'") ? formula.slice(1) : formula));
}

/** The text with each part changed that a program may take for a formula, whether or not apostrophes are in front. */
function withFormulas(text: string, change: (formula: string) => string): string {
  let isFormula = false;
  return text.split(CELL_BEGINS).reduceRight((rest, part) => {
    isFormula = FORMULA.test(part) || (isFormula && BLANK.test(part));
    return `${isFormula ? change(part) : part}${rest}`;
  }, '');
}
