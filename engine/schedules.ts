import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
  type ScheduleOptions,
  type ScheduleUpdateOptions,
} from '@temporalio/client';
import { UndecryptableError } from '../temporal/codec.ts';
import {
  agreementScheduleId,
  AGREEMENTS_SCHEDULE_ID,
  reportScheduleId,
  REPORTS_SCHEDULE_ID,
  REVIVE_SCHEDULE_ID,
  SWEEP_SCHEDULE_ID,
  TASK_MAILS_SCHEDULE_ID,
  TRANSACTIONS_QUEUE,
} from '../workflows/ids.ts';
import { unlessDeleted, untilHeard } from './schedule-parts.ts';

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

/** Of agreements and reports. They are arranged again each time that somebody has looked, which may be years from now. */
const OTHERS = [agreementScheduleId(''), reportScheduleId('')];

export interface EncryptedAnew {
  /** So many need the key of today alone. */
  readonly count: number;
  /** What stays as it is, because it cannot be decrypted: a sentence for each, which names it. */
  readonly left: readonly string[];
}

/**
 * Encrypts with the key of today what all other Schedules of ours start, and leaves the rest of them as it is.
 * Safe to repeat, and while the workers run: one that is arranged at the same moment may miss a look, which a sweep takes.
 */
export async function encryptSchedulesAnew({ schedule }: Client): Promise<EncryptedAnew> {
  let count = 0;
  const left: string[] = [];
  for await (const { scheduleId } of schedule.list()) {
    if (!OTHERS.some((kind) => scheduleId.startsWith(kind))) continue;
    const handle = schedule.getHandle(scheduleId);
    try {
      await unlessDeleted(() => untilHeard(schedule, () => handle.update(asItIs)));
      count += 1;
    } catch (error) {
      // A key that is lost for good must not keep what is behind it under a key that is about to go.
      if (!(error instanceof UndecryptableError)) throw error;
      left.push(`The Schedule ${scheduleId}: ${error.message}`);
    }
  }
  return { count, left };
}

function asItIs({ spec, action, policies, state }: ScheduleDescription): ScheduleUpdateOptions {
  return { spec, action, policies, state };
}
