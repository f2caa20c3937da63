import type { Context } from 'koa';
import { Refusal } from './refusals.ts';

/** The key that makes a repeated request the same request; without one nothing that moves money is done. */
export function idempotencyKey(ctx: Context): string {
  const key = ctx.get('Idempotency-Key');
  if (key === '' || key.length > 255)
    throw new Refusal(
      400,
      'idempotency_key_missing',
      'Send the header Idempotency-Key, 1 to 255 characters, the same on every try.',
    );
  return key;
}
