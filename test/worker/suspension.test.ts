import { Client, Connection } from '@temporalio/client';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lastLines, startChild, type Child } from '../../dev/processes.ts';
import { testBundle } from '../support/test-bundle.ts';
import { temporaryDirectory } from '../dev/support/temporary.ts';

const PROGRAM = fileURLToPath(new URL('support/suspended-program.ts', import.meta.url));
/** Beyond the five seconds after which the SDK would cut a workflow's code off. */
const SUSPENDED_MS = 5_500;

describe('a worker whose machine is suspended', function () {
  this.timeout(120_000);
  const directory = temporaryDirectory();
  let worker: Child | undefined;
  let connection: Connection | undefined;

  afterEach(async () => {
    worker?.signal('SIGKILL');
    await worker?.exited;
    await connection?.close();
  });

  it('goes on with the workflow in whose code it was stopped', async () => {
    const address = process.env['TEMPORAL_ADDRESS'] ?? '';
    const taskQueue = `suspended-${randomUUID()}`;
    const { codePath } = await testBundle();
    worker = await startChild({
      name: 'worker',
      command: process.execPath,
      args: ['--import', 'tsx', PROGRAM],
      env: { ...process.env, TEST_QUEUE: taskQueue, TEST_BUNDLE: codePath },
      logFile: join(directory(), 'worker.log'),
    });
    connection = await Connection.connect({ address });
    const { workflow } = new Client({ connection });
    const run = await workflow.start('suspended', {
      taskQueue,
      workflowId: randomUUID(),
      workflowTaskTimeout: '60 seconds',
      args: [],
    });

    const { pid, logFile } = worker;
    assert.equal(await untilStopped(worker), 'stopped', lastLines(logFile));
    await wait(SUSPENDED_MS);
    process.kill(pid, 'SIGCONT');
    // A task that was cut off is tried again, and stops the process again.
    const end = await Promise.race([run.result(), untilStopped(worker)]);
    assert.equal(end, 'went on', lastLines(logFile));
  });
});

/** Resolves when the process is stopped, or with how it ended. */
async function untilStopped(worker: Child): Promise<string> {
  while (worker.isRunning()) {
    if (stateOf(worker.pid) === 'T') return 'stopped';
    await wait(20);
  }
  return worker.exited;
}

/** As the kernel tells it: "T" is stopped. */
function stateOf(pid: number): string | undefined {
  return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
}
