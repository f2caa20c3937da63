import type { Context } from 'koa';
import { mintReferenceNumber, type ReferenceNumber } from '../../domain/ids.ts';
import { attemptOf } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { isTaken, mintReference, type PayersView } from '../payer.ts';

/**
 * The reference of the attempt that a request begins: the same for the same Idempotency-Key, so that a request that takes over
 * from one that was cut off finds what that has begun, and names it as that did.
 */
export async function referenceOfKey(
  deps: ApiDeps,
  ctx: Context,
  { transaction, merchant }: PayersView,
): Promise<ReferenceNumber> {
  const randomBytes = Buffer.from(claimedSessionId(ctx), 'hex');
  const reference = mintReferenceNumber(merchant.referencePrefix, randomBytes);
  if (attemptOf(transaction, reference) || !(await isTaken(deps.store, reference)))
    return reference;
  // Its own attempt may have been kept since the transaction was read.
  const holder = await deps.store.transactions.findByReference(reference);
  return holder?.sessionId === transaction.sessionId ? reference : mintReference(deps, merchant);
}
