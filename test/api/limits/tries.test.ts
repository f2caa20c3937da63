import assert from 'node:assert/strict';
import { LIMITS, limitsOn } from '../../../api/limits/limits.ts';
import { allowedAt, tries } from '../../../api/limits/tries.ts';
import { aSharedCount } from './shared-count.ts';

const LIMIT = { points: 3, seconds: 60 };

describe('a limit of tries', () => {
  it('counts what is under way, exactly, over all processes', async () => {
    const { counter, now } = aSharedCount(LIMIT.seconds);
    const [one, other] = [tries(LIMIT, counter, now), tries(LIMIT, counter, now)];
    const all = await Promise.all(
      Array.from({ length: 20 }, (_value, turn) => (turn % 2 === 0 ? one : other).reserve('sara')),
    );
    assert.equal(all.filter(({ standing }) => !standing.isOver).length, LIMIT.points);
  });

  it('counts no try that was given back', async () => {
    const { counter, now } = aSharedCount(LIMIT.seconds);
    const { reserve } = tries(LIMIT, counter, now);
    for (let turn = 0; turn < 10; turn += 1) {
      const one = await reserve('sara');
      assert.equal(one.standing.isOver, false);
      await one.giveBack();
    }
  });

  it('asks nobody for a second about a key that is over, and then learns what was given back', async () => {
    const { counter, clock, now, asked } = aSharedCount(LIMIT.seconds);
    const { reserve } = tries(LIMIT, counter, now);
    const taken = [];
    for (let turn = 0; turn < 4; turn += 1) taken.push(await reserve('sara'));
    const before = asked();
    clock.now += 999;
    assert.equal((await reserve('sara')).standing.isOver, true);
    assert.equal(asked(), before);
    for (const one of taken) await one.giveBack();
    clock.now += 1;
    assert.equal((await reserve('sara')).standing.isOver, false);
  });

  it('gives nothing back to a window that did not count it', async () => {
    const { counter, clock, now } = aSharedCount(LIMIT.seconds);
    const { reserve } = tries(LIMIT, counter, now);
    const late = await reserve('sara');
    clock.now += LIMIT.seconds * 1000;
    assert.equal((await reserve('sara')).standing.remaining, 2);
    await late.giveBack();
    assert.equal((await reserve('sara')).standing.remaining, 1);
  });

  it('says when to come again', async () => {
    const { counter, clock, now } = aSharedCount(LIMIT.seconds);
    const { reserve } = tries(LIMIT, counter, now);
    for (let turn = 0; turn < 4; turn += 1) await reserve('sara');
    clock.now += 500;
    assert.deepEqual((await reserve('sara')).standing, {
      limit: 3,
      remaining: 0,
      resetSeconds: 60,
      isOver: true,
    });
  });
});

describe('the wait after wrong passwords', () => {
  // Of a window of 16 minutes: when, how many are allowed in all, how long until there is one more.
  const clock = [
    [0, 5, 60],
    [1, 5, 59],
    [59, 5, 1],
    [60, 6, 60],
    [119, 6, 1],
    [120, 7, 120],
    [239, 7, 1],
    [240, 8, 240],
    [480, 9, 480],
    [959, 9, 1],
  ] as const;
  for (const [at, allowed, seconds] of clock)
    it(`is ${seconds} seconds for who has used up ${allowed} after ${at}`, () => {
      const left = (960 - at) * 1000;
      assert.deepEqual(allowedAt(LIMITS.password, left), { allowed, waitMs: seconds * 1000 });
    });

  it('is the end of the window where it does not double', () => {
    const left = 100_000;
    assert.deepEqual(allowedAt(LIMITS.secondFactor, left), { allowed: 5, waitMs: left });
  });

  it('holds over all processes, is said in seconds, and grows', async () => {
    const { counter, clock: turned, now } = aSharedCount(LIMITS.password.seconds);
    const [one, other] = [
      tries(LIMITS.password, counter, now),
      tries(LIMITS.password, counter, now),
    ];
    const until = async (end: number) => {
      const waits: number[] = [];
      const start = turned.now;
      for (let made = 0; turned.now - start < end; made += 1) {
        const { standing } = await (made % 2 === 0 ? one : other).reserve('sara');
        if (!standing.isOver) continue;
        waits.push(standing.resetSeconds);
        turned.now += standing.resetSeconds * 1000;
      }
      return waits;
    };
    assert.deepEqual(await until(960_000), [60, 60, 120, 240, 480]);
    assert.equal((await one.reserve('sara')).standing.isOver, false, 'a window is for ever');
  });

  it('grows by the numbers of an operator, too', async () => {
    const { counter } = aSharedCount(160);
    const limits = limitsOn(
      { counter: () => counter },
      { password: { points: 2, seconds: 160 } },
      500,
    );
    const waits: (number | false)[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { isOver, resetSeconds } = (await limits.password.reserve('sara')).standing;
      waits.push(isOver && resetSeconds);
    }
    assert.deepEqual(waits, [false, false, 10]);
  });
});
