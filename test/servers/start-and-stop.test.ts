import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { newEncryptionKey } from '../../dev/keys.ts';
import { STARTUP_PATIENCE_MS } from '../../config/defaults.ts';
import { anyPort, findPorts } from '../../dev/ports.ts';
import { until } from '../support/http.ts';
import { leaveCluster, theCluster, type Cluster, type Program } from './support/cluster.ts';
import { captured } from './support/ledger.ts';
import { relay } from './support/relay.ts';
import { buy, createSession, type Bought } from './support/shopper.ts';

/** On a machine with other work, a program has only begun to run after half a minute. */
const PATIENCE_MS = 120_000;

/** Starts are dear: a test may leave its program ended, as the next one wants it, and each may be the only one that runs. */
describe('a start and a stop', function () {
  this.timeout(600_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });
  after(leaveCluster);

  describe('of an API', () => {
    let api: Program;
    let client: Client;
    before(async () => {
      // Its first end is the one of a program as the release has it.
      api = cluster.apis[0];
      client = new Client({
        connection: await Connection.connect({ address: cluster.run.temporal }),
      });
    });
    after(async () => {
      cluster.startLater(api);
      await client.connection.close();
    });

    it('answers the payer who waits for the workflow, ends with code 0, and loses nothing that was answered', async () => {
      const { workers } = cluster;
      const { sell, lostNothing } = salesIn(cluster, '4.');
      const sessionId = await createSession(cluster, { amount: '3.999' });
      for (const worker of workers) worker.signal('SIGSTOP');
      const pressed = fetch(`${api.url}/checkout/${sessionId}/pay`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ pg_code: 'sandbox' }),
      });
      // The run has a first task when somebody wants something of it.
      await until('the press is taken', async () => {
        const { raw } = await client.workflow.getHandle(`transaction/${sessionId}`).describe();
        return raw.pendingWorkflowTask ?? undefined;
      });
      sell();
      api.signal('SIGTERM');
      api.signal('SIGTERM');
      sell();
      await wait(500);
      for (const worker of workers) worker.signal('SIGCONT');

      const answer = await pressed;
      assert.equal(answer.status, 303);
      assert.match(answer.headers.get('Location') ?? '', /\/pay\/pay_/);
      assert.equal(await api.ended(), 'ended with code 0');
      sell();
      await lostNothing();
    });

    it('whose port is taken says so and ends', async () => {
      await end(api);
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      const address = holder.address();
      assert.ok(typeof address === 'object' && address !== null);
      try {
        await assert.rejects(api.start({ API_PORT: String(address.port) }), (error: Error) => {
          const said = `cannot run: Port ${address.port} is taken by another process. End that one, or set the variable`;
          assert.ok(error.message.includes(said), error.message);
          assert.match(error.message, /ended with code 1/);
          return true;
        });
      } finally {
        holder.close();
      }
    });

    it('before the servers waits, says so, and goes on when they are there; then is not ready at once, goes on answering while balancers leave, and takes no more', async () => {
      await end(api);
      const { sell, lostNothing } = salesIn(cluster, '9.');
      await startsBeforeTheServers(cluster, api, { API_DRAIN_SECONDS: '15' }, sell);

      api.signal('SIGTERM');
      const ready = await until('it is stopping', async () => {
        const answer = await fetch(`${api.url}/readyz`);
        return answer.status === 503 && answer;
      });
      assert.deepEqual(await ready.json(), { status: 'stopping' });
      assert.equal(ready.headers.get('Connection'), 'close');
      assert.equal((await fetch(`${api.url}/healthz`)).status, 200);
      assert.equal(await api.ended(), 'ended with code 0');
      await assert.rejects(fetch(`${api.url}/healthz`));
      await lostNothing();
    });
  });

  describe('of a worker', () => {
    let worker: Program;
    before(() => {
      // Its first end is the one of a program as the release has it.
      [worker] = cluster.workers;
    });
    after(() => cluster.startLater(cluster.workers[1]));

    it('while another one works ends with code 0, and loses nothing that was answered', async () => {
      const { sell, lostNothing } = salesIn(cluster, '2.');
      sell();
      worker.signal('SIGTERM');
      sell();
      assert.equal(await worker.ended(), 'ended with code 0');
      sell();
      await lostNothing();
    });

    it('whose certificate for Temporal cannot be read says so at once and ends', async () => {
      await end(worker);
      const began = Date.now();
      await assert.rejects(
        worker.start({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere/ca.pem' }),
        /cannot run: .*\/nowhere\/ca\.pem/,
      );
      assert.ok(Date.now() - began < STARTUP_PATIENCE_MS / 2, 'it has waited for a server');
    });

    it('because the key of the payloads is lost names the key; when it is back, before the servers, waits, says so, and all goes on', async () => {
      const { sell, lostNothing } = salesIn(cluster, '71.');
      // Whoever pays pays by the one that was started again.
      await Promise.all(cluster.workers.map(end));
      try {
        await assert.rejects(
          worker.start({ SARRAF_PAYLOAD_KEYS: newEncryptionKey() }),
          /cannot run: A payload is encrypted with the key "local-[0-9a-f]{8}", which SARRAF_PAYLOAD_KEYS does not hold\. Put it back/,
        );
      } finally {
        await startsBeforeTheServers(cluster, worker, {}, sell);
      }
      await lostNothing();
    });
  });
});

