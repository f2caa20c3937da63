import assert from 'node:assert/strict';
import { connectStore } from '../../store/connection.ts';
import { useDatabase, type TestDatabase } from './database.ts';

describe('the database of a suite', () => {
  let last: TestDatabase['connection'];

  describe('whose answers leave something after its hooks', () => {
    const database = useDatabase();
    it('has what it has written', async () => {
      last = database().connection;
      await last.collection('tasks').insertOne({ of: 'a test' });
      assert.equal(await last.collection('tasks').countDocuments(), 1);
    });
    // After the hook of the database itself.
    after(() => last.collection('tasks').insertOne({ of: 'nobody' }));
  });

  describe('that comes next', () => {
    const database = useDatabase();
    it('is the same one, and empty', async () => {
      const { connection } = database();
      assert.equal(connection, last);
      assert.equal(await connection.collection('tasks').countDocuments(), 0);
    });
  });
});

describe('a connection of the store', () => {
  for (const [said, ms] of [
    [undefined, 5000],
    ['7000', 7000],
  ] as const)
    it(`waits ${ms} ms for an answer where its URI says ${said ?? 'nothing of that'}`, async () => {
      const uri = new URL(process.env['MONGODB_URI'] ?? '');
      if (said === undefined) uri.searchParams.delete('socketTimeoutMS');
      else uri.searchParams.set('socketTimeoutMS', said);
      const connection = await connectStore(uri.href);
      try {
        assert.equal(connection.getClient().options.socketTimeoutMS, ms);
      } finally {
        await connection.close();
      }
    });
});
