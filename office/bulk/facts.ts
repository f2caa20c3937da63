import type { bulksAnswer, progressAnswer, rowsAnswer } from '../../api/bulk/answer.ts';
import type { AnswerOf } from '../../api/infer.ts';
import { rowFieldFaults } from '../../domain/bulk/row-faults.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { BulkFacts, BulkRow, WrongRowFacts } from '../../render/office/bulk-facts.ts';
import type { OfficeFrame } from '../../render/office/frame-facts.ts';
import type { CheckedBulkFacts } from '../../render/office/new-bulk-facts.ts';

export type BulksAnswer = AnswerOf<typeof bulksAnswer>;
export type BulkAnswer = AnswerOf<typeof progressAnswer>;
export type RowsAnswer = AnswerOf<typeof rowsAnswer>;

export const BULK_PATH = '/office/bulk';

/** So many rows that made nothing are on a page. */
export const WRONG_SHOWN = 20;

/** Where the page of a file is. */
export function bulkPath({ bulk_id: id }: Pick<BulkAnswer, 'bulk_id'>): string {
  return `${BULK_PATH}/${id}`;
}

/** A file as a row of the list. */
export function bulkRowOf(bulk: BulksAnswer[number]): BulkRow {
  const { bulk_id: id, name, state, total, dispatched = 0, failed = 0, initiator } = bulk;
  return {
    href: bulkPath(bulk),
    id,
    name,
    state,
    total,
    made: dispatched,
    failed,
    ...(initiator && { uploadedBy: initiator.username }),
    at: bulk.created_at,
  };
}

/** What the API says of a file, for its page. */
export function standingFacts(
  bulk: BulkAnswer,
  wrong: RowsAnswer,
): Omit<BulkFacts, keyof OfficeFrame | 'lookedAt'> {
  const { href: _href, id: _id, ...row } = bulkRowOf(bulk);
  const { report, pending, per_minute: perMinute, expected_end: expectedEnd } = bulk;
  const path = bulkPath(bulk);
  return {
    ...row,
    href: path,
    left: pending,
    leftOut: report?.invalid ?? 0,
    sums: (report?.sums ?? []).map(({ currency_code: currency, amount }) => ({
      value: amount,
      currency,
    })),
    unknownColumns: report?.unknown_columns ?? [],
    ...(perMinute !== undefined &&
      expectedEnd !== undefined && { pace: { perMinute, expectedEnd } }),
    wrong: wrong.map(wrongRowOf),
    resultUrl: `${path}/result`,
    errorsUrl: `${path}/errors`,
    paymentsUrl: `/office/payments?bulk_id=${bulk.bulk_id}`,
  };
}

/** What was found in a file of which nothing is made yet. */
export function checkedFacts(
  bulk: BulkAnswer,
  wrong: RowsAnswer,
): Omit<CheckedBulkFacts, keyof OfficeFrame> {
  const { name, total, leftOut, sums, unknownColumns, errorsUrl, ...rest } = standingFacts(
    bulk,
    wrong,
  );
  return {
    name,
    total,
    rows: bulk.report?.rows ?? total,
    leftOut,
    sums,
    unknownColumns,
    wrong: rest.wrong,
    errorsUrl,
    ...(bulk.confirm_by !== undefined && { confirmBy: bulk.confirm_by }),
  };
}

/** A row of which nothing was made. */
export function wrongRowOf({
  row,
  state,
  errors = {},
}: {
  readonly row: number;
  readonly state?: string;
  readonly errors?: object | undefined;
}): WrongRowFacts {
  return {
    row,
    isLeftOut: state !== 'failed',
    rowFaults: rowFieldFaults(errors as FieldErrors).map(({ field, sentence }) => ({
      column: field,
      sentence,
    })),
  };
}
