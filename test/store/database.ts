import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { connectStore } from '../../store/connection.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { openStore, type Store } from '../../store/index.ts';

export interface TestDatabase {
  readonly store: Store;
  readonly connection: Connection;
}

/**
 * Gives the suite around it a store with all its indexes, on a database of its own that is dropped at the end. What it
 * returns gives the store, from the first test on.
 */
export function useDatabase(): () => TestDatabase {
  const opened: TestDatabase[] = [];
  before(async () => {
    opened.push(await aDatabase());
  });
  after(async () => {
    for (const { connection, store } of opened) {
      await connection.dropDatabase();
      await connection.close();
      await store.close();
    }
  });
  return () => {
    const [database] = opened;
    assert.ok(database, 'The database is there from the first test on.');
    return database;
  };
}

async function aDatabase(): Promise<TestDatabase> {
  const given = process.env['MONGODB_URI'];
  assert.ok(
    given,
    'MONGODB_URI names no MongoDB: run these tests by "npm test", which starts one.',
  );
  const uri = new URL(given);
  uri.pathname = `/test-${randomUUID().slice(0, 8)}`;
  const store = await openStore(uri.href, TEST_KEYS);
  return { store, connection: await connectStore(uri.href) };
}
