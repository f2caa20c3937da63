import type { WorkflowHandle } from '@temporalio/client';
import type { CycleStart } from '../../activities/cycle-ports.ts';
import { cycleWorkflowId, TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { nudgeSignal } from '../../workflows/messages.ts';
import { DAY_MS, kwd, SHOP } from './builders.ts';
import type { World } from './fake-activities.ts';
import type { TimeSkipping } from '../../dev/servers/time-skipping.ts';

/** What a story of an agreement is played with. */
export interface DebitTake extends Pick<World, 'script' | 'until'> {
  readonly time: TimeSkipping;
}

/**
 * What the engine does for an agreement, for test/replay. Those of looks that begin a cycle come last: a child that outlives
 * its parent holds the clock of the test server for ever.
 */
export const DEBIT_STORIES: readonly {
  readonly name: string;
  readonly play: (take: DebitTake) => Promise<WorkflowHandle>;
}[] = [
  {
    name: 'cycle-paid',
    play: async (take) => {
      const { looks, run, start } = await aCycle(take, '5a1e0000-0000-4000-8000-000000000001');
      await take.until(() => looks() === 1);
      await run.signal(nudgeSignal, { ahead: 0 });
      await take.until(() => looks() === 2);
      await take.time.skip(start.dueAt + DAY_MS - (await take.time.now()));
      await run.result();
      return run;
    },
  },
  {
    name: 'cycle-unknown',
    play: async (take) => {
      const uuid = '5a1e0000-0000-4000-8000-000000000002';
      const { run } = await aCycle(take, uuid, { ahead: 9 * DAY_MS, over: 'unknown' });
      await run.result();
      return run;
    },
  },
  {
    name: 'look-reaches-cycle',
    play: async (take) => {
      const { start, looks } = await aCycle(take, '5a1e0000-0000-4000-8000-000000000003');
      await take.until(() => looks() === 1);
      const look = await lookAt(take, start);
      await take.until(() => looks() === 2);
      return look;
    },
  },
  {
    name: 'look-begins-cycle',
    play: async (take) => {
      const start = await startOf(take, '5a1e0000-0000-4000-8000-000000000004');
      take.script.advanceCycle = () => ({ over: 'skipped', tries: 0 });
      return lookAt(take, start);
    },
  },
];

async function startOf({ time }: DebitTake, uuid: string, ahead = 0): Promise<CycleStart> {
  const dueAt = (await time.now()) + 8 * DAY_MS;
  const period = '2027-01-05';
  return { merchantId: SHOP, uuid, period, number: 1, dueAt, amount: kwd('5'), ahead };
}

/** A cycle that waits for a word to the customer, then for its due date, and is over then. */
async function aCycle(
  take: DebitTake,
  uuid: string,
  { ahead = 0, over = 'paid' }: { ahead?: number; over?: 'paid' | 'unknown' } = {},
) {
  const start = await startOf(take, uuid, ahead);
  const { dueAt, period } = start;
  let looks = 0;
  take.script.advanceCycle = ({ now }) => {
    looks += 1;
    if (now < dueAt - DAY_MS)
      return { until: dueAt - DAY_MS, for: 'a word to the customer', tries: 0 };
    return now < dueAt ? { until: dueAt, for: 'its due date', tries: 0 } : { over, tries: 1 };
  };
  const run = await take.time.client.workflow.start('autoDebitCycle', {
    args: [start],
    workflowId: cycleWorkflowId(uuid, period),
    taskQueue: TRANSACTIONS_QUEUE,
  });
  return { start, looks: () => looks, run };
}

/** A look at the agreement that finds this cycle open. */
async function lookAt({ script, time }: DebitTake, start: CycleStart): Promise<WorkflowHandle> {
  script.lookAtAgreement = () => [start];
  const { merchantId, uuid } = start;
  const look = await time.client.workflow.start('autoDebitTick', {
    args: [{ merchantId, uuid }],
    workflowId: `agreement/${uuid}`,
    taskQueue: TRANSACTIONS_QUEUE,
  });
  await look.result();
  return look;
}
