import { isoUtc } from '../domain/duration.ts';
import type { Wanted } from '../domain/notification/notification.ts';
import { fileName, type Report } from '../domain/report/report.ts';
import { mailTo } from './staff-mails.ts';

/** The mail about a report that is finished, once for a report; none where nobody is named. */
export function mailOfReport(report: Report, now: number): readonly Wanted[] {
  const { id, merchantId, rows, selection, emails, expiresAt } = report;
  return mailTo(emails, {
    event: 'report-ready',
    key: `report/${id}`,
    merchantId,
    lines: [
      ['report', fileName(report)],
      ['rows', String(rows)],
      ['period', isoUtc(selection.until)],
      ['kept', expiresAt === undefined ? undefined : isoUtc(expiresAt)],
    ],
    now,
  });
}
