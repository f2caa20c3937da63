import type { Context } from 'koa';
import type { Merchant } from '../../domain/merchant.ts';
import type { ApiDeps } from '../deps.ts';
import { RequestError } from '../middleware/errors.ts';
import { settingsOf } from './settings.ts';

/** Whether nothing may be created or paid: the whole installation is paused, or this merchant. */
export function isPaused({ paused }: Pick<ApiDeps, 'paused'>, merchant: Merchant): boolean {
  return paused || merchant.paused === true;
}

/** Throws 423 `locked` for a request that would create something while that is paused (contract/access#paused). */
export async function refuseWhilePaused(
  { store, paused }: Pick<ApiDeps, 'store' | 'paused'>,
  ctx: Context,
): Promise<void> {
  const merchant = await settingsOf(store, ctx);
  if (merchant && isPaused({ paused }, merchant))
    throw new RequestError(
      423,
      'locked',
      'Payments are paused. What was created before can be read and changed; try again later.',
    );
}
