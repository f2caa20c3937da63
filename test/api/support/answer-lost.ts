import assert from 'node:assert/strict';
import { mongo } from 'mongoose';
import type { System } from '../../support/system.ts';

/** As if the API had died before it could keep its answer to the request with this Idempotency-Key. */
export async function answerLost({ run }: System, key: string): Promise<void> {
  const client = await mongo.MongoClient.connect(run.mongodb);
  const claims = client.db().collection('idempotency_claims');
  const lost = { $unset: { answer: 1 }, $set: { leaseUntil: 0 } } as const;
  const { modifiedCount } = await claims.updateOne({ key }, lost);
  await client.close();
  assert.equal(modifiedCount, 1);
}
