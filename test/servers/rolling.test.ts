import assert from 'node:assert/strict';
import { leaveCluster, theCluster, type Cluster } from './support/cluster.ts';
import { captured } from './support/ledger.ts';
import { buy, type Bought } from './support/shopper.ts';

describe('a deployment under load', function () {
  this.timeout(240_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });
  after(leaveCluster);

  it('ends and starts a process of each kind, and loses nothing that was answered', async () => {
    const {
      apis: [api],
      workers: [worker],
      balancer,
    } = cluster;
    const bought: Bought[] = [];
    const amounts: string[] = [];
    const underWay: Promise<void>[] = [];
    const sell = async () => {
      const amount = `2.${String(amounts.length).padStart(3, '0')}`;
      amounts.push(amount);
      bought.push(await buy(cluster, { amount }));
    };

    const endings: string[] = [];
    for (const program of [api, worker]) {
      // Under way when it is told to end, begun while it drains, and begun while it is not there.
      underWay.push(sell());
      program.signal('SIGTERM');
      underWay.push(sell());
      endings.push(`${program.name} ${await program.ended()}`);
      underWay.push(sell());
      await program.start();
    }
    await Promise.all(underWay);

    assert.deepEqual(
      endings,
      ['api-1', 'worker-1'].map((name) => `${name} ended with code 0`),
    );
    assert.deepEqual(
      bought.filter(({ state }) => state !== 'paid'),
      [],
    );
    // Each once: no payment was lost, and none was made twice.
    assert.deepEqual(await captured(cluster, '2.'), amounts);
    const faults = balancer.answers.filter((answer) => / 5(?!03)\d\d$/.test(answer));
    assert.deepEqual(faults, []);
  });
});
