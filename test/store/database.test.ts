import assert from 'node:assert/strict';
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
