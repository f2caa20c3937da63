import {
  CONFIRM_MS,
  type Bulk,
  type BulkCommand,
  type BulkProgress,
  type RowResult,
  type WrongRow,
} from '../../domain/bulk/bulk.ts';
import type { Pace } from '../../domain/bulk/pace.ts';
import type { BulkReport } from '../../domain/bulk/report.ts';
import { isoUtc } from '../../domain/duration.ts';
import { links } from '../../domain/links.ts';

export function presentBulk({ id, name, state, total, createdAt, initiator, legacy }: Bulk) {
  return {
    bulk_id: id,
    name,
    state,
    total,
    created_at: isoUtc(createdAt),
    ...(initiator && { initiator: { id: initiator.id, username: initiator.username } }),
    ...(legacy && { legacy }),
  };
}

/** How a bulk stands, at which pace it goes on, and what was found in its file. */
export function presentStanding(
  bulk: Bulk,
  {
    progress,
    actions,
    pace,
    report,
  }: {
    readonly progress: BulkProgress;
    readonly actions: readonly (BulkCommand | 'confirm')[];
    readonly pace?: Pace | undefined;
    readonly report?: BulkReport | undefined;
  },
) {
  return {
    ...presentBulk(bulk),
    ...progress,
    actions,
    ...(bulk.state === 'unconfirmed' && { confirm_by: isoUtc(bulk.createdAt + CONFIRM_MS) }),
    ...(pace && { per_minute: pace.perMinute, expected_end: isoUtc(pace.expectedEnd) }),
    ...(report && { report: countsIn(report) }),
  };
}

export function presentBulkReport(report: BulkReport) {
  return { ...countsIn(report), errors: report.errors };
}

function countsIn({ rows, valid, invalid, sums, errorCounts, unknownColumns }: BulkReport) {
  return {
    rows,
    valid,
    invalid,
    sums: sums.map(([currency, amount]) => ({ currency_code: currency, amount })),
    error_counts: errorCounts,
    unknown_columns: unknownColumns,
  };
}

/** A row of which no payment was made. */
export function presentWrongRow({ row, isLeftOut, errors }: WrongRow) {
  return { row, state: isLeftOut ? ('left_out' as const) : ('failed' as const), errors };
}

/** A row with the address at which it can be paid. */
export function presentRow(
  { row, state, orderNo, sessionId, errors }: RowResult,
  publicUrl: string,
) {
  return {
    row,
    state,
    ...(orderNo !== undefined && { order_no: orderNo }),
    ...(sessionId !== undefined && {
      session_id: sessionId,
      checkout_url: links(publicUrl).start(sessionId),
    }),
    ...(errors && { errors }),
  };
}
