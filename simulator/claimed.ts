import type { Context } from 'koa';
import { idempotencyKey } from './idempotency-key.ts';
import type { Network } from './network.ts';
import { Refusal } from './refusals.ts';
import type { Served } from './served.ts';

/**
 * The id that an earlier request with this key has made, so that its answer is given again; nothing for a new key. The
 * same key with another request is refused.
 */
export function claimedId(
  ctx: Context,
  { records }: Network,
  { account, strikes, print }: Pick<Served, 'account' | 'strikes'> & { readonly print: string },
): string | undefined {
  const claim = records.claims.find(account.account, idempotencyKey(ctx));
  if (claim === undefined || strikes.key) return undefined;
  if (claim.fingerprint !== print)
    throw new Refusal(
      409,
      'idempotency_conflict',
      'This Idempotency-Key came before with another body. Use a new key for a new request.',
    );
  ctx.set('Idempotent-Replay', 'true');
  return claim.id;
}
