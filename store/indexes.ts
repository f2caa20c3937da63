import type { Connection, mongo } from 'mongoose';

/** Collections whose indexes are made at the same time: with all at once each is ready only when all are, which may be too late for its answer. */
const AT_ONCE = 4;

/**
 * Makes sure that every index is there that the models of a connection name: uniqueness is a promise that code relies on. Those of a
 * collection by one command, since each command is a round trip, and a change of the database's own catalogue.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  const left = Object.values(connection.models).values();
  const inTurn = async () => {
    for (const { schema, collection } of left) {
      const indexes = schema
        .indexes()
        .map(([key, options]) => ({ ...options, key }) as mongo.IndexDescription);
      if (indexes.length > 0) await collection.createIndexes(indexes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
}
