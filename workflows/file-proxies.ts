import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { REPORTS_QUEUE } from './ids.ts';

/* The patience of files: reports, and the rows of a bulk. No payment waits for them. */

/**
 * A file of any length, tried for a day. A worker that says nothing for half a minute is lost: another one begins the file
 * anew.
 */
export const { writeReport } = proxyActivities<Activities>({
  taskQueue: REPORTS_QUEUE,
  startToCloseTimeout: '6 hours',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes' },
  summary: 'write the file',
});

/** Tried for ever: what nobody writes any more must not look as if somebody would. */
export const { failReport } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'write down that it could not be made',
});

/** Of a schedule's next report nobody else takes care: tried for ever. */
export const { lookAtReports } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500ms', maximumInterval: '1 minute' },
  summary: 'look at the schedule of reports',
});

/**
 * The next rows of a bulk, each a document and a run. Tried for ever: nobody else would make the rest, and what was made is
 * found made.
 */
export const { dispatchRows } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'make the next rows',
});
