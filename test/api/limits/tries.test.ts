import assert from 'node:assert/strict';
import { tries } from '../../../api/limits/tries.ts';
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
