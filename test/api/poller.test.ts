import assert from 'node:assert/strict';
import { poller } from '../../api/poller.ts';

const NEVER = Number.MAX_SAFE_INTEGER;
const LOADED_MS = 5000;

describe('api/poller', () => {
  it('returns as soon as there is what is waited for', async () => {
    const database = databaseWithout(1);
    const known = poller(database.openAmong);
    const told = known(ref(1), NEVER);
    await database.looks(3);
    database.settle(1);
    await told;
  });

  it('returns at its time when nothing has come of it', async () => {
    const database = databaseWithout(1);
    const until = Date.now() + 60;
    await poller(database.openAmong)(ref(1), until);
    assert.ok(Date.now() >= until);
  });

  it('looks once for all who wait, and each goes when their own is there', async () => {
    const database = databaseWithout(1, 2, 3);
    const known = poller(database.openAmong);
    const told: number[] = [];
    const all = [1, 2, 3].map(async (number) => {
      await known(ref(number), NEVER);
      told.push(number);
    });
    await database.looks(3);
    assert.equal(database.asked.at(-1), 3);
    database.settle(2);
    await database.looks(2);
    database.settle(3);
    await database.looks(2);
    database.settle(1);
    await Promise.all(all);
    assert.deepEqual(told, [2, 3, 1]);
  });

  it('does not look any more when nobody waits, and looks again for the next', async () => {
    const database = databaseWithout();
    const known = poller(database.openAmong);
    await known(ref(1), NEVER);
    const looks = database.asked.length;
    await new Promise((done) => setTimeout(done, 60));
    assert.equal(database.asked.length, looks);
    await known(ref(2), NEVER);
    assert.equal(database.asked.length, looks + 1);
  });

  it('looks at most a tenth of the time, so that a slow database gets fewer questions', async () => {
    const database = databaseWithout(1);
    const rests: number[] = [];
    let ended: number | undefined;
    let took = 0;
    const known = poller(async (refs: readonly Ref[]) => {
      const began = performance.now();
      if (ended !== undefined) rests.push((began - ended) / took);
      if (rests.length === 3) database.settle(1);
      await new Promise((done) => setTimeout(done, 10));
      ended = performance.now();
      took = ended - began;
      return database.openAmong(refs);
    });
    await known(ref(1), NEVER);
    assert.equal(rests.length, 3);
    // A timer may be a millisecond early.
    assert.ok(
      rests.every((rest) => rest > 8.5),
      rests.join(' '),
    );
  });

  it('tells everybody who waits when the database cannot be asked', async () => {
    const known = poller(() => Promise.reject(new Error('no database')));
    const all = await Promise.allSettled([known(ref(1), NEVER), known(ref(2), NEVER)]);
    assert.ok(all.every(({ status }) => status === 'rejected'));
  });

  it('looks soon for a newcomer, however long another one has waited', async function () {
    this.timeout(LOADED_MS * 2);
    const database = databaseWithout(1);
    const known = poller(database.openAmong);
    const old = known(ref(1), NEVER);
    // The looks are spare by now.
    await new Promise((done) => setTimeout(done, 700));
    const before = database.asked.length;
    await known(ref(2), NEVER);
    assert.ok(database.asked.length - before <= 2);
    database.settle(1);
    await old;
  });
});

interface Ref {
  readonly number: number;
}

function ref(number: number): Ref {
  return { number };
}

/** A database that has nothing of these yet; `asked` says of how many each look was. */
function databaseWithout(...numbers: readonly number[]) {
  const left = new Set(numbers);
  const asked: number[] = [];
  return {
    asked,
    settle: (number: number) => left.delete(number),
    looks: async (more: number): Promise<void> => {
      const wanted = asked.length + more;
      while (asked.length < wanted) await new Promise((done) => setTimeout(done, 5));
    },
    openAmong: async (refs: readonly Ref[]) => {
      asked.push(refs.length);
      return new Set(refs.filter(({ number }) => left.has(number)));
    },
  };
}
