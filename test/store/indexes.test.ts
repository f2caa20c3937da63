import assert from 'node:assert/strict';
import { connectStore } from '../../store/connection.ts';
import { secretsOf, storeOn } from '../../store/index.ts';
import { TEST_STORE_KEYS } from '../support/keys.ts';
import { useDatabase } from './database.ts';

/** What an index promises, beside what it is of. */
const PROMISES = ['name', 'unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression'];

describe('the indexes of the store', () => {
  const database = useDatabase();

  it('are all there when it is open, each with what its schema promises', async () => {
    const uri = new URL(process.env['MONGODB_URI'] ?? '');
    uri.pathname = `/${database().connection.name}`;
    const connection = await connectStore(uri.href);
    try {
      storeOn(connection, secretsOf(TEST_STORE_KEYS));
      let count = 0;
      for (const { schema, collection } of Object.values(connection.models)) {
        const wanted = schema.indexes();
        if (wanted.length === 0) continue;
        const there = await collection.indexes();
        for (const [key, options] of wanted) {
          const found = there.find((index) => JSON.stringify(index.key) === JSON.stringify(key));
          const what = `${collection.name} ${JSON.stringify(key)}`;
          assert.ok(found, `${what} is not there.`);
          for (const promise of PROMISES.filter((one) => one in options))
            assert.deepEqual(promiseOf(found, promise), promiseOf(options, promise), what);
          count += 1;
        }
      }
      assert.ok(count > 150, `${count} indexes`);
    } finally {
      await connection.close();
    }
  });
});

function promiseOf(index: object, name: string): unknown {
  const value: unknown = Object.entries(index).find(([key]) => key === name)?.[1];
  return value === false ? undefined : value;
}
