import { join } from 'node:path';
import { type WorkflowBundleOption } from '@temporalio/worker';
import type { Activities } from '../../activities/index.ts';
import { BUNDLES, workflowBundle } from '../../worker/bundle.ts';
import { ENDS_WHEN_UNREPLAYABLE } from '../../worker/worker.ts';
import { DEBITS_QUEUE, TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { IDENTITY, NAMESPACE, type TimeSkipping } from '../../dev/servers/time-skipping.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';

export interface FakeWorkers {
  readonly stop: () => Promise<void>;
}

export interface Workshop {
  /** Other workflows than those of now. */
  readonly bundle?: Promise<WorkflowBundleOption>;
  /** Without a cache every task is a replay, and no task waits for a worker that has gone. */
  readonly maxCachedWorkflows?: number;
}

/** Runs our workflows, with activities that may be fakes, as the product does: one worker for each task queue. */
export async function runFakeWorkers(
  { native }: Pick<TimeSkipping, 'native'>,
  activities: Activities,
  { bundle, maxCachedWorkflows = 50 }: Workshop = {},
): Promise<FakeWorkers> {
  const common = {
    connection: native,
    namespace: NAMESPACE,
    identity: IDENTITY,
    activities,
    // An activity that a failed test left waiting must not keep the process alive.
    shutdownForceTime: '2 seconds',
  };
  const workers = [
    await SuspendableWorker.create({
      ...common,
      taskQueue: TRANSACTIONS_QUEUE,
      workflowBundle: await (bundle ?? theBundle()),
      maxCachedWorkflows,
      workflowFailureErrorTypes: ENDS_WHEN_UNREPLAYABLE,
    }),
    await SuspendableWorker.create({ ...common, taskQueue: DEBITS_QUEUE }),
  ];
  const runs = Promise.all(workers.map((worker) => worker.run()));
  return {
    stop: async () => {
      for (const worker of workers) worker.shutdown();
      await runs;
    },
  };
}

/** The bundle of the sources as they are now: what was built for this run of the tests has it, or it is made once for this process. */
export function theBundle(): Promise<WorkflowBundleOption> {
  const built = process.env['SARRAF_BUILT'];
  made ??= built ? Promise.resolve({ codePath: join(built, BUNDLES.index) }) : workflowBundle();
  return made;
}

let made: Promise<WorkflowBundleOption> | undefined;
