import { isoUtc } from '../../domain/duration.ts';
import { toDecimal } from '../../domain/money.ts';
import type { Report } from '../../domain/report/report.ts';

/** A report as lists show it (events-and-pages.md 6.1); `token` is how its file is downloaded. */
export function presentFile(report: Report, token: string, publicUrl: string): object {
  return { ...recordOf(report), download_action: downloadOf(token, publicUrl) };
}

/** One report, whatever has become of it: how far it has come, and what it comes to. */
export function presentReport(
  report: Report,
  token: string | undefined,
  publicUrl: string,
): object {
  const { selection, expiresAt, size, totals = [] } = report;
  return {
    ...recordOf(report),
    created_after: selection.after === undefined ? null : isoUtc(selection.after + 1),
    created_before: isoUtc(selection.until),
    expires_at: expiresAt === undefined ? null : isoUtc(expiresAt),
    bytes: size ?? null,
    totals: totals.map(({ pgCode, account, amount }) => ({
      pg_code: pgCode,
      account,
      currency_code: amount.currency,
      amount: toDecimal(amount),
    })),
    download_action: token === undefined ? null : downloadOf(token, publicUrl),
  };
}

function recordOf(report: Report): object {
  const { encryptedId, name, interval = '', source, layout, rows, status } = report;
  const { finishedAt, createdAt } = report;
  return {
    encrypted_id: encryptedId,
    report_name: name,
    interval,
    source,
    file_format: layout.format,
    records_amount: rows,
    status,
    generated_at: finishedAt === undefined ? null : isoUtc(finishedAt),
    created_at: isoUtc(createdAt),
  };
}

function downloadOf(token: string, publicUrl: string): object {
  return {
    method: 'GET',
    url: new URL(`/b/api/v1/reports/files/${token}/download/`, publicUrl).href,
  };
}
