import { toDecimal } from '../../domain/money.ts';
import { harmless, type Cell } from '../../domain/report/cells.ts';
import { labelsOf } from '../../domain/report/columns.ts';
import type { ReportWriter } from './report-writer.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** CSV of RFC 4180: UTF-8, commas, quotes only where they are needed, lines that end in CRLF; no text in it is a formula. */
export const csvWriter: ReportWriter = async function* (rows, { columns, language, bom }) {
  const encoder = new TextEncoder();
  yield encoder.encode((bom ? BYTE_ORDER_MARK : '') + lineOf(labelsOf(columns, language)));
  for await (const group of rows) yield encoder.encode(group.map(lineOf).join(''));
};

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return toDecimal(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
