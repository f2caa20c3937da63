import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { connectStore } from '../../store/connection.ts';
import { rateLimitStore } from '../../store/rate-limits.ts';
import { useDatabase } from './database.ts';

const LIMIT = { name: 'tries', points: 3, seconds: 60, waitMs: 30_000 };

describe('the count of requests', () => {
  const database = useDatabase();

  it('is one for all processes, and for each key its own', async () => {
    const { connection, store } = database();
    const [one, other] = [rateLimitStore(connection), store.rateLimits].map(({ counter }) =>
      counter(LIMIT),
    );
    assert.ok(one && other);
    assert.equal((await one('sara', 1)).consumed, 1);
    assert.equal((await other('sara', 5)).consumed, 6);
    assert.equal((await one('omar', 1)).consumed, 1);
    const { consumed, resetMs } = await one('sara', 1);
    assert.equal(consumed, 7);
    assert.equal((await other('sara', -3)).consumed, 4, 'some are given back');
    assert.ok(resetMs > 30_000 && resetMs <= 60_000, `${resetMs} ms`);
  });

  it('keeps limits apart that have the same key', async () => {
    const { rateLimits } = database().store;
    await rateLimits.counter(LIMIT)('layla', 1);
    const other = await rateLimits.counter({ ...LIMIT, name: 'other' })('layla', 1);
    assert.equal(other.consumed, 1);
  });

  it('loses nothing when many count at once', async () => {
    const count = database().store.rateLimits.counter(LIMIT);
    const all = await Promise.all(Array.from({ length: 40 }, () => count('crowd', 1)));
    assert.deepEqual(
      all.map(({ consumed }) => consumed).toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_value, index) => index + 1),
    );
  });

  it('begins anew after its window', async () => {
    const count = database().store.rateLimits.counter({ ...LIMIT, name: 'short', seconds: 1 });
    await count('sara', 3);
    await wait(1100);
    assert.equal((await count('sara', 1)).consumed, 1);
  });

  it('leaves nothing behind: the database removes what is over', async () => {
    const indexes = await database().connection.collection('rate_limits').indexes();
    const kinds = indexes.map(({ key, unique, expireAfterSeconds }) => [
      Object.keys(key).join(),
      unique ?? false,
      expireAfterSeconds,
    ]);
    assert.deepEqual(kinds, [
      ['_id', false, undefined],
      ['expire', false, 0],
      ['key', true, undefined],
    ]);
  });

  it('goes on in this process, and soon, while the database is away', async () => {
    const connection = await connectStore(String(process.env['MONGODB_URI']));
    const count = rateLimitStore(connection).counter({ ...LIMIT, name: 'away', waitMs: 500 });
    await connection.close();
    const began = Date.now();
    assert.equal((await count('sara', 2)).consumed, 2);
    assert.equal((await count('sara', 2)).consumed, 4);
    assert.ok(Date.now() - began < 10_000, `${Date.now() - began} ms`);
  });
});
