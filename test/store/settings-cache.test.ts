import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { mongo, type Connection } from 'mongoose';
import type { WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import { atomicallyOn, openSession } from '../../store/atomically.ts';
import { connectStore } from '../../store/connection.ts';
import { secretsOf, storeOn, type Store } from '../../store/index.ts';
import { settingsCache } from '../../store/settings-cache.ts';
import { aMerchant, anAccount, SHOP } from '../support/builders.ts';
import { until } from '../support/http.ts';
import { TEST_STORE_KEYS } from '../support/keys.ts';
import { knownAtOnce } from '../support/known-settings.ts';
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

  it('count within a second while much else is written, of which the stream tells nothing', async () => {
    await write('before');
    const { find, isKeeping } = await started();
    await isKeeping();
    const others = database().connection.collection('other_writes');
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted)
        await others.insertMany(Array.from({ length: 1000 }, () => ({ text: 'x'.repeat(500) })));
    })();
    for (let round = 0; round < 2; round += 1) {
      await find('shop');
      const text = `round ${round}`;
      await write(text);
      await countsInTime(async () => (await find('shop'))?.text === text);
    }
    over.abort();
    await writing;
    // Quicker than to remove each of them.
    await others.drop();
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

  it('are not kept from a reading that a change has crossed', async () => {
    await write('old');
    const { find, change, found, isKeeping, slowly } = await started();
    await isKeeping();
    const answered = slowly();
    const before = found();
    const old = find('shop');
    // The change goes by another connection, and could be there first.
    await until('the reading has found', async () => found() > before);
    await change('shop', 'new');
    answered();
    assert.equal((await old)?.text, 'old');
    assert.equal((await find('shop'))?.text, 'new');
  });

  it('count within a second when the stream falls silent', async () => {
    await write('before the silence');
    const { find, isKeeping, silence } = await started();
    await isKeeping();
    await find('shop');
    silence();
    await write('after the silence');
    await countsInTime(async () => (await find('shop'))?.text === 'after the silence');
  });

  it('are read each time as long as no stream was started', async () => {
    const { find, reads } = await started({ start: false });
    await find('shop');
    await find('shop');
    assert.equal(reads(), 2);
  });

  it('count within a second when the stream is killed, and are kept again by the next one', async () => {
    await write('before the kill');
    const { find, lost, isKeeping } = await started();
    await isKeeping();
    await find('shop');
    await killStreams(database().connection);
    await write('after the kill');
    await countsInTime(async () => (await find('shop'))?.text === 'after the kill');
    await until('it is told that the stream is gone', async () => lost.length > 0);
    assert.equal(lost.length, 1);
    await isKeeping();
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

  it('count at once in the process that changes them in a database transaction, whoever reads before its end', async () => {
    await write('outside');
    const { find, change, atomically, isKeeping } = await started();
    await isKeeping();
    const elsewhere = AsyncResource.bind(() => find('shop'));
    for (let round = 0; round < 20; round += 1) {
      const before = await find('shop');
      await atomically(async () => {
        await change('shop', `inside ${round}`);
        assert.deepEqual(await elsewhere(), before);
      });
      assert.equal((await find('shop'))?.text, `inside ${round}`);
    }
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

/** Each read that is kept, and each write that it has to hear of. */
const CHANGES: Readonly<Record<string, Change>> = {
  'the settings of a merchant': {
    change: ({ merchants }, nth) => merchants.put(aMerchant({ name: `Shop ${nth}` }), 'a key'),
    look: async ({ merchants }) => (await merchants.find(SHOP))?.name,
  },
  'the merchants whose old endpoints are open to addresses': {
    change: ({ merchants }, nth) =>
      merchants.put(
        aMerchant({
          plugins: {
            ...aMerchant().plugins,
            legacy: { enabled: true, allowedNetworks: [`10.0.0.${nth}/32`] },
          },
        }),
        'a key',
      ),
    look: async ({ merchants }) => merchants.openToAddresses(),
  },
  'the webhook key of a merchant, put': {
    change: ({ merchants }, nth) => merchants.put(aMerchant(), `key ${nth}`),
    look: ({ merchants }) => merchants.webhookKey(SHOP),
  },
  'the webhook key of a merchant, rotated': {
    change: async ({ merchants }, nth) => {
      if (nth === 1) await merchants.put(aMerchant(), 'rotated 0');
      const before = (await merchants.sealedWebhookKey(SHOP))?.sealed ?? '';
      assert.ok(await merchants.setWebhookKey(SHOP, { before, key: `rotated ${nth}` }));
    },
    look: ({ merchants }) => merchants.webhookKey(SHOP),
  },
  'the accounts of a merchant': {
    change: ({ gatewayAccounts }, nth) =>
      gatewayAccounts.put(anAccount({ name: `Card ${nth}` }), {}),
    look: async ({ gatewayAccounts }) => (await gatewayAccounts.list(SHOP)).map(({ name }) => name),
  },
  'the settings of an account': {
    change: ({ gatewayAccounts }, nth) => gatewayAccounts.put(anAccount(), { secret: nth }),
    look: async ({ gatewayAccounts }) =>
      (await gatewayAccounts.open(SHOP, anAccount().code))?.settings,
  },
  'a key, put': {
    change: ({ apiKeys }, nth) => apiKeys.put({ ...aKey, name: `key ${nth}` }),
    look: async ({ apiKeys }) => (await apiKeys.findByPrefix(aKey.prefix))?.name,
  },
  'a key, revoked': {
    change: async ({ apiKeys }, nth) => {
      if (nth === 1) await apiKeys.put(aKey);
      else assert.equal(await apiKeys.revoke(SHOP, aKey.prefix), 1);
    },
    look: async ({ apiKeys }) => (await apiKeys.findByPrefix(aKey.prefix))?.revoked,
    times: 2,
  },
  'a unit': {
    change: async ({ units }, nth) => {
      const unit = { merchantId: SHOP, code: 'one', name: `Branch ${nth}`, overrides: {} };
      assert.ok(await units.put(unit, await units.find(SHOP, 'one')));
    },
    look: async ({ units }) => (await units.find(SHOP, 'one'))?.name,
  },
  'an endpoint, made, saved and removed': {
    change: async ({ webhookEndpoints }, nth) => {
      if (nth === 1) await webhookEndpoints.insert(anEndpoint, 'a secret');
      if (nth === 2)
        assert.ok(await webhookEndpoints.save({ ...anEndpoint, url: 'https://two.test/' }));
      if (nth === 3) assert.ok(await webhookEndpoints.remove(SHOP, anEndpoint.id));
    },
    look: async ({ webhookEndpoints }) => [
      (await webhookEndpoints.find(SHOP, anEndpoint.id))?.url,
      (await webhookEndpoints.list(SHOP, { registered: true })).map(({ url }) => url),
    ],
  },
  'the secret of an endpoint': {
    change: async ({ webhookEndpoints }, nth) => {
      if (nth === 1) await webhookEndpoints.insert(anEndpoint, 'secret 1');
      else {
        const before = (await webhookEndpoints.sealedSecret(SHOP, anEndpoint.id))?.sealed ?? '';
        const secret = { before, key: `secret ${nth}` };
        assert.ok(
          await webhookEndpoints.setSecret({ merchantId: SHOP, id: anEndpoint.id }, secret),
        );
      }
    },
    look: ({ webhookEndpoints }) => webhookEndpoints.secret(SHOP, anEndpoint.id),
  },
  'the previous keys of a merchant': {
    change: ({ previousKeys }, nth) =>
      previousKeys.keep({ merchantId: SHOP }, { key: `old ${nth}`, now: 0, until: LONG }),
    look: ({ previousKeys }) => previousKeys.find({ merchantId: SHOP }, 1),
  },
};

interface Change {
  /** Each time to something that was not there before; the first time is 1. */
  readonly change: (store: Store, nth: number) => Promise<unknown>;
  readonly look: (store: Store) => Promise<unknown>;
  readonly times?: number;
}

const LONG = Date.UTC(2099, 0);
const aKey = {
  prefix: 'abcd1234',
  hash: '0'.repeat(64),
  kind: 'private',
  merchantId: SHOP,
  name: 'A key',
  revoked: false,
} as const;
const anEndpoint: WebhookEndpoint = {
  id: 'whe_1',
  merchantId: SHOP,
  url: 'https://one.test/',
  registered: true,
  events: [],
  createdAt: 1,
  version: 1,
};

describe('two processes that keep settings', () => {
  const database = useDatabase();
  const stores: Store[] = [];
  const lost: unknown[] = [];
  before(async () => {
    for (let nth = 0; nth < 2; nth += 1) {
      const connection = await connectStore(uriOf(database().connection));
      const store = storeOn(
        nth === 0 ? lateFor(connection) : connection,
        secretsOf(TEST_STORE_KEYS),
      );
      store.keepSettings({ warn: ({ err }) => lost.push(err) });
      stores.push(store);
    }
    await database().store.merchants.put(aMerchant(), 'a key');
    for (const { merchants } of stores)
      // What is kept is frozen.
      await until('settings are kept', async () => Object.isFrozen(await merchants.find(SHOP)));
  });
  after(() => Promise.all(stores.map((store) => store.close())));

  for (const [what, { change, look, times = 3 }] of Object.entries(CHANGES))
    it(`know ${what} when one changes it: that one at once, the other within a second`, async () => {
      const [one, other] = stores;
      assert.ok(one && other);
      await database().connection.collection('webhook_endpoints').deleteMany({});
      await Promise.all(stores.map((store) => look(store)));
      for (let nth = 1; nth <= times; nth += 1) {
        await change(one, nth);
        const known = await look(one);
        const now = await look(database().store);
        assert.deepEqual(known, now);
        await countsInTime(async () => isDeepStrictEqual(await look(other), now));
      }
      assert.deepEqual(lost, []);
    });

  it('know it at once where who has changed it waits until they ask for what comes after it', async () => {
    const uri = uriOf(database().connection);
    const third = storeOn(await connectStore(uri), secretsOf(TEST_STORE_KEYS));
    const patient = knownAtOnce(third, uri);
    for (let nth = 0; nth < 10; nth += 1) {
      const name = `Shop ${nth}`;
      await Promise.all(stores.map(({ merchants }) => merchants.find(SHOP)));
      await patient.merchants.put(aMerchant({ name }), 'a key');
      for (const { merchants } of stores) assert.equal((await merchants.find(SHOP))?.name, name);
    }
    await patient.close();
  });
});

const KEPT = 'kept_settings';

interface Setting {
  readonly id: string;
  readonly text: string;
}

type Process = Awaited<ReturnType<typeof aProcess>>;

/** A process with a connection and a cache of its own. `refused`: MongoDB gives it no stream. */
async function aProcess(other: Connection, { refused = false, start = true } = {}) {
  const connection = await connectStore(uriOf(other));
  const collection = connection.collection<Setting>(KEPT);
  let isSilent = false;
  const cache = settingsCache(
    withCommand(connection, async (...args) => {
      if (refused) throw new Error('There are no streams here.');
      const { db } = connection;
      assert.ok(db);
      const answer = await db.command(...args);
      return isSilent ? new Promise<never>(() => undefined) : answer;
    }),
  );
  const { kept, writing } = cache.of(KEPT);
  const lost: unknown[] = [];
  let reads = 0;
  let found = 0;
  let answering: Promise<void> | undefined;
  const find = kept(async (id: string) => {
    reads += 1;
    const session = openSession();
    const within = { projection: { _id: 0 }, ...(session && { session }) };
    const setting = await collection.findOne({ id }, within);
    found += 1;
    await answering;
    return setting ?? undefined;
  });
  if (start) void cache.start((error) => lost.push(error));
  return {
    find,
    lost,
    reads: () => reads,
    /** How many reads MongoDB has answered. */
    found: () => found,
    /** From now on no question of the stream is answered. */
    silence: () => {
      isSilent = true;
    },
    /** Reads are answered when what this gives is called. */
    slowly: () => {
      let answered: (() => void) | undefined;
      answering = new Promise((done) => {
        answered = done;
      });
      return () => answered?.();
    },
    change: writing(async (id: string, text: string) => {
      const session = openSession();
      const how = { upsert: true, ...(session && { session }) };
      await collection.updateOne({ id }, { $set: { text } }, how);
    }),
    atomically: atomicallyOn(connection),
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

function uriOf({ name }: Connection): string {
  const uri = new URL(process.env['MONGODB_URI'] ?? '');
  uri.pathname = `/${name}`;
  return uri.href;
}

type Command = NonNullable<Connection['db']>['command'];

/** The connection, with something in the way of its commands. */
function withCommand(connection: Connection, command: Command): Connection {
  const db: unknown = Object.create(connection.db ?? null, { command: { value: command } });
  return Object.create(connection, { db: { value: db } }) as Connection;
}

/** The stream tells of changes when whoever has made them has looked already. */
function lateFor(connection: Connection): Connection {
  return withCommand(connection, async (...args) => {
    const { db } = connection;
    assert.ok(db);
    const answer = await db.command(...args);
    await pause(LATE_MS);
    return answer;
  });
}

/** With the 400 ms that MongoDB waits for a change still within the 900 for which an answer is good. */
const LATE_MS = 300;

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
    // A small one comes as a number, which would go back as a double.
    .map(({ cursor }) => mongo.Long.fromValue(cursor.cursorId));
  const { cursorsKilled } = await db.command({ killCursors: '$cmd.aggregate', cursors });
  assert.ok(cursorsKilled.length > 0, 'There is no stream to kill.');
}

async function countsInTime(counts: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  for (;;) {
    // When it was looked, not when somebody has heard of it: a machine that stands still meanwhile says nothing about the cache.
    const lookedMs = performance.now() - began;
    if (await counts()) return;
    assert.ok(lookedMs < COUNTS_WITHIN_MS, 'It does not count within a second.');
    await pause(5);
  }
}
