import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { ProcessControl, MemberName } from '../../../dev/members.ts';
import { VICTIMS, type Kill } from '../../../drills/chaos/plan.ts';
import { supervise } from '../../../drills/chaos/supervisor.ts';
import { until } from '../../support/http.ts';

/** Members without processes: each life has a number, and ends when it is told to. */
function fakeSystem() {
  const lives = new Map<MemberName, { isRunning: boolean; readonly end: EventEmitter }>();
  const failing = new Set<MemberName>();
  const begin = (name: MemberName) => lives.set(name, { isRunning: true, end: new EventEmitter() });
  for (const name of VICTIMS) begin(name);
  const starts: MemberName[] = [];
  const end = (name: MemberName, how: string): boolean => {
    const life = lives.get(name);
    if (life?.isRunning !== true) return false;
    life.isRunning = false;
    life.end.emit('ended', how);
    return true;
  };
  const control: ProcessControl = {
    kill: (name) => end(name, 'was ended by SIGKILL'),
    ended: async (name) => {
      const life = lives.get(name);
      if (life?.isRunning !== true) return 'ended with code 1';
      const [how] = await once(life.end, 'ended');
      return String(how);
    },
    restart: async (name) => {
      starts.push(name);
      if (failing.delete(name)) throw new Error('It cannot run: a server is missing.');
      begin(name);
    },
  };
  return { control, starts, failing, end };
}

const kill = (victim: Kill['victim'], atMs = 0): Kill => ({ atMs, victim, downMs: 1 });

describe('the supervisor of a chaos run', () => {
  it('starts again what it has killed, and calls that no fall', async () => {
    const { control, starts } = fakeSystem();
    const supervisor = supervise(control);
    const before = Date.now();
    const last = await supervisor.carryOut([kill('api'), kill('mongodb', 30)]);
    assert.ok(last >= before + 25);
    await until('both are started', async () => starts.length === 2);
    assert.deepEqual(starts.toSorted(), ['api', 'mongodb']);
    assert.deepEqual(supervisor.counts(), {
      kills: { api: 1, worker: 0, mongodb: 1, temporal: 0 },
      repeatedStarts: 0,
      falls: [],
    });
    await supervisor.close();
  });

  it('kills the same victim as often as it is told to, each time once it runs again', async () => {
    const { control } = fakeSystem();
    const supervisor = supervise(control);
    await supervisor.carryOut([kill('worker'), kill('worker'), kill('worker')]);
    assert.equal(supervisor.counts().kills.worker, 3);
    await supervisor.close();
  });

  it('repeats a start that failed because something else was down', async () => {
    const { control, starts, failing } = fakeSystem();
    const supervisor = supervise(control);
    failing.add('worker');
    await supervisor.carryOut([kill('worker')]);
    await until('it was started twice', async () => starts.length === 2);
    assert.equal(supervisor.counts().repeatedStarts, 1);
    assert.deepEqual(supervisor.counts().falls, []);
    await supervisor.close();
  });

  it('ends what was about to start when it is closed, and would wait for ever for what is gone', async () => {
    const { control, starts } = fakeSystem();
    const slow: ProcessControl = {
      ...control,
      restart: async (name) => {
        starts.push(name);
        await setTimeout(200);
        await control.restart(name);
        throw new Error(`It ${await control.ended(name)}.`);
      },
    };
    const supervisor = supervise(slow);
    await supervisor.carryOut([kill('api')]);
    await until('it is about to start', async () => starts.length > 0);
    await supervisor.close();
  });

  it('writes down what ends by itself, and starts it again', async () => {
    const { control, starts, end } = fakeSystem();
    const supervisor = supervise(control);
    end('worker', 'ended with code 7');
    await until('it is started', async () => starts.length === 1);
    assert.deepEqual(supervisor.counts().falls, ['worker ended with code 7']);
    await supervisor.close();
  });
});
