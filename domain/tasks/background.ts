import type { Bulk } from '../bulk/bulk.ts';
import { fieldSentence } from '../field-sentence.ts';
import type { Report } from '../report/report.ts';
import type { Task } from './task.ts';

/** A file of requests that is done, of some rows of which nothing was made. */
export function bulkTask({ id, name, total, failed = 0, createdAt }: Bulk): Task | undefined {
  return failed === 0
    ? undefined
    : {
        id: `bulk:${id}`,
        kind: 'bulk',
        severity: 'low',
        since: createdAt,
        subject: { type: 'bulk', id },
        detail:
          name === ''
            ? fieldSentence('rows-failed', { failed, total })
            : fieldSentence('rows-of-file-failed', { name, failed, total }),
      };
}

/** A report that could not be made. */
export function reportTask({
  encryptedId,
  name,
  status,
  createdAt,
  finishedAt = createdAt,
}: Pick<Report, 'encryptedId' | 'name' | 'status' | 'createdAt' | 'finishedAt'>): Task | undefined {
  return status === 'failed'
    ? {
        id: `report:${encryptedId}`,
        kind: 'report',
        severity: 'low',
        since: finishedAt,
        subject: { type: 'report', id: encryptedId },
        detail: name,
      }
    : undefined;
}
