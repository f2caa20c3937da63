import { isoUtc } from '../domain/duration.ts';
import type { MessageRequest } from '../domain/notification/notification.ts';
import { receiversNow } from '../domain/report/receivers.ts';
import { reportContentType, fileName, type Report } from '../domain/report/report.ts';
import type { User } from '../domain/user.ts';
import { MOST_BYTES } from './enclosures.ts';
import { keyOfTry } from './report-file.ts';
import { mailTo } from './staff-mails.ts';

/**
 * The mail about a report that is finished, once for a report, to those named of whom the merchant's own people (`people`) still may
 * have it; none where that is nobody. It has the file where that was asked
 * for and is no larger than a mail may be; the list of reports has it always.
 */
export function mailOfReport(
  report: Report,
  { people, now }: { readonly people: readonly User[]; readonly now: number },
): readonly MessageRequest[] {
  const { id, merchantId, rows, selection, expiresAt, size = 0 } = report;
  const { layout, tries, sentByMail } = report;
  const isSent = sentByMail === true && size <= MOST_BYTES;
  return mailTo(receiversNow({ ...report, filter: selection }, people), {
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
    ...(isSent && {
      enclosures: [
        {
          name: fileName(report),
          type: reportContentType(layout.format),
          file: keyOfTry(report, tries),
        },
      ],
    }),
  });
}
