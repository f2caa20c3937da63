import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import v8 from 'node:v8';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import { testBundle } from '../support/test-bundle.ts';
import { theBundle } from '../support/worker.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';

describe('the stack traces of workflows', () => {
  afterEach(() => {
    SuspendableWorker.collectsStackTraces = false;
  });

  // An SDK that starts its threads in another way would collect them again, and nobody would notice.
  it('are not collected, which would cost a seventh of a worker', async () => {
    await assert.rejects(stackTraceOfWaiting(), /stack traces are not enabled/);
  });

  it('are not collected by a replay, which would trace each promise of its process from then on', async () => {
    // As if this were the first replay of this process.
    globalHandlers.uninstall();
    const { createHook } = v8.promiseHooks;
    let hooks = 0;
    v8.promiseHooks.createHook = (callbacks) => {
      // Node's own, for async hooks, have it.
      if (!callbacks.before) hooks += 1;
      return createHook(callbacks);
    };
    try {
      await replayOf('card-paid');
    } finally {
      v8.promiseHooks.createHook = createHook;
    }
    assert.equal(hooks, 0);
  });

  it('are collected where an operator asks for them', async () => {
    SuspendableWorker.collectsStackTraces = true;
    const trace = await stackTraceOfWaiting();
    assert.match(trace, /workflows\/waiting\.ts/);
  });
});

async function replayOf(story: string): Promise<void> {
  const file = new URL(`../replay/${story}.0.1.0.json`, import.meta.url);
  const workflowBundle = await theBundle();
  await SuspendableWorker.runReplayHistory(
    { workflowBundle },
    JSON.parse(readFileSync(file, 'utf8')),
    story,
  );
}

/** What a worker that is made now answers to Temporal's own query about a run that waits. */
async function stackTraceOfWaiting(): Promise<string> {
  const address = process.env['TEMPORAL_ADDRESS'] ?? '';
  const taskQueue = `stack-traces-${randomUUID()}`;
  const native = await NativeConnection.connect({ address });
  const connection = await Connection.connect({ address });
  const worker = await SuspendableWorker.create({
    connection: native,
    taskQueue,
    workflowBundle: await testBundle(),
  });
  try {
    return await worker.runUntil(async () => {
      const run = await new Client({ connection }).workflow.start('waiting', {
        taskQueue,
        workflowId: randomUUID(),
        args: [],
      });
      const trace = await run.query<string>('__stack_trace');
      await run.terminate();
      return trace;
    });
  } finally {
    await connection.close();
    await native.close();
  }
}
