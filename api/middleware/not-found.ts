import type { Context, Next } from 'koa';
import { RequestError } from './errors.ts';

/** A path that leads nowhere. */
export async function notFound(ctx: Context, next: Next): Promise<void> {
  await next();
  if (ctx.status === 404 && ctx.body === undefined)
    throw new RequestError(404, 'not_found', 'There is nothing at this address.');
}

/** For `router.allowedMethods`: a method that a path does not know is 405, with the ones it knows in `Allow`. */
export function methodNotAllowed(): Error {
  return new RequestError(405, 'method_not_allowed', 'This address does not know this method.');
}
