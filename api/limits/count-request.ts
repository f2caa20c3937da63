import type { Context } from 'koa';
import { callerOf } from '../access/caller.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { spend } from './spend.ts';

/**
 * Counts a request of a caller who is known: of a key or a user by the day. A public key is in every payer's browser, so
 * what it does is counted as looks at pages are, by address: one visitor must not use up what belongs to all. Throws 429
 * when it was one too many.
 */
export async function countRequest(
  ctx: Context,
  { limits, clientAddress }: Pick<ApiDeps, 'limits' | 'clientAddress'>,
): Promise<void> {
  const caller = callerOf(ctx);
  switch (caller.kind) {
    case 'key':
      return spend(ctx, limits.general, `key:${caller.keyId}`);
    case 'user':
      return spend(ctx, limits.general, `user:${caller.user.username}`);
    case 'public':
      return spend(ctx, limits.pages, `${networkOf(clientAddress(ctx))} ${caller.keyId}`);
    default:
      return unreachable(caller);
  }
}
