import type { BulkRef, WrongRow } from '../../domain/bulk/bulk.ts';
import { rowFieldFaults } from '../../domain/bulk/row-faults.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../render/files/csv.ts';
import type { ApiDeps } from '../deps.ts';
import { ADDED } from './cells.ts';

const PAGE = 1000;

/**
 * The rows of which no payment was made, as they came, with their number and why (contract/bulk#errors): who corrects them can send
 * the file again. No cell of it is a formula to a spreadsheet.
 */
export async function* errorsFile(
  { store: { bulks } }: Pick<ApiDeps, 'store'>,
  ref: BulkRef,
  columns: readonly string[],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...columns, ...ADDED]);
  for (let after = 0; ;) {
    const rows: readonly WrongRow[] = await bulks.wrongRows(ref, { after, most: PAGE });
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row, columns))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.row;
  }
}

function cellsOf({ row, cells = [], errors }: WrongRow, columns: readonly string[]) {
  const known = new Map(cells);
  const why = rowFieldFaults(errors)
    .map(({ field, sentence }) => `${field}: ${sentence}`)
    .join(' ');
  return [...columns.map((name) => known.get(name)), String(row), why];
}
