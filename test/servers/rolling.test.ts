import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { theCluster, type Cluster } from './support/cluster.ts';
import { captured } from './support/ledger.ts';
import { buy, type Bought } from './support/shopper.ts';

const CLIENTS = 2;
/** Each process needs some ten seconds to end and to start, in which a client buys a few times with this between. */
const PAUSE_MS = 2_000;

describe('a deployment under load', function () {
  this.timeout(240_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });

  it('ends and starts every process in turn, and loses nothing that was answered', async () => {
    const { apis, workers, balancer } = cluster;
    const bought: Bought[] = [];
    const amounts: string[] = [];
    const deployed = new AbortController();
    const sell = async () => {
      const amount = `2.${String(amounts.length).padStart(3, '0')}`;
      amounts.push(amount);
      bought.push(await buy(cluster, { amount }));
    };
    const client = async () => {
      while (!deployed.signal.aborted) {
        await sell();
        await wait(PAUSE_MS);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));

    const endings: string[] = [];
    const underWay: Promise<void>[] = [];
    for (const program of [apis[0], workers[0], apis[1], workers[1]]) {
      // The clients may both pause just now.
      underWay.push(sell());
      program.signal('SIGTERM');
      endings.push(`${program.name} ${await program.ended()}`);
      await program.start();
    }
    deployed.abort();
    await Promise.all([clients, ...underWay]);

    assert.deepEqual(
      endings,
      ['api-1', 'worker-1', 'api-2', 'worker-2'].map((name) => `${name} ended with code 0`),
    );
    assert.ok(amounts.length > CLIENTS);
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
