import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import {
  AGREEMENTS_SCHEDULE_ID,
  REPORTS_SCHEDULE_ID,
  REVIVE_SCHEDULE_ID,
  SWEEP_SCHEDULE_ID,
  TASK_MAILS_SCHEDULE_ID,
  TRANSACTIONS_QUEUE,
} from '../workflows/ids.ts';

/** When what is reconciled (workflows/reconcile.ts). A round that is still going on leaves the next one out. */
function roundOf(
  scheduleId: string,
  workflowType: string,
  { every, summary }: { readonly every: '1 minute' | '5 minutes'; readonly summary: string },
): ScheduleOptions {
  return {
    scheduleId,
    spec: { intervals: [{ every }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: every },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: scheduleId,
      taskQueue: TRANSACTIONS_QUEUE,
      args: [],
      staticSummary: summary,
    },
  };
}

const ROUNDS: readonly ScheduleOptions[] = [
  roundOf(SWEEP_SCHEDULE_ID, 'sweep', {
    every: '1 minute',
    summary: 'starts what was never started, signals what nobody heard',
  }),
  roundOf(REVIVE_SCHEDULE_ID, 'revive', {
    every: '5 minutes',
    summary: 'opens again what has lost its run',
  }),
  roundOf(AGREEMENTS_SCHEDULE_ID, 'autoDebitSweep', {
    every: '1 minute',
    summary: 'looks at the agreements that nobody has looked at',
  }),
  roundOf(REPORTS_SCHEDULE_ID, 'reportSweep', {
    every: '1 minute',
    summary: 'starts reports that nobody writes, removes files whose time is over',
  }),
  roundOf(TASK_MAILS_SCHEDULE_ID, 'taskMailSweep', {
    every: '1 minute',
    summary: 'writes to people what is open in their inbox, as they have chosen',
  }),
];

/**
 * Makes sure that the system's own Schedules exist and are as they are written here, encrypted with the key of today: a
 * Schedule outlives keys. Several workers may do this at once.
 */
export async function ensureSchedules({ schedule }: Client): Promise<void> {
  for (const options of ROUNDS)
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await schedule.getHandle(options.scheduleId).update(({ state }) => ({ state, ...options }));
    }
}
