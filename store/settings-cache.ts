import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { openSession } from './atomically.ts';

/** What is kept of one collection. */
interface Held {
  readonly values: Map<string, unknown>;
  /** How often something of it has changed: what was read before a change is not kept after it. */
  changes: number;
}

/** The settings of one collection, for the store that reads and writes them. */
export interface KeptSettings {
  /** The same read, which gives what it gave before while nothing of the collection has changed. Its result is frozen. */
  readonly kept: <A extends readonly unknown[], R>(
    read: (...args: A) => Promise<R>,
  ) => (...args: A) => Promise<R>;
  /** The same write, which this process sees at once. Sealing a secret with another key needs it not: what is kept is decrypted. */
  readonly writing: <A extends readonly unknown[], R>(
    write: (...args: A) => Promise<R>,
  ) => (...args: A) => Promise<R>;
}

export type SettingsCache = ReturnType<typeof settingsCache>;

/** How long MongoDB waits for a change before it says that there is none. */
const AWAIT_MS = 400;
/**
 * How long what was true when MongoDB was asked may be taken for true: shorter than the second within which a revoked key or a
 * paused merchant has to count.
 */
const GOOD_FOR_MS = 900;
const TRY_AGAIN_MS = 1000;
/** Of one collection; a merchant has some ten. */
const MOST_VALUES = 20_000;

/**
 * Settings that nearly every request reads and that rarely change, kept in this process for as long as a change stream vouches for
 * them. A change counts in every process within a second, and at once in the one that has made it. Without the stream
 * (it was not started, it broke, MongoDB does not answer) every read goes to the database, as if there were no cache.
 */
export function settingsCache(connection: Connection) {
  const collections = new Map<string, Held>();
  const following = new AbortController();
  let goodUntil = -Infinity;
  let reads = 0;

  function forget(name: string | undefined): void {
    const held = name === undefined ? undefined : collections.get(name);
    for (const one of held ? [held] : collections.values()) {
      one.changes += 1;
      one.values.clear();
    }
  }

  /** Follows one change stream to its end. `goodUntil` goes by when MongoDB was asked: an answer may have lain here unread. */
  async function follow(onOpen: () => void): Promise<void> {
    const { db } = connection;
    if (!db) throw new Error('There is no connection to MongoDB.');
    const session = await connection.startSession();
    const asked = { session, readPreference: 'primary' } as const;
    try {
      const opened = await db.command(streamOf([...collections.keys()]), asked);
      forget(undefined);
      onOpen();
      for (let { id, postBatchResumeToken: token } = opened['cursor']; Number(id) !== 0;) {
        const askedAt = performance.now();
        // Up to where this process knows the changes is seen in `$currentOp`.
        const more = { getMore: id, collection: '$cmd.aggregate', maxTimeMS: AWAIT_MS };
        const { cursor } = await db.command({ ...more, comment: token }, asked);
        for (const change of cursor.nextBatch as readonly Change[]) forget(change.ns?.coll);
        goodUntil = askedAt + GOOD_FOR_MS;
        ({ id, postBatchResumeToken: token } = cursor);
        following.signal.throwIfAborted();
      }
    } finally {
      goodUntil = -Infinity;
      await session.endSession();
    }
  }

  return {
    /** For the store of a collection. */
    of: (collection: string): KeptSettings => {
      const held: Held = { values: new Map(), changes: 0 };
      collections.set(collection, held);
      return {
        kept: (read) => {
          const name = (reads += 1);
          return async (...args) => {
            // A database transaction reads what was there when it began.
            if (performance.now() >= goodUntil || openSession()) return read(...args);
            const key = `${name}${JSON.stringify(args)}`;
            if (held.values.has(key))
              return held.values.get(key) as Awaited<ReturnType<typeof read>>;
            const { changes } = held;
            const value = frozen(await read(...args));
            if (held.values.size >= MOST_VALUES) held.values.clear();
            if (held.changes === changes) held.values.set(key, value);
            return value;
          };
        },
        writing:
          (write) =>
          async (...args) => {
            try {
              return await write(...args);
            } finally {
              forget(collection);
              // What is written in a database transaction can be read once that is over.
              openSession()?.once('ended', () => forget(collection));
            }
          },
      };
    },

    /** From now on settings are kept, whenever there is a stream; `lost` is told why there is none any more, once. */
    start: async (lost: (error: unknown) => void): Promise<void> => {
      const { signal } = following;
      for (let isReported = false; !signal.aborted;) {
        try {
          await follow(() => (isReported = false));
        } catch (error) {
          if (signal.aborted) return;
          if (!isReported) lost(error);
          isReported = true;
        }
        await sleep(TRY_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },

    /** Nothing is kept any more. */
    stop: (): void => {
      following.abort();
      goodUntil = -Infinity;
    },
  };
}

/** What a change says of where it was; one of the whole database names no collection. */
interface Change {
  readonly ns?: { readonly coll?: string };
}

/** https://www.mongodb.com/docs/manual/changeStreams; asked for by hand, because the driver does not say when it has asked. */
function streamOf(collections: readonly string[]) {
  const ofThese = { 'ns.coll': { $in: collections } };
  // That a key was used is no setting (store/api-keys.ts); nothing else is written with it.
  const isSetting = { 'updateDescription.updatedFields.lastUsedAt': { $exists: false } };
  const ofAll = { 'ns.coll': { $exists: false } };
  return {
    aggregate: 1,
    pipeline: [
      { $changeStream: {} },
      { $match: { $or: [{ ...ofThese, ...isSetting }, ofAll] } },
      { $project: { 'ns.coll': 1 } },
    ],
    cursor: {},
  };
}

/** Many get the same object: nobody may change it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
