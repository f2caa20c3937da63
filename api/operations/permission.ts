import type { Context, Next } from 'koa';
import { refuseUnless } from '../access/caller.ts';
import { bodyOf } from '../middleware/body.ts';
import { operationIn } from './schema.ts';

/**
 * A user needs the permission of the operation that the body names (contract/access#permissions). After authorization.
 */
export async function mayDoSo(ctx: Context, next: Next): Promise<void> {
  const name = operationIn(bodyOf(ctx));
  if (name) refuseUnless(ctx, `payment.${name}`);
  await next();
}
