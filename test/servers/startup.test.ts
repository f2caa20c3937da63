import assert from 'node:assert/strict';
import { anyPort, findPorts } from '../../dev/ports.ts';
import { theCluster, type Cluster, type Program } from './support/cluster.ts';
import { relay } from './support/relay.ts';

describe('a start before the servers', function () {
  this.timeout(600_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });

  for (const kind of ['api', 'worker'] as const)
    it(`waits in the ${kind}, says so, and goes on when they are there`, async () => {
      const program = kind === 'api' ? cluster.apis[1] : cluster.workers[1];
      await end(program);
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
      });
      const waited = (what: string) => async () =>
        waits(cluster, program)
          .slice(before_)
          .some((line) => line.includes(`"what":"${what}"`));
      await until('waiting for Temporal', waited('Temporal'));
      const closeTemporal = await relay(ports.temporal, real.temporal);
      await until('waiting for MongoDB', waited('MongoDB'));
      const closeMongodb = await relay(ports.mongodb, real.mongodb);
      await started;
      assert.equal((await fetch(`${program.url}/readyz`)).status, 200);

      await end(program);
      closeTemporal();
      closeMongodb();
      await program.start();
    });
});

async function end(program: Program): Promise<void> {
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 'ended with code 0');
}

function waits({ logs }: Cluster, { name }: Program): readonly string[] {
  return logs(`${name}.log`)
    .split('\n')
    .filter((line) => line.includes('"msg":"waiting for a server"'));
}

function portOf(address: string): number {
  return Number(address.split(':').at(-1));
}

/** On a machine with other work, a program has only begun to run after half a minute. */
const PATIENCE_MS = 120_000;

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (const end_ = Date.now() + PATIENCE_MS; !(await look());) {
    assert.ok(Date.now() < end_, `${what}: not within ${PATIENCE_MS / 1000} s`);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
