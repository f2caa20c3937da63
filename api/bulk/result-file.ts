import { stringify } from 'csv-stringify/sync';
import type { BulkRef, RowResult, RowState } from '../../domain/bulk/bulk.ts';
import type { ApiDeps } from '../deps.ts';
import { presentRow } from './present.ts';

const COLUMNS = ['row', 'state', 'order_no', 'session_id', 'checkout_url', 'errors'] as const;
const PAGE = 1000;

/** All rows as CSV, page by page. No cell of it is a formula to a spreadsheet, whatever an order is called. */
export async function* resultFile(
  { store, publicUrl }: Pick<ApiDeps, 'store' | 'publicUrl'>,
  ref: BulkRef,
  state: RowState | undefined,
): AsyncGenerator<string> {
  yield lines([Object.fromEntries(COLUMNS.map((name) => [name, name]))], true);
  for (let after = 0; ;) {
    const rows: readonly RowResult[] = await store.bulks.results(ref, {
      after,
      most: PAGE,
      ...(state && { state }),
    });
    if (rows.length > 0) yield lines(rows.map((row) => cellsOf(row, publicUrl)));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.row;
  }
}

function cellsOf(result: RowResult, publicUrl: string) {
  const { errors, ...row } = presentRow(result, publicUrl);
  return { ...row, ...(errors && { errors: JSON.stringify(errors) }) };
}

/** Spreadsheets take a file for UTF-8 when it begins with a byte order mark. */
function lines(rows: readonly object[], isFirst = false): string {
  return stringify([...rows], {
    columns: [...COLUMNS],
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
