import type { Context, Next } from 'koa';
import { RequestError } from './errors.ts';

/** A path that leads nowhere is 404; a method that a path does not know is 405, with the ones it knows in `Allow`. */
export async function notFound(ctx: Context, next: Next): Promise<void> {
  await next();
  if (ctx.body !== undefined || !NOT_SERVED.has(ctx.status)) return;
  const { allow } = ctx.response.headers;
  if (typeof allow === 'string' && allow !== '')
    throw new RequestError(405, 'method_not_allowed', 'Method not allowed.');
  ctx.remove('Allow');
  throw new RequestError(404, 'not_found', 'There is nothing at this address.');
}

/** What the routers leave behind; 501 is theirs for methods that no address knows. */
const NOT_SERVED: ReadonlySet<number> = new Set([404, 405, 501]);
