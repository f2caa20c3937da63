import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';

const WORKFLOWS = fileURLToPath(new URL('support/waiting-workflow.ts', import.meta.url));

describe('the stack traces of workflows', function () {
  this.timeout(60_000);

  afterEach(() => {
    SuspendableWorker.collectsStackTraces = false;
  });

  // An SDK that starts its threads in another way would collect them again, and nobody would notice.
  it('are not collected, which would cost a seventh of a worker', async () => {
    await assert.rejects(stackTraceOfWaiting(), /stack traces are not enabled/);
  });

  it('are collected where an operator asks for them', async () => {
    SuspendableWorker.collectsStackTraces = true;
    const trace = await stackTraceOfWaiting();
    assert.match(trace, /waiting-workflow\.ts/);
  });
});

/** What a worker that is made now answers to Temporal's own query about a run that waits. */
async function stackTraceOfWaiting(): Promise<string> {
  const address = process.env['TEMPORAL_ADDRESS'] ?? '';
  const taskQueue = `stack-traces-${randomUUID()}`;
  const native = await NativeConnection.connect({ address });
  const connection = await Connection.connect({ address });
  const worker = await SuspendableWorker.create({
    connection: native,
    taskQueue,
    workflowsPath: WORKFLOWS,
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
