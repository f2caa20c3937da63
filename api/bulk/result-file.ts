import type { BulkRef, RowResult, RowState } from '../../domain/bulk/bulk.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../render/files/csv.ts';
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
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for (let after = 0; ;) {
    const rows: readonly RowResult[] = await store.bulks.results(ref, {
      after,
      most: PAGE,
      ...(state && { state }),
    });
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row, publicUrl))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.row;
  }
}

function cellsOf(result: RowResult, publicUrl: string): readonly (string | undefined)[] {
  const { row, errors, ...texts } = presentRow(result, publicUrl);
  const cells = { ...texts, row: String(row), errors: errors && JSON.stringify(errors) };
  return COLUMNS.map((name) => cells[name]);
}
