import type { Context } from 'koa';
import { referenceNumber, sessionId } from '../../domain/ids.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { spend } from '../limits/spend.ts';

/**
 * Counts a look at a payment's pages, by where it comes from and by payment: many payers may share an address. Throws 429
 * when there were too many. What names no payment is counted together.
 */
export async function countView(
  ctx: Context,
  { limits, clientAddress }: Pick<ApiDeps, 'limits' | 'clientAddress'>,
): Promise<void> {
  const from = networkOf(clientAddress(ctx));
  await spend(ctx, limits.pages, `${from} ${paymentIn(ctx) ?? 'none'}`);
}

function paymentIn(ctx: Context): string | undefined {
  const session = sessionId(String(ctx['params']['session_id'] ?? ctx.query['session_id'] ?? ''));
  return session ?? referenceNumber(String(ctx['params']['reference'] ?? ''));
}
