import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSarraf, type RunningSarraf, type Seed, type StartOptions } from '../../dev/sarraf.ts';
import { isAlive } from './support/alive.ts';
import { temporaryDirectory } from './support/temporary.ts';

const FAKE = fileURLToPath(new URL('support/program.mjs', import.meta.url));
const KEYS = { private: 'private-key', public: 'public-key', webhook: 'webhook-key' };
const seed: Seed = () =>
  Promise.resolve({
    keys: KEYS,
    users: {},
    pgCodes: ['one', 'two'],
    methodGroups: [['one', 'two']],
  });

describe('the system', function () {
  this.timeout(120_000);
  const directory = temporaryDirectory();
  const outside = { TEMPORAL_ADDRESS: '127.0.0.1:1', MONGODB_URI: 'mongodb://127.0.0.1:2/x' };
  const before_ = { ...process.env };
  let running: RunningSarraf | undefined;

  before(() => Object.assign(process.env, outside));
  after(() => {
    for (const name of Object.keys(outside)) {
      const earlier = before_[name];
      if (earlier === undefined) delete process.env[name];
      else process.env[name] = earlier;
    }
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  async function system(options: Partial<StartOptions> = {}): Promise<RunningSarraf> {
    running = await startFakes({ dataDir: directory(), ...options });
    return running;
  }

  describe('that runs', () => {
    let dataDir: string;
    let whole: RunningSarraf;
    before(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'sarraf-dev-test-'));
      whole = await startFakes({ dataDir, env: { EXTRA: 'yes' } });
    });
    after(async () => {
      await whole.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('tells each program where the others are, and no other program its keys', async () => {
      const { run } = whole;
      const api = await environmentAt(run.api);
      const demo = await environmentAt(run.demo);
      const simulator = await environmentAt(run.simulator);

      for (const program of [api, demo, simulator]) {
        assert.equal(program['TEMPORAL_ADDRESS'], outside.TEMPORAL_ADDRESS);
        assert.equal(program['MONGODB_URI'], outside.MONGODB_URI);
        assert.equal(program['SARRAF_MODE'], 'embedded');
        assert.equal(program['EXTRA'], 'yes');
      }
      assert.equal(api['PUBLIC_URL'], run.api);
      assert.equal(demo['SARRAF_API_URL'], run.api);
      assert.equal(demo['SARRAF_PRIVATE_KEY'], KEYS.private);
      assert.equal(demo['SARRAF_WEBHOOK_KEY'], KEYS.webhook);
      assert.equal(demo['DEMO_PG_CODES'], 'one,two');
      assert.equal(api['SARRAF_PRIVATE_KEY'], undefined);
      assert.equal(simulator['SIMULATOR_DATA_DIR'], join(dataDir, 'simulator'));
    });

    it('gives the keys of encryption to API and worker alone, and tells the API who its UI is', async () => {
      const { run } = whole;
      const kept = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'));
      const api = await environmentAt(run.api);
      assert.equal(api['SARRAF_PAYLOAD_KEYS'], kept.encryption.payloads);
      assert.equal(api['SARRAF_STORAGE_KEYS'], kept.encryption.storage);
      assert.equal(api['SARRAF_SEARCH_KEYS'], kept.encryption.search);
      assert.equal(api['SARRAF_CODEC_ORIGINS'], 'http://127.0.0.1:8233,http://localhost:8233');
      for (const program of [run.demo, run.simulator])
        assert.doesNotMatch(JSON.stringify(await environmentAt(program)), /SARRAF_\w+_KEYS/);
      assert.doesNotMatch(readFileSync(join(dataDir, 'run.json'), 'utf8'), /local-/);
    });

    it('goes on without a program that was killed on purpose, and starts it again on its port', async () => {
      const { run, kill, ended, restart } = whole;
      const first = await pidAt(run.api);
      const end = ended('api');
      assert.equal(kill('api', 'SIGKILL'), true);
      assert.equal(await end, 'was ended by SIGKILL');
      assert.equal(kill('api', 'SIGKILL'), false, 'nothing runs that could be killed');
      await restart('api');
      assert.equal(isAlive(first), false);
      assert.notEqual(await pidAt(run.api), first);
      await restart('worker'); // One that runs, and has no address for people.
      assert.equal((await fetch(`${run.demo}/readyz`)).status, 200);
    });

    it('lets a member end by itself when somebody watches over it, also once it was started again', async () => {
      const { run, ended, restart } = whole;
      for (const _life of [1, 2]) {
        const end = ended('api');
        await fetch(`${run.api}/die`).catch(() => undefined);
        assert.equal(await end, 'ended with code 7');
        await restart('api');
      }
      assert.equal((await fetch(`${run.demo}/readyz`)).status, 200);
    });

    it('writes run.json while it runs, lets no second one in, and stops everything', async () => {
      const { run, stop } = whole;
      await assert.rejects(startSarraf({ dataDir, ports: 'free', quiet: true }), /running already/);
      assert.deepEqual(JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')), run);
      assert.deepEqual(run.keys, KEYS);
      assert.deepEqual(run.pg_codes, ['one', 'two']);
      assert.equal(run.pid, process.pid);

      const pids = await Promise.all([run.api, run.demo, run.simulator].map(pidAt));
      await stop();
      assert.deepEqual(pids.map(isAlive), [false, false, false]);
      assert.equal(existsSync(join(dataDir, 'run.json')), false);
    });
  });

  it('does not start with data whose keys are lost, and starts nothing', async () => {
    mkdirSync(join(directory(), 'mongodb'));
    await assert.rejects(system(), /keys\.json cannot be read without the keys in that file/);
    assert.equal(existsSync(join(directory(), 'logs')), false);
    await system({ fresh: true });
  });

  it('begins nothing anew where the data would stay and their keys would go', async () => {
    const file = join(directory(), 'keys.json');
    const { stop } = await system();
    await stop();
    const kept = readFileSync(file, 'utf8');
    await assert.rejects(
      system({ fresh: true }),
      /^Error: MONGODB_URI and TEMPORAL_ADDRESS name a server .*keys\.json.*Start without --fresh/,
    );
    assert.equal(readFileSync(file, 'utf8'), kept);
    await system();
  });

  it('stops all the others when one ends unexpectedly, and says which one and its last words', async () => {
    const { run, broken } = await system();
    const pid = await pidAt(run.demo);
    await fetch(`${run.api}/die`).catch(() => undefined);
    const why = await broken;
    assert.match(why, /^api ended with code 7\./);
    assert.match(why, /logs\/api\.log:\n {2}My last words\./);
    assert.equal(isAlive(pid), false);
    assert.equal(existsSync(join(directory(), 'run.json')), false);
  });

  it('leaves nothing running when a program cannot start', async () => {
    let pid = 0;
    const watching: Seed = async (input) => {
      pid = await pidAt(input.simulatorUrl);
      return seed(input);
    };
    await assert.rejects(
      system({ env: { FAKE_FAILS: 'WORKER_HEALTH_PORT' }, seed: watching }),
      /worker ended with code 3[^]*I cannot read my settings\./,
    );
    assert.equal(isAlive(pid), false);
  });

  it('starts no program whose port another process has taken meanwhile, and says what to do', async () => {
    const other = createServer((_request, response) => response.end('ready'));
    try {
      const taking: Seed = async (input) => {
        other.listen(Number(new URL(input.demoUrl).port), '127.0.0.1');
        await once(other, 'listening');
        return seed(input);
      };
      await assert.rejects(
        system({ seed: taking }),
        /^Error: Port \d+, which was chosen for demo, is taken by another process now(, \d+ \(.+\))?\. Start again/,
      );
    } finally {
      other.close();
    }
  });

  it('leaves nothing running when the seed fails, and can be started afterwards', async () => {
    let pid = 0;
    const failing: Seed = async ({ simulatorUrl }) => {
      pid = await pidAt(simulatorUrl);
      throw new Error('no seed');
    };
    await assert.rejects(system({ seed: failing }), /no seed/);
    assert.equal(isAlive(pid), false);
    await system();
  });
});

/** A system of fake programs whose servers are named by the environment. */
function startFakes(options: Partial<StartOptions> & { readonly dataDir: string }) {
  return startSarraf({
    ports: 'free',
    servers: 'environment',
    quiet: true,
    programs: { simulator: FAKE, mailbox: FAKE, worker: FAKE, api: FAKE, demo: FAKE },
    seed,
    ...options,
  });
}

async function environmentAt(url: string): Promise<Record<string, string>> {
  return JSON.parse(await (await fetch(`${url}/env`)).text());
}

async function pidAt(url: string): Promise<number> {
  return Number((await environmentAt(url))['PID']);
}
