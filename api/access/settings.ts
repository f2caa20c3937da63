import type { Context } from 'koa';
import type { Merchant } from '../../domain/merchant.ts';
import type { Store } from '../../store/index.ts';
import { merchantOf } from './caller.ts';

const asked = new WeakMap<Context, Promise<Merchant | undefined>>();

/** The settings of the caller's merchant, read once for a request: everything in it sees the same. */
export function settingsOf(
  { merchants }: Pick<Store, 'merchants'>,
  ctx: Context,
): Promise<Merchant | undefined> {
  const known = asked.get(ctx);
  if (known) return known;
  const reading = merchants.find(merchantOf(ctx));
  asked.set(ctx, reading);
  return reading;
}
