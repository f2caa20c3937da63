import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { BulkLook } from '../../activities/bulks.ts';
import type { Activities } from '../../activities/index.ts';
import {
  bulkWorkflowId,
  replayWorkflowId,
  reportWorkflowId,
  TRANSACTIONS_QUEUE,
} from '../../workflows/ids.ts';
import { bulkChangedSignal } from '../../workflows/messages.ts';
import { SHOP } from './builders.ts';
import type { TimeSkipping } from '../../dev/servers/time-skipping.ts';

/** A story of a file, or of webhooks that are sent again, with what its activities say. */
export interface FileStory {
  readonly name: string;
  readonly activities: Partial<Activities>;
  readonly play: (time: TimeSkipping) => Promise<WorkflowHandle>;
}

const rows = inTurn<BulkLook>(
  look('dispatching'),
  look('paused'),
  { ...look('dispatching'), held: true },
  look('done'),
);

/** For test/replay. */
export const FILE_STORIES: readonly FileStory[] = [
  {
    name: 'report-finished',
    activities: { writeReport: async () => 'finished' },
    play: (time) => begun(time, 'report', reportWorkflowId('finished')),
  },
  {
    name: 'report-failed',
    activities: {
      writeReport: async () => {
        throw ApplicationFailure.nonRetryable('There is no room on the disk.');
      },
    },
    play: (time) => begun(time, 'report', reportWorkflowId('failed')),
  },
  {
    name: 'bulk-done',
    activities: {
      dispatchRows: rows.tell,
    },
    play: async (time) => {
      const run = await begun(time, 'bulk', bulkWorkflowId('done'));
      await time.skip(2000);
      // From its second look on, which finds it paused, it hears what is said.
      while (rows.told() < 2) await sleep(20);
      await run.signal(bulkChangedSignal);
      return run;
    },
  },
  {
    name: 'webhook-replay',
    activities: { replayPage: inTurn({ isDone: false }, { isDone: true }).tell },
    play: (time) => begun(time, 'webhookReplay', replayWorkflowId('two-pages')),
  },
];

function begun(time: TimeSkipping, type: string, workflowId: string): Promise<WorkflowHandle> {
  const args = [{ merchantId: SHOP, id: workflowId.slice(workflowId.indexOf('/') + 1) }];
  return time.client.workflow.start(type, { workflowId, taskQueue: TRANSACTIONS_QUEUE, args });
}

/** What an activity says, one after the other. */
function inTurn<Said>(...all: readonly Said[]) {
  let told = 0;
  return {
    told: () => told,
    tell: async (): Promise<Said> => {
      const said = all[told];
      told += 1;
      if (said === undefined) throw ApplicationFailure.nonRetryable('The story is over.');
      return said;
    },
  };
}

function look(state: BulkLook['state']): BulkLook {
  return { state, progress: { pending: 1, dispatched: 1, failed: 0 } };
}
