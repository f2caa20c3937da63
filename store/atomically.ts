import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession, type Connection } from 'mongoose';

// Whatever is asked of a model inside of a database transaction belongs to it, so that no store can forget to say so.
mongoose.set('transactionAsyncLocalStorage', true);

const open = new AsyncLocalStorage<ClientSession>();

/** Within this time it is written or not; the API gives up its own calls in about the same. */
const WRITE_MS = 8000;

/**
 * Has all that `work` writes become durable together or not at all, acknowledged by majority. It is run again when another
 * writer has crossed it, so that it may change nothing but the database, one call after the other. Inside of another one
 * it is a part of that.
 */
export type Atomically = <T>(work: () => Promise<T>) => Promise<T>;

export function atomicallyOn(connection: Connection, writeMs = WRITE_MS): Atomically {
  // What was read counts as much as what was written: it is majority-committed when this resolves.
  const options = { readConcern: { level: 'snapshot' }, timeoutMS: writeMs } as const;
  return (work) =>
    open.getStore()
      ? work()
      : connection.transaction((session) => open.run(session, work), options);
}

/** The session of the database transaction that is open here, for calls that go around the models. */
export function openSession(): ClientSession | undefined {
  return open.getStore();
}
