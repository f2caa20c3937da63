/*
 * A workflow thread as the SDK has them, which runs transactions until they wait and tells what they hold. It is no TypeScript because
 * workflow threads load no compiler.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import common from '@temporalio/common';
import proto from '@temporalio/proto';
import reusable from '@temporalio/worker/lib/workflow/reusable-vm.js';

const { WorkflowActivation } = proto.coresdk.workflow_activation;
const { bundle, start, now, warmingUp, runs } = workerData;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const creator = await reusable.ReusableVMWorkflowCreator.create(
  {
    code: readFileSync(bundle, 'utf8'),
    sourceMap: { version: 3, sources: [], names: [], mappings: '' },
    filename: 'workflow-bundle.js',
  },
  undefined,
  new Set(['loadTransaction', 'keepTransaction']),
);
const held = [];
for (let made = 0; made < warmingUp; made += 1) held.push(await waitingRun(`warm-${made}`));
const before = bytesHeld();
for (let made = 0; made < runs; made += 1) held.push(await waitingRun(`run-${made}`));
const told = {
  bytes: (bytesHeld() - before) / runs,
  modules: [...held.at(-1).activator.moduleCache.keys()],
  // The first change is with the store: the run has come as far as it should.
  saving: held.at(-1).saving,
};
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread's port has no origin.
parentPort.postMessage(told);

/** A transaction that its payer has seen for the first time. */
async function waitingRun(runId) {
  const workflow = await creator.createWorkflow({
    info: {
      workflowId: `transaction/${runId}`,
      runId,
      workflowType: 'transaction',
      taskQueue: 'transactions',
      namespace: 'default',
      searchAttributes: {},
      typedSearchAttributes: {},
      attempt: 1,
      startTime: new Date(now),
      runStartTime: new Date(now),
      unsafe: { isReplaying: false },
    },
    randomnessSeed: [1, 2, 3, 4],
    now,
    showStackTraceSources: false,
  });
  const activate = (jobs) =>
    workflow.activate(
      WorkflowActivation.fromObject({
        runId,
        timestamp: { seconds: Math.floor(now / 1000), nanos: 0 },
        isReplaying: false,
        jobs,
      }),
    );
  await activate([
    {
      initializeWorkflow: {
        workflowId: `transaction/${runId}`,
        workflowType: 'transaction',
        arguments: [common.defaultPayloadConverter.toPayload(start)],
        attempt: 1,
      },
    },
  ]);
  const { successful } = await activate([{ signalWorkflow: { signalName: 'viewed', input: [] } }]);
  workflow.saving = successful.commands.some(
    ({ scheduleLocalActivity }) => scheduleLocalActivity?.activityType === 'keepTransaction',
  );
  return workflow;
}

function bytesHeld() {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
