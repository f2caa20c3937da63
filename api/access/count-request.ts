import type { Context, Middleware } from 'koa';
import { referenceNumber, sessionId } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { spend } from '../limits/spend.ts';
import { routeOf } from '../middleware/route-of.ts';
import { bodyOf } from '../middleware/body.ts';
import type { Route, RouteLimit } from '../route.ts';
import { callerOf } from './caller.ts';
import { nameOf } from './recorded.ts';

type Deps = Pick<ApiDeps, 'limits' | 'clientAddress'>;
/** What a route says of where it names what it is about. */
type Names = Pick<Route, 'sessionIn' | 'countedBy'>;

/**
 * Counts a request of a caller who is known: of a key or a user by the day. A public key is in every payer's browser, so
 * what it does is counted as looks at pages are, by address and payment: one visitor must not use up what belongs to all, and those
 * of a shop may share an address. Before that it is counted by address alone, since whoever asks can name a payment that there is
 * not, or send what names none. Throws 429 when it was one too many.
 */
export async function countRequest(ctx: Context, deps: Deps, route: Names): Promise<void> {
  const { limits } = deps;
  const caller = callerOf(ctx);
  switch (caller.kind) {
    case 'key':
      return spend(ctx, limits.general, `key:${caller.keyId}`);
    case 'user':
      return spend(ctx, limits.general, `user:${caller.user.username}`);
    case 'public':
      await spend(ctx, limits.publicKey, senderOf(ctx, deps));
      if (route.sessionIn !== 'body') await countPayersCall(ctx, deps, route);
      return undefined;
    default:
      return unreachable(caller);
  }
}

/**
 * Counts a request by a public key for the payment that its body names, once that is read; nothing else. Throws 429 when it was one
 * too many.
 */
export async function countByBody(ctx: Context, deps: Deps, route: Names): Promise<void> {
  if (route.sessionIn === 'body' && callerOf(ctx).kind === 'public')
    await countPayersCall(ctx, deps, route);
}

/** Counts a request by the limit that its route declares. Throws 429 when it was one too many. */
export function countBy(
  limit: RouteLimit,
  { limits, clientAddress }: Deps,
  route: Names,
): Middleware {
  return async (ctx, next) => {
    switch (limit) {
      case 'pages':
        // Whoever asks can make up names, of which each would have a count of its own.
        if (route.countedBy) await spend(ctx, limits.linksAndFiles, networkOf(clientAddress(ctx)));
        // Many payers may share an address. What names nothing is counted together.
        if (route.countedBy !== 'address')
          await spend(ctx, limits.pages, `${networkOf(clientAddress(ctx))} ${nameIn(ctx, route)}`);
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

function countPayersCall(ctx: Context, deps: Deps, route: Names): Promise<void> {
  return spend(ctx, deps.limits.pages, `${senderOf(ctx, deps)} ${nameIn(ctx, route)}`);
}

/** An address, and the key by which it asks. */
function senderOf(ctx: Context, { clientAddress }: Deps): string {
  return `${networkOf(clientAddress(ctx))} ${nameOf(callerOf(ctx))}`;
}

function nameIn(ctx: Context, route: Names): string {
  if (typeof route.countedBy === 'function') return route.countedBy(ctx['params']) ?? 'none';
  const given = sessionGiven(ctx, route);
  const session = typeof given === 'string' ? sessionId(given) : undefined;
  return session ?? referenceNumber(String(ctx['params']['reference'] ?? '')) ?? 'none';
}

function sessionGiven(ctx: Context, { sessionIn }: Names): unknown {
  switch (sessionIn) {
    case undefined:
      return ctx['params']['session_id'];
    case 'query':
      return ctx.query['session_id'];
    case 'body':
      return bodyOf(ctx)['session_id'];
    default:
      return unreachable(sessionIn);
  }
}
