import assert from 'node:assert/strict';
import type { Connection } from 'mongoose';

/** What one query to the database took. */
export interface Examined {
  readonly keys: number;
  readonly documents: number;
  readonly isSorted: boolean;
}

/** Room for what some thousands of queries took. */
const ROOM_BYTES = 64 * 2 ** 20;

/** What each of the acts had MongoDB examine in a collection, query by query, in its order. The acts take turns. */
export async function profiled(
  { db }: Connection,
  collection: string,
  acts: readonly (() => Promise<unknown>)[],
): Promise<readonly (readonly Examined[])[]> {
  assert.ok(db);
  await db.createCollection('system.profile', { capped: true, size: ROOM_BYTES });
  try {
    await db.command({ profile: 2 });
    for (const act of acts) {
      await act();
      await db.collection('turns').findOne({});
    }
    await db.command({ profile: 0 });
    const taken: Examined[][] = [[]];
    for (const { ns, ...found } of await db
      .collection('system.profile')
      .find(
        { ns: { $in: [`${db.databaseName}.${collection}`, `${db.databaseName}.turns`] } },
        { projection: { ns: 1, keysExamined: 1, docsExamined: 1, hasSortStage: 1 } },
      )
      .toArray())
      if (String(ns).endsWith('.turns')) taken.push([]);
      else
        taken.at(-1)?.push({
          keys: Number(found['keysExamined'] ?? 0),
          documents: Number(found['docsExamined'] ?? 0),
          isSorted: found['hasSortStage'] === true,
        });
    assert.equal(taken.length, acts.length + 1);
    return taken.slice(0, -1);
  } finally {
    // It cannot be emptied, and the database is the next suite's.
    await db.command({ profile: 0 });
    await db.dropCollection('system.profile');
  }
}
