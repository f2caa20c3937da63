import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import assert from 'node:assert/strict';
import { anyPort, findPorts } from '../../dev/ports.ts';
import { isAway } from '../../temporal/open.ts';
import { ensureSchedules } from '../../engine/schedules.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';
import { relay } from '../servers/support/relay.ts';
import { testBundle } from '../support/test-bundle.ts';

/** So that a start can wait for it again: each step of a worker's start, with Temporal gone since the step before. */
describe('a Temporal that goes away while a worker starts', function () {
  this.timeout(120_000);
  const upstream = Number(process.env['TEMPORAL_ADDRESS']?.split(':').at(-1));
  let address: string;
  let goesAway: () => void;

  beforeEach(async () => {
    const { port } = await findPorts({ port: anyPort() });
    goesAway = await relay(port, upstream);
    address = `127.0.0.1:${port}`;
  });
  afterEach(() => goesAway());

  it('is known to be away before the workers connect', async () => {
    goesAway();
    await assert.rejects(NativeConnection.connect({ address }), isAway);
  });

  it('is known to be away before a worker is made', async () => {
    const workflowBundle = await testBundle();
    const connection = await NativeConnection.connect({ address });
    goesAway();
    const made = SuspendableWorker.create({ connection, taskQueue: 'q', workflowBundle });
    await assert.rejects(made, isAway);
    await connection.close();
  });

  it('is known to be away before the schedules are there', async () => {
    const connection = await Connection.connect({ address });
    goesAway();
    const client = new Client({ connection });
    await assert.rejects(ensureSchedules(client), isAway);
    await connection.close();
  });

  it('is not away where it says no, or where something else is wrong', () => {
    const refused = new Error('outer', {
      cause: Object.assign(new Error('no such namespace'), { code: 5, details: '', metadata: {} }),
    });
    const wrongKey = new Error('A payload is encrypted with another key.');
    assert.deepEqual([refused, wrongKey, 'text'].map(isAway), [false, false, false]);
  });
});
