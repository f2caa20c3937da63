import { toDecimal } from '../../domain/money.ts';
import { harmless, type Cell } from '../../domain/report/cells.ts';
import { labelsOf } from '../../domain/report/columns.ts';
import type { ReportWriter } from './report-format.ts';

/** Spreadsheets take a file for UTF-8 when it begins so. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const csvWriter: ReportWriter = async function* (rows, { columns, language, bom }) {
  const encoder = new TextEncoder();
  yield encoder.encode((bom ? BYTE_ORDER_MARK : '') + csvLine(labelsOf(columns, language)));
  for await (const group of rows) yield encoder.encode(group.map(csvLine).join(''));
};

/** A line of CSV as RFC 4180 has it: commas, quotes only where they are needed, CRLF at its end; no text in it is a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`;
}

/** A small file of such lines, as spreadsheets open it. */
export function csvFile(lines: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}

function fieldOf(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return toDecimal(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
