import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { newEncryptionKey } from '../../dev/keys.ts';
import { buy } from './support/shopper.ts';
import { theCluster, type Cluster, type Program } from './support/cluster.ts';
import { captured } from './support/ledger.ts';

describe('a program that cannot start', function () {
  this.timeout(360_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });

  it('because its port is taken says so and ends: api', async () => {
    const [, api] = cluster.apis;
    await end(api);
    try {
      await saysThatItsPortIsTaken(api, 'API_PORT');
    } finally {
      await api.start();
    }
  });

  describe('where no worker runs', () => {
    before(() => Promise.all(cluster.workers.map(end)));

    it('because its port is taken says so and ends: worker', () =>
      saysThatItsPortIsTaken(cluster.workers[1], 'WORKER_HEALTH_PORT'));

    it('because the key of the payloads is lost names the key, and all goes on when it is back', async () => {
      const amount = '71.001';
      try {
        await assert.rejects(
          cluster.workers[0].start({ SARRAF_PAYLOAD_KEYS: newEncryptionKey() }),
          /cannot run: A payload is encrypted with the key "local-[0-9a-f]{8}", which SARRAF_PAYLOAD_KEYS does not hold\. Put it back/,
        );
      } finally {
        await Promise.all(cluster.workers.map((worker) => worker.start()));
      }
      assert.equal((await buy(cluster, { amount })).state, 'paid');
      assert.deepEqual(await captured(cluster, amount), [amount]);
    });
  });
});

async function end(program: Program): Promise<void> {
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 'ended with code 0');
}

async function saysThatItsPortIsTaken(program: Program, variable: string): Promise<void> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  assert.ok(typeof address === 'object' && address !== null);
  try {
    await assert.rejects(program.start({ [variable]: String(address.port) }), (error: Error) => {
      const said = `cannot run: Port ${address.port} is taken by another process. End that one, or set the variable`;
      assert.ok(error.message.includes(said), error.message);
      assert.match(error.message, /ended with code 1/);
      return true;
    });
  } finally {
    holder.close();
  }
}
