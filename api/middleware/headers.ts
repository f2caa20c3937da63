import type { Context, Next } from 'koa';

/**
 * Answers are for the caller alone and are what they say they are, and their addresses are told to nobody (a session
 * id in an address is a secret). Pages add their own on top.
 */
export async function secureHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.set({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  await next();
}
