import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { atomicallyOn, openSession } from '../../store/atomically.ts';
import { connectStore } from '../../store/connection.ts';
import { settingsCache } from '../../store/settings-cache.ts';
import { until } from '../support/http.ts';
import { useDatabase } from './database.ts';

/** Within which a change counts everywhere, whatever becomes of the stream. Milliseconds. */
const COUNTS_WITHIN_MS = 1000;

/** A process that keeps settings, and another one that changes them. */
describe('settings that are kept while a change stream vouches for them', () => {
  const database = useDatabase();
  const opened: Process[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  const started = async (how: Parameters<typeof aProcess>[1] = {}) => {
    const one = await aProcess(database().connection, how);
    opened.push(one);
    return one;
  };
  const write = (text: string) =>
    database()
      .connection.collection(KEPT)
      .updateOne({ id: 'shop' }, { $set: { text } }, { upsert: true });

  it('are read once', async () => {
    await write('first');
    const { find, reads, isKeeping } = await started();
    await isKeeping();
    const before = reads();
    for (let times = 0; times < 10; times += 1) assert.equal((await find('shop'))?.text, 'first');
    assert.equal(await find('another'), undefined);
    assert.equal(await find('another'), undefined);
    assert.equal(reads() - before, 2);
  });

  it('count within a second when somebody else changes or removes them, and not later', async () => {
    await write('before');
    const { find, isKeeping } = await started();
    for (let round = 0; round < 5; round += 1) {
      await isKeeping();
      await find('shop');
      const text = `round ${round}`;
      await write(text);
      await countsInTime(async () => (await find('shop'))?.text === text);
    }
    await find('shop');
    await database().connection.collection(KEPT).deleteMany({});
    await countsInTime(async () => (await find('shop')) === undefined);
  });

  it('count at once in the process that changes them, whatever it was told meanwhile', async () => {
    const { find, change, isKeeping } = await started();
    await isKeeping();
    for (let round = 0; round < 20; round += 1) {
      const old = find('shop');
      await change('shop', `mine ${round}`);
      await old;
      assert.equal((await find('shop'))?.text, `mine ${round}`);
    }
  });

  it('are read each time as long as no stream was started', async () => {
    const { find, reads } = await started({ start: false });
    await find('shop');
    await find('shop');
    assert.equal(reads(), 2);
  });

  it('count within a second when the stream is killed, and are kept again by the next one', async () => {
    await write('before the kill');
    const { find, lost, reads, isKeeping } = await started();
    await isKeeping();
    await find('shop');
    await killStreams(database().connection);
    await write('after the kill');
    await countsInTime(async () => (await find('shop'))?.text === 'after the kill');
    await until('it is told that the stream is gone', async () => lost.length > 0);
    assert.equal(lost.length, 1);
    await isKeeping();
    const before = reads();
    await find('shop');
    await find('shop');
    assert.ok(reads() - before <= 1);
  });

  it('are read each time while MongoDB refuses every stream, which is told once', async () => {
    await write('there');
    const { find, lost, reads } = await started({ refused: true });
    await until('it is told', async () => lost.length > 0);
    await find('shop');
    await find('shop');
    assert.equal(reads(), 2);
    await pause(COUNTS_WITHIN_MS * 1.5);
    assert.equal(lost.length, 1);
  });

  it('are read anew in a database transaction, and nothing of what it reads is kept', async () => {
    await write('outside');
    const { find, inVain, isKeeping } = await started();
    await isKeeping();
    await find('shop');
    const looked = inVain('shop', 'inside', async () => {
      assert.equal((await find('shop'))?.text, 'inside');
    });
    await assert.rejects(looked, /It shall not be kept/);
    assert.equal((await find('shop'))?.text, 'outside');
  });

  it('are nobody’s to change', async () => {
    await write('first');
    const { find, isKeeping } = await started();
    await isKeeping();
    const found = await find('shop');
    assert.ok(found);
    assert.throws(() => Object.assign(found, { text: 'mine' }), TypeError);
  });
});

const KEPT = 'kept_settings';

interface Setting {
  readonly id: string;
  readonly text: string;
}

type Process = Awaited<ReturnType<typeof aProcess>>;

/** A process with a connection and a cache of its own. `refused`: MongoDB gives it no stream. */
async function aProcess({ name }: Connection, { refused = false, start = true } = {}) {
  const uri = new URL(process.env['MONGODB_URI'] ?? '');
  uri.pathname = `/${name}`;
  const connection = await connectStore(uri.href);
  const collection = connection.collection<Setting>(KEPT);
  const cache = settingsCache(refused ? refusing(connection) : connection);
  const { kept, writing } = cache.of(KEPT);
  const lost: unknown[] = [];
  let reads = 0;
  const find = kept(async (id: string) => {
    reads += 1;
    const session = openSession();
    return (
      (await collection.findOne({ id }, { projection: { _id: 0 }, ...(session && { session }) })) ??
      undefined
    );
  });
  if (start) void cache.start((error) => lost.push(error));
  return {
    find,
    lost,
    reads: () => reads,
    change: writing(async (id: string, text: string) => {
      await collection.updateOne({ id }, { $set: { text } }, { upsert: true });
    }),
    /** Inside of a database transaction that is never committed. */
    inVain: (id: string, text: string, look: () => Promise<void>) =>
      atomicallyOn(connection)(async () => {
        const session = openSession();
        assert.ok(session);
        await collection.updateOne({ id }, { $set: { text } }, { session });
        await look();
        throw new Error('It shall not be kept.');
      }),
    isKeeping: () =>
      until('settings are kept', async () => {
        await find('nobody');
        const before = reads;
        await find('nobody');
        return reads === before;
      }),
    close: async () => {
      cache.stop();
      await connection.close();
    },
  };
}

const command = () => Promise.reject(new Error('There are no streams here.'));

function refusing(connection: Connection): Connection {
  return Object.create(connection, { db: { value: { command } } }) as Connection;
}

/** Those of processes that have ended, too: MongoDB closes them some minutes later. */
async function killStreams(connection: Connection): Promise<void> {
  const { db } = connection;
  assert.ok(db);
  const all = await connection
    .getClient()
    .db('admin')
    .aggregate([{ $currentOp: { idleCursors: true } }])
    .toArray();
  const cursors = all
    .filter(({ cursor }) => cursor?.originatingCommand?.$db === db.databaseName)
    .map(({ cursor }) => cursor.cursorId as unknown);
  const { cursorsKilled } = await db.command({ killCursors: '$cmd.aggregate', cursors });
  assert.ok(cursorsKilled.length > 0, 'There is no stream to kill.');
}

async function countsInTime(counts: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await counts())) {
    assert.ok(performance.now() - began < COUNTS_WITHIN_MS, 'It does not count within a second.');
    await pause(5);
  }
}
