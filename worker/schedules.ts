import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { SWEEP_SCHEDULE_ID, TRANSACTIONS_QUEUE } from '../workflows/ids.ts';

/** Makes sure that the house's own Schedules exist. Several workers may do this at once. */
export async function ensureSchedules({ schedule }: Client): Promise<void> {
  try {
    await schedule.create({
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
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
