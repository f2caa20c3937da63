import type { mongo } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';

/**
 * When the newest document of a merchant was created (epoch milliseconds) that was written before it had by what lists find it, and
 * that was not marked anew yet: all after it are found. Undefined where every one is marked. One key of the index of tokens says it.
 */
export async function newestUnmarked(
  collection: mongo.Collection,
  merchantId: MerchantId,
  index: string,
): Promise<number | undefined> {
  const [found] = await collection
    .find<{ readonly createdAt: number }>(
      { merchantId, foundBy: { $exists: false } },
      { hint: index, sort: { createdAt: -1, _id: -1 }, projection: { _id: 0, createdAt: 1 } },
    )
    .limit(1)
    .toArray();
  return found?.createdAt;
}
