import type { Bulk, BulkProgress, RowResult } from '../../domain/bulk/bulk.ts';
import type { BulkReport } from '../../domain/bulk/report.ts';
import { isoUtc } from '../../domain/duration.ts';
import { links } from '../../domain/links.ts';

export function presentBulk({ id, name, state, total, createdAt, legacy }: Bulk) {
  return {
    bulk_id: id,
    name,
    state,
    total,
    created_at: isoUtc(createdAt),
    ...(legacy && { legacy }),
  };
}

export function presentProgress(bulk: Bulk, progress: BulkProgress) {
  return { ...presentBulk(bulk), ...progress };
}

export function presentBulkReport(report: BulkReport) {
  const { rows, valid, invalid, errors, errorCounts, unknownColumns } = report;
  return {
    rows,
    valid,
    invalid,
    errors,
    error_counts: errorCounts,
    unknown_columns: unknownColumns,
  };
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
