import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { auditLog } from '../../store/audit.ts';
import { connectStore } from '../../store/connection.ts';
import { TEST_STORE_KEYS } from '../support/keys.ts';
import { hashOnce } from '../support/passwords.ts';
import { openStore, type Store } from '../../store/index.ts';

export interface TestDatabase {
  readonly store: Store;
  readonly connection: Connection;
}

/** Databases that no suite has now, with all their indexes, which take longer to make than most suites run. */
const free: TestDatabase[] = [];

after('close the databases', async () => {
  for (const database of free) await close(database);
});

/**
 * Gives the suite around it a store with all its indexes, on an empty database that nobody else has meanwhile. What it returns gives the store, from the first test on.
 */
export function useDatabase(): () => TestDatabase {
  const opened: TestDatabase[] = [];
  before(async () => {
    const used = free.pop();
    opened.push(used ? await emptied(used) : await aDatabase());
  });
  after(() => {
    free.push(...opened.splice(0));
  });
  return () => {
    const [database] = opened;
    assert.ok(database, 'The database is there from the first test on.');
    return database;
  };
}

/** Not before it is asked for again: what a suite has not waited for, the end of an answer in the audit log, comes after its hooks. */
async function emptied(database: TestDatabase): Promise<TestDatabase> {
  const { connection, store } = database;
  await empty(connection);
  return { connection, store: { ...store, audit: auditAnew(database) } };
}

/** Leaves collections and indexes. For a suite that begins each test with nothing. */
export async function empty(connection: Connection): Promise<void> {
  const names = (await connection.listCollections()).map(({ name }) => name);
  const filled = await filledOf(connection, names);
  await Promise.all(filled.map((name) => connection.collection(name).deleteMany({})));
}

/** Which of these collections hold something, by one question: to empty all 56 takes five times as long as to ask and empty those. */
async function filledOf(
  connection: Connection,
  names: readonly string[],
): Promise<readonly string[]> {
  const [first = '', ...others] = names;
  const found = await connection
    .collection(first)
    .aggregate<{ readonly name: string }>([
      ...nameIfAny(first),
      ...others.map((coll) => ({ $unionWith: { coll, pipeline: nameIfAny(coll) } })),
    ])
    .toArray();
  return found.map(({ name }) => name);
}

function nameIfAny(name: string): object[] {
  return [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }];
}

/** The log that it had remembers where its chain has ended. */
function auditAnew({ connection }: TestDatabase): Store['audit'] {
  if (connection.models['Audit']) connection.deleteModel('Audit');
  return auditLog(connection);
}

async function close({ connection, store }: TestDatabase): Promise<void> {
  await connection.dropDatabase();
  await connection.close();
  await store.close();
}

async function aDatabase(): Promise<TestDatabase> {
  const given = process.env['MONGODB_URI'];
  assert.ok(
    given,
    'MONGODB_URI names no MongoDB: run these tests by "npm test", which starts one.',
  );
  const uri = new URL(given);
  uri.pathname = `/test-${randomUUID().slice(0, 8)}`;
  const store = await openStore(uri.href, TEST_STORE_KEYS, hashOnce);
  return { store, connection: await connectStore(uri.href) };
}
