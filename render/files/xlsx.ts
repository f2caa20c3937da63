import { writeXlsxStream, type CellValue } from 'hucre/xlsx';
import { minorUnits } from '../../domain/currencies.ts';
import { cutText } from '../../domain/cut-text.ts';
import { toDecimal } from '../../domain/money.ts';
import { printable, type Cell } from '../../domain/report/cells.ts';
import { labelsOf } from '../../domain/report/columns.ts';
import type { CellRows, ReportWriter } from './report-format.ts';

/** Excel cuts what is longer, and says that the file is broken. */
const LONGEST_TEXT = 32_767;
/** Numbers in a spreadsheet have fifteen digits; what has more stays text. */
const LARGEST_NUMBER = 999_999_999_999_999;

/** A workbook with one sheet for every million rows. Amounts are numbers; a text is a text, whatever it begins with. */
export const xlsxWriter: ReportWriter = async function* (rows, { columns, language }) {
  const labels = labelsOf(columns, language);
  const row: RowAtHand = { cells: [] };
  const stream = writeXlsxStream(valuesOf(rows, row), {
    name: language === 'ar' ? 'تقرير' : 'Report',
    columns: columns.map((_, index) => ({
      header: plain(labels[index] ?? ''),
      width: 18,
      // Read for each cell, right after its row was taken: one column has amounts of several currencies.
      get numFmt() {
        return formatOf(row.cells[index]);
      },
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

/** The row that is written now: the library knows formats of columns only, and ours are of cells. */
interface RowAtHand {
  cells: readonly Cell[];
}

async function* valuesOf(rows: CellRows, row: RowAtHand): AsyncGenerator<CellValue[]> {
  for await (const group of rows)
    for (const cells of group) {
      row.cells = cells;
      yield cells.map(valueOf);
    }
}

/** As many decimals as the currency has, so that 12.340 dinars are no 12.34 and 500 yen no 500.00; a text has none. */
function formatOf(cell: Cell): string {
  if (typeof cell !== 'object') return '';
  const units = minorUnits(cell.currency);
  return units === 0 ? '#,##0' : `#,##0.${'0'.repeat(units)}`;
}

function valueOf(cell: Cell): CellValue {
  if (cell === undefined) return null;
  if (typeof cell === 'string') return plain(cell);
  const decimal = toDecimal(cell);
  return Math.abs(cell.minor) > LARGEST_NUMBER ? decimal : Number(decimal);
}

/** With no more than a cell holds; `_x0041_` would be read as an A. */
function plain(text: string): string {
  return cutText(printable(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'), LONGEST_TEXT);
}
