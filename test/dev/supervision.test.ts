import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mongo } from 'mongoose';
import type { MemberName } from '../../dev/members.ts';
import { startSarraf, type RunningSarraf, type StartOptions } from '../../dev/sarraf.ts';
import { until } from '../support/http.ts';
import { isAlive } from './support/alive.ts';
import { temporaryDirectory } from './support/temporary.ts';

const FAKE = fileURLToPath(new URL('support/program.mjs', import.meta.url));

describe('a system that is supervised', function () {
  this.timeout(240_000);
  const directory = temporaryDirectory();
  let running: RunningSarraf | undefined;
  const clients: mongo.MongoClient[] = [];
  let lines: string[] = [];

  beforeEach(() => {
    lines = [];
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await running?.stop();
    running = undefined;
  });

  async function system(options: Partial<StartOptions> = {}): Promise<RunningSarraf> {
    running = await startSarraf({
      dataDir: directory(),
      ports: 'free',
      servers: 'own',
      quiet: true,
      built: process.env['SARRAF_BUILT'],
      supervise: (line) => void lines.push(line),
      programs: { simulator: FAKE, worker: FAKE, api: FAKE, demo: FAKE },
      seed: () =>
        Promise.resolve({
          keys: { private: 'private-key', public: 'public-key', webhook: 'webhook-key' },
          users: {},
          pgCodes: ['one'],
          methodGroups: [['one']],
        }),
      ...options,
    });
    return running;
  }
  const told = (line: string) => lines.filter((one) => one === line).length;
  /** A database that was killed reads its journal first, which takes a busy machine its time. */
  const runsAgain = (name: MemberName, times = 1) =>
    until(`${name} runs again`, async () => told(`✔ ${name} runs again`) === times, 100_000);

  it('has servers of its own, whatever the environment names, starts each member again that is killed, with its data, and stops them', async () => {
    const { run, pidOf, stop } = await system();
    assert.notEqual(run.temporal, process.env['TEMPORAL_ADDRESS']);
    assert.match(
      run.mongodb,
      /^mongodb:\/\/127\.0\.0\.1:\d+\/sarraf\?replicaSet=rs0&directConnection=true&socketTimeoutMS=60000$/,
    );
    const environment: object = JSON.parse(await (await fetch(`${run.api}/env`)).text());
    assert.equal(Reflect.get(environment, 'MONGODB_URI'), run.mongodb);
    assert.equal((await fetch(run.temporal_ui)).status, 200);
    const client = new mongo.MongoClient(run.mongodb);
    clients.push(client);
    const kept = client.db().collection<{ readonly value: number }>('kept');
    await kept.insertOne({ value: 7 }, { writeConcern: { w: 'majority', journal: true } });
    const names: readonly MemberName[] = [
      'temporal',
      'mongodb',
      'simulator',
      'mailbox',
      'worker',
      'api',
      'demo',
    ];
    for (const name of names) {
      const others = names.filter((one) => one !== name).map(pidOf);
      const pid = pidOf(name);
      process.kill(pid, 'SIGKILL');
      await runsAgain(name);
      const log = join(directory(), 'logs', `${name}.log`);
      assert.equal(
        lines.at(-2),
        `✘ ${name} was ended by SIGKILL (its log: ${log}). It is started again in 0.5 s.`,
      );
      assert.notEqual(pidOf(name), pid);
      assert.ok(others.every(isAlive));
    }
    for (const url of [run.simulator, run.api, run.demo])
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
    assert.equal((await fetch(run.temporal_ui)).status, 200);
    assert.equal((await fetch(run.mailbox)).status, 200);
    assert.equal((await kept.findOne())?.value, 7);

    await stop();
    await assert.rejects(fetch(run.temporal_ui));
  });

  it('waits longer before each start of what dies again soon, says when, and stops everything also while it waits', async () => {
    const { run, pidOf, stop } = await system({ servers: 'environment' });
    const pids = (['simulator', 'mailbox', 'worker', 'demo'] as const).map(pidOf);
    const die = () => fetch(`${run.api}/die`).catch(() => undefined);
    for (let death = 1; death <= 2; death += 1) {
      await die();
      await runsAgain('api', death);
    }
    await die();
    const pauses = await until('the last death is told', async () => {
      const found = lines.flatMap(
        (line) => /api ended with code 7 .* in ([\d.]+) s\./.exec(line)?.[1] ?? [],
      );
      return found.length === 3 && found;
    });
    assert.deepEqual(pauses, ['0.5', '1', '2']);
    await stop();
    assert.deepEqual(pids.map(isAlive), [false, false, false, false]);
    assert.equal(told('✔ api runs again'), 2);
  });
});
