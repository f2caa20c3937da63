import type { Context, Middleware } from 'koa';
import { referenceNumber, sessionId } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { spend } from '../limits/spend.ts';
import { routeOf } from '../middleware/route-of.ts';
import type { RouteLimit } from '../route.ts';
import { callerOf } from './caller.ts';
import { nameOf } from './recorded.ts';

type Deps = Pick<ApiDeps, 'limits' | 'clientAddress'>;

/**
 * Counts a request of a caller who is known: of a key or a user by the day. A public key is in every payer's browser, so
 * what it does is counted as looks at pages are, by address and payment: one visitor must not use up what belongs to all, and those
 * of a shop may share an address. Throws 429 when it was one too many.
 */
export async function countRequest(ctx: Context, { limits, clientAddress }: Deps): Promise<void> {
  const caller = callerOf(ctx);
  switch (caller.kind) {
    case 'key':
      return spend(ctx, limits.general, `key:${caller.keyId}`);
    case 'user':
      return spend(ctx, limits.general, `user:${caller.user.username}`);
    case 'public':
      return spend(
        ctx,
        limits.pages,
        `${networkOf(clientAddress(ctx))} ${caller.keyId} ${paymentIn(ctx)}`,
      );
    default:
      return unreachable(caller);
  }
}

/** Counts a request by the limit that its route declares. Throws 429 when it was one too many. */
export function countBy(limit: RouteLimit, { limits, clientAddress }: Deps): Middleware {
  return async (ctx, next) => {
    switch (limit) {
      case 'pages':
        // Many payers may share an address. What names no payment is counted together.
        await spend(ctx, limits.pages, `${networkOf(clientAddress(ctx))} ${paymentIn(ctx)}`);
        break;
      case 'downloads':
        await spend(ctx, limits.downloads, nameOf(callerOf(ctx)), 'rate_limited');
        break;
      case 'search':
        await spend(ctx, limits.search, nameOf(callerOf(ctx)));
        break;
      case 'protection':
        await spend(
          ctx,
          limits.protection,
          `${nameOf(callerOf(ctx))} ${ctx.method} ${routeOf(ctx)}`,
        );
        break;
      default:
        unreachable(limit);
    }
    await next();
  };
}

function paymentIn(ctx: Context): string {
  const session = sessionId(String(ctx['params']['session_id'] ?? ctx.query['session_id'] ?? ''));
  return session ?? referenceNumber(String(ctx['params']['reference'] ?? '')) ?? 'none';
}
