import assert from 'node:assert/strict';
import { array, assert as holds, asyncProperty, integer, nat } from 'fast-check';
import { limiter } from '../../../api/limits/limiter.ts';
import { LIMITS, limitsOn } from '../../../api/limits/limits.ts';
import { RATE_LIMIT_NAMES } from '../../../config/rate-limits.ts';
import { aSharedCount } from './shared-count.ts';

const SMALL = { points: 3, seconds: 60 };
const LARGE = { points: 5000, seconds: 86_400 };

describe('a limiter', () => {
  it('lets through as many as the limit says, and says how many are left and when all are back', async () => {
    const { counter, clock, now } = aSharedCount(SMALL.seconds);
    const { take } = limiter(SMALL, counter, now);
    const seen = [];
    for (let request = 0; request < 5; request += 1) {
      seen.push(await take('sara'));
      clock.now += 10_000;
    }
    assert.deepEqual(seen, [
      { limit: 3, remaining: 2, resetSeconds: 60, isOver: false },
      { limit: 3, remaining: 1, resetSeconds: 50, isOver: false },
      { limit: 3, remaining: 0, resetSeconds: 40, isOver: false },
      { limit: 3, remaining: 0, resetSeconds: 30, isOver: true },
      { limit: 3, remaining: 0, resetSeconds: 20, isOver: true },
    ]);
  });

  it('begins anew when the window is over', async () => {
    const { counter, clock, now } = aSharedCount(SMALL.seconds);
    const { take } = limiter(SMALL, counter, now);
    for (let request = 0; request < 4; request += 1) await take('sara');
    clock.now += 59_999;
    assert.equal((await take('sara')).isOver, true);
    clock.now += 1;
    assert.deepEqual(await take('sara'), {
      limit: 3,
      remaining: 2,
      resetSeconds: 60,
      isOver: false,
    });
  });

  it('counts every key for itself', async () => {
    const { counter, now } = aSharedCount(SMALL.seconds);
    const { take } = limiter(SMALL, counter, now);
    for (let request = 0; request < 4; request += 1) await take('sara');
    assert.equal((await take('omar')).isOver, false);
  });

  it('shares a small limit exactly between processes', async () => {
    const { counter, now } = aSharedCount(SMALL.seconds);
    const processes = [limiter(SMALL, counter, now), limiter(SMALL, counter, now)];
    let admitted = 0;
    for (let round = 0; round < 4; round += 1)
      for (const { take } of processes) if (!(await take('sara')).isOver) admitted += 1;
    assert.equal(admitted, SMALL.points);
  });

  it('asks nobody about a key that it knows to be over', async () => {
    const { counter, now, asked } = aSharedCount(SMALL.seconds);
    const { take } = limiter(SMALL, counter, now);
    for (let request = 0; request < 3; request += 1) await take('sara');
    const before = asked();
    assert.equal((await take('sara')).isOver, true);
    assert.equal(asked(), before);
  });

  it('asks about a large limit once for each batch, not for each request', async () => {
    const { counter, now, asked } = aSharedCount(LARGE.seconds);
    const { take } = limiter(LARGE, counter, now);
    for (let request = 0; request < 100; request += 1) await take('sara');
    // The first to learn what others counted, then one for each batch of five.
    assert.equal(asked(), 1 + Math.floor(99 / 5));
    assert.equal((await take('sara')).remaining, LARGE.points - 101);
  });

  it('tells a slow trickle after some seconds, without waiting', async () => {
    const { counter, clock, now, asked } = aSharedCount(LARGE.seconds);
    const { take } = limiter(LARGE, counter, now);
    await take('sara');
    await take('sara');
    assert.equal(asked(), 1);
    clock.now += 5001;
    await take('sara');
    assert.equal(asked(), 2);
    const other = limiter(LARGE, counter, now);
    assert.equal((await other.take('sara')).remaining, LARGE.points - 4);
  });

  it('lets no more through than the limit and one batch for each process, however they take turns', async () => {
    const limit = { points: 3000, seconds: 60 };
    const batch = 3;
    await holds(
      asyncProperty(
        integer({ min: 1, max: 6 }),
        array(nat(5), { minLength: 20, maxLength: 60 }),
        async (processes, turns) => {
          const { counter, now } = aSharedCount(limit.seconds);
          const all = Array.from({ length: processes }, () => limiter(limit, counter, now));
          // Most of it is gone; the rest decides.
          await counter('sara', limit.points - 20);
          let admitted = 0;
          for (const turn of [...turns, ...turns])
            if (!(await all[turn % processes]?.take('sara'))?.isOver) admitted += 1;
          assert.ok(admitted <= 20 + processes * batch, `${admitted} of 20 by ${processes}`);
        },
      ),
    );
  });

  it('forgets keys rather than grow for ever', async () => {
    const { counter, now, asked } = aSharedCount(SMALL.seconds);
    const { take } = limiter(SMALL, counter, now);
    for (let request = 0; request < 4; request += 1) await take('first');
    for (let key = 0; key < 10_000; key += 1) await take(`key-${key}`);
    const before = asked();
    assert.equal((await take('first')).isOver, true, 'the shared count knows it still');
    assert.equal(asked(), before + 1);
  });
});

describe('the limits', () => {
  it('are those of the contract', () => {
    assert.deepEqual(LIMITS, {
      general: { points: 90_000, seconds: 86_400 },
      authentication: { points: 20, seconds: 300 },
      credential: { points: 50, seconds: 300 },
      password: { points: 5, seconds: 960, waits: 'doubling' },
      secondFactor: { points: 5, seconds: 900 },
      reset: { points: 20, seconds: 3600 },
      resetAccount: { points: 3, seconds: 3600 },
      guessingMail: { points: 1, seconds: 86_400 },
      singleSignOn: { points: 60, seconds: 300 },
      protection: { points: 5, seconds: 900 },
      otherAddress: { points: 30, seconds: 3600 },
      otherAddressOfPayment: { points: 5, seconds: 86_400 },
      ownMessages: { points: 1000, seconds: 3600 },
      publicKey: { points: 1200, seconds: 60 },
      pages: { points: 60, seconds: 60 },
      linksAndFiles: { points: 1200, seconds: 60 },
      search: { points: 120, seconds: 60 },
      inquiry: { points: 30, seconds: 60 },
      downloads: { points: 25, seconds: 3600 },
    });
  });

  it('can be set one by one, each by its name', async () => {
    assert.deepEqual([...RATE_LIMIT_NAMES].toSorted(), Object.keys(LIMITS).toSorted());
    const names: string[] = [];
    const store = {
      counter: ({ name, points, seconds }: { name: string; points: number; seconds: number }) => {
        names.push(`${name}=${points}/${seconds}`);
        return aSharedCount(60).counter;
      },
    };
    const limits = limitsOn(store, { pages: { points: 2, seconds: 7 } }, 500);
    assert.ok(names.includes('pages=2/7'));
    assert.ok(names.includes('inquiry=30/60'));
    assert.equal((await limits.pages.take('x')).limit, 2);
  });
});
