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
  TRANSACTIONS_QUEUE,
} from '../workflows/ids.ts';

const SWEEP: ScheduleOptions = {
  scheduleId: SWEEP_SCHEDULE_ID,
  spec: { intervals: [{ every: '1 minute' }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  action: {
    type: 'startWorkflow',
    workflowType: 'sweep',
    workflowId: SWEEP_SCHEDULE_ID,
    taskQueue: TRANSACTIONS_QUEUE,
    args: [],
    staticSummary: 'starts what was never started, signals what nobody heard',
  },
};

const REVIVE: ScheduleOptions = {
  scheduleId: REVIVE_SCHEDULE_ID,
  spec: { intervals: [{ every: '5 minutes' }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '5 minutes' },
  action: {
    type: 'startWorkflow',
    workflowType: 'revive',
    workflowId: REVIVE_SCHEDULE_ID,
    taskQueue: TRANSACTIONS_QUEUE,
    args: [],
    staticSummary: 'opens again what has lost its run',
  },
};

const AGREEMENTS: ScheduleOptions = {
  scheduleId: AGREEMENTS_SCHEDULE_ID,
  spec: { intervals: [{ every: '1 minute' }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  action: {
    type: 'startWorkflow',
    workflowType: 'autoDebitSweep',
    workflowId: AGREEMENTS_SCHEDULE_ID,
    taskQueue: TRANSACTIONS_QUEUE,
    args: [],
    staticSummary: 'looks at the agreements that nobody has looked at',
  },
};

const REPORTS: ScheduleOptions = {
  scheduleId: REPORTS_SCHEDULE_ID,
  spec: { intervals: [{ every: '1 minute' }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  action: {
    type: 'startWorkflow',
    workflowType: 'reportSweep',
    workflowId: REPORTS_SCHEDULE_ID,
    taskQueue: TRANSACTIONS_QUEUE,
    args: [],
    staticSummary: 'starts reports that nobody writes, removes files whose time is over',
  },
};

/**
 * Makes sure that the house's own Schedules exist and are as they are written here, encrypted with the key of today: a
 * Schedule outlives keys. Several workers may do this at once.
 */
export async function ensureSchedules({ schedule }: Client): Promise<void> {
  for (const options of [SWEEP, REVIVE, AGREEMENTS, REPORTS])
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await schedule.getHandle(options.scheduleId).update(({ state }) => ({ state, ...options }));
    }
}
