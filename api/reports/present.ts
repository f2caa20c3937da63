import { isoUtc } from '../../domain/duration.ts';
import type { Report } from '../../domain/report/report.ts';
import { nextReportPeriod, type ReportSchedule } from '../../domain/report/schedule.ts';
import { presentColumn } from './columns.ts';
import type { AnswerOf } from '../infer.ts';
import type { reportAnswer, scheduleAnswer } from './answer.ts';

/** A report as lists show it (contract/reports#list); `token` is how its file is downloaded. */
export function presentFile(report: Report, token: string, publicUrl: string) {
  return { ...recordOf(report), download_action: downloadOf(token, publicUrl) };
}

/** One report, whatever has become of it: how far it has come, and what it comes to. */
export function presentReport(
  report: Report,
  token: string | undefined,
  publicUrl: string,
): AnswerOf<typeof reportAnswer> {
  const { selection, emails, sentByMail = false, expiresAt, size, sums = [] } = report;
  return {
    ...recordOf(report),
    created_after: selection.after === undefined ? null : isoUtc(selection.after + 1),
    created_before: isoUtc(selection.until),
    emails: [...emails],
    send_by_email: sentByMail,
    expires_at: expiresAt === undefined ? null : isoUtc(expiresAt),
    bytes: size ?? null,
    totals: sums.map(({ pgCode, account, currency, sum }) => ({
      pg_code: pgCode,
      account,
      currency_code: currency,
      amount: sum,
    })),
    download_action: token === undefined ? null : downloadOf(token, publicUrl),
  };
}

/** A report that is made by itself, what became of the last one, and what the next one will be about. */
export function presentSchedule(
  schedule: ReportSchedule,
  last: Report | undefined,
): AnswerOf<typeof scheduleAnswer> {
  const { id, state, plan, createdAt } = schedule;
  const next = nextReportPeriod(schedule);
  const { interval, startsOn, cutOff, timeZone, filter, layout, prefix = '', emails } = plan;
  const { sentByMail = false } = plan;
  return {
    id,
    is_active: state === 'active',
    interval,
    start_date: startsOn,
    cut_off_time: cutOff,
    time_zone: timeZone,
    next_report: next
      ? { created_after: isoUtc(next.span.after + 1), created_before: isoUtc(next.span.until) }
      : null,
    last_report: last ? lastOf(last) : null,
    plugins: [...(filter.plugins ?? [])],
    file_format: layout.format,
    language: layout.language,
    bom: layout.bom,
    columns: layout.columns.map(presentColumn),
    file_name_prefix: prefix,
    emails: [...emails],
    send_by_email: sentByMail,
    created_at: isoUtc(createdAt),
  };
}

function lastOf({ encryptedId, name, status, finishedAt, createdAt }: Report) {
  return {
    encrypted_id: encryptedId,
    report_name: name,
    status,
    generated_at: finishedAt === undefined ? null : isoUtc(finishedAt),
    created_at: isoUtc(createdAt),
  };
}

function recordOf(report: Report) {
  const { encryptedId, name, interval = '' as const, source, layout, rows, status } = report;
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

function downloadOf(token: string, publicUrl: string) {
  return {
    method: 'GET' as const,
    url: new URL(`/b/api/v1/reports/files/${token}/download/`, publicUrl).href,
  };
}