/**
 * Payments of these amounts by the balancer: under way when a program is told to end, begun while it drains, while it is not there, and
 * while it starts.
 */
function salesIn(cluster: Cluster, digits: string) {
  const { balancer } = cluster;
  const before_ = balancer.answers.length;
  const amounts: string[] = [];
  const underWay: Promise<Bought>[] = [];
  return {
    sell: () => {
      const amount = `${digits}${String(amounts.length).padStart(3, '0')}`;
      amounts.push(amount);
      underWay.push(buy(cluster, { amount }));
    },
    lostNothing: async () => {
      const bought = await Promise.all(underWay);
      assert.deepEqual(
        bought.filter(({ state }) => state !== 'paid'),
        [],
      );
      // Each once: no payment was lost, and none was made twice.
      assert.deepEqual(await captured(cluster, digits), amounts);
      const answers = balancer.answers.slice(before_);
      const faults = answers.filter((answer) => / 5(?!03)\d\d$/.test(answer));
      assert.deepEqual(faults, []);
    },
  };
}

/** Harmless to repeat. */
async function end(program: Program): Promise<void> {
  program.signal('SIGTERM');
  assert.match(await program.ended(), /^ended with code [01]$/);
}

/** What comes up late are the ways to the servers, which lead there for as long as this process lives. */
async function startsBeforeTheServers(
  cluster: Cluster,
  program: Program,
  more: Readonly<Record<string, string>> = {},
  asItStarts: () => void = () => undefined,
): Promise<void> {
  // Of no lane: the next free port of ours may be the one that this program has left a moment ago.
  const first = anyPort('29000-29800');
  const ports = await findPorts({ temporal: first, mongodb: first });
  const mongodb = new URL(cluster.run.mongodb);
  const real = { temporal: portOf(cluster.run.temporal), mongodb: Number(mongodb.port) };
  mongodb.port = String(ports.mongodb);
  const before_ = waits(cluster, program).length;
  const started = program.start({
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
    MONGODB_URI: mongodb.href,
    ...more,
  });
  const waitsFor = (what: string) =>
    until(
      `waiting for ${what}`,
      async () =>
        waits(cluster, program)
          .slice(before_)
          .some((line) => line.includes(`"what":"${what}"`)),
      PATIENCE_MS,
    );
  await waitsFor('Temporal');
  await relay(ports.temporal, real.temporal);
  await waitsFor('MongoDB');
  await relay(ports.mongodb, real.mongodb);
  asItStarts();
  await started;
  assert.equal((await fetch(`${program.url}/readyz`)).status, 200);
}

function waits({ logs }: Cluster, { name }: Program): readonly string[] {
  return logs(`${name}.log`)
    .split('\n')
    .filter((line) => line.includes('"msg":"waiting for a server"'));
}

function portOf(address: string): number {
  return Number(address.split(':').at(-1));
}
