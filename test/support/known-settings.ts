import { setTimeout as wait } from 'node:timers/promises';
import { mongo } from 'mongoose';
import type { Store } from '../../store/index.ts';

/** The stores of what programs keep in memory (store/settings-cache.ts). */
const KEPT = [
  'apiKeys',
  'gatewayAccounts',
  'merchants',
  'previousKeys',
  'routes',
  'singleSignOn',
  'units',
  'webhookEndpoints',
] as const satisfies readonly (keyof Store)[];
const WRITES = /^(?:put|replace|revoke|remove|save|insert|set|keep)/;
/** What asks for changes no more, a program that was killed or is suspended, keeps nothing after a second. */
const DEAD_AFTER_MS = 1500;
const LOOK_AFTER_MS = { least: 2, most: 50 };

/** The store, whose changes of settings every program knows when they are made, so that a test may ask at once. */
export function knownAtOnce(store: Store, mongodb: string): Store {
  const client = new mongo.MongoClient(mongodb);
  const watched = KEPT.map((name) => [
    name,
    new Proxy<object>(store[name], {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function' || !WRITES.test(String(key))) return method;
        return async (...args: readonly unknown[]) => {
          const result: unknown = await method.apply(target, args);
          await untilKnown(client);
          return result;
        };
      },
    }),
  ]);
  return {
    ...store,
    ...Object.fromEntries(watched),
    close: async () => {
      await store.close();
      await client.close();
    },
  };
}

interface Following {
  readonly type: 'op' | 'idleCursor';
  readonly command?: { readonly comment?: { readonly _data: string } };
  readonly cursor: { readonly lastAccessDate: Date };
}

/** Until each stream of changes asks for what comes after now: whoever asks has read what came before. */
async function untilKnown(client: mongo.MongoClient): Promise<void> {
  const db = client.db();
  const { operationTime } = await db.command({ ping: 1 });
  const now = `82${hex(operationTime.getHighBits())}${hex(operationTime.getLowBits())}`;
  const followed = [
    { $currentOp: { allUsers: true, idleCursors: true } },
    {
      $match: {
        'cursor.originatingCommand.$db': db.databaseName,
        'cursor.originatingCommand.pipeline.$changeStream': { $exists: true },
      },
    },
  ];
  const isKnown = ({ type, command, cursor }: Following) =>
    type === 'op'
      ? (command?.comment?._data ?? '') >= now
      : cursor.lastAccessDate.getTime() < Date.now() - DEAD_AFTER_MS;
  // One that changes from one type to the other while MongoDB makes the list can be missing in it, but not in the next one, too.
  let looks = 0;
  for (let afterMs = LOOK_AFTER_MS.least; ; afterMs = Math.min(2 * afterMs, LOOK_AFTER_MS.most)) {
    const streams = await client.db('admin').aggregate<Following>(followed).toArray();
    looks = streams.every(isKnown) ? looks + 1 : 0;
    if (looks === 2) return;
    if (looks === 0) await wait(afterMs);
  }
}

const hex = (bits: number): string => (bits >>> 0).toString(16).padStart(8, '0').toUpperCase();
