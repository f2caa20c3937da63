import { writeXlsxStream, type CellValue } from 'hucre/xlsx';
import { toDecimal } from '../../domain/money.ts';
import type { Cell } from '../../domain/report/cells.ts';
import { isMoney, labelsOf } from '../../domain/report/columns.ts';
import type { CellRows, ReportWriter } from './report-writer.ts';

/** Excel cuts what is longer, and says that the file is broken. */
const LONGEST_TEXT = 32_767;
/** Numbers in a spreadsheet have fifteen digits; what has more stays text. */
const LARGEST_NUMBER = 999_999_999_999_999;
/** At least two decimals and as many as the currency has. */
const MONEY_FORMAT = '#,##0.00##';

/** A workbook with one sheet for every million rows. Amounts are numbers; a text is a text, whatever it begins with. */
export const xlsxWriter: ReportWriter = async function* (rows, { columns, language }) {
  const labels = labelsOf(columns, language);
  const stream = writeXlsxStream(valuesOf(rows), {
    name: language === 'ar' ? 'تقرير' : 'Report',
    columns: columns.map((column, index) => ({
      header: plain(labels[index] ?? ''),
      width: 18,
      ...(isMoney(column) && { numFmt: MONEY_FORMAT }),
    })),
    freezePane: { rows: 1 },
  });
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops reading ends what the rows come from, too.
    await reader.cancel().catch(() => undefined);
  }
};

async function* valuesOf(rows: CellRows): AsyncGenerator<CellValue[]> {
  for await (const group of rows) for (const cells of group) yield cells.map(valueOf);
}

function valueOf(cell: Cell): CellValue {
  if (cell === undefined) return null;
  if (typeof cell === 'string') return plain(cell);
  const decimal = toDecimal(cell);
  return Math.abs(cell.minor) > LARGEST_NUMBER ? decimal : Number(decimal);
}

/** Without what XML cannot have, and with no more than a cell holds; `_x0041_` would be read as an A. */
function plain(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .slice(0, LONGEST_TEXT);
}
