import type { Context, Next } from 'koa';

/**
 * The payer's browser asks from the merchant's page: any origin may read, and none sends cookies, because there are none.
 * The public key in the header and the session id in the address are all that counts.
 */
export async function openToBrowsers(ctx: Context, next: Next): Promise<void> {
  ctx.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  });
  await next();
}

/** The answer to a browser that asks before it asks. It may remember for ten minutes. */
export function preflight(ctx: Context): void {
  ctx.set({
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers':
      'Authorization, Api-Key, Channel, Content-Type, Idempotency-Key, Merchant-Id',
    'Access-Control-Max-Age': '600',
  });
  ctx.status = 204;
}
