import type { Context } from 'koa';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { offersFor, presentForPayer } from './present.ts';

const PRELOAD = 'include_sdk_setup_preload';

/** What the merchant hands on to the client library, where the body, or the query of a GET, asks for it; else nothing. */
export async function preloadFor(
  deps: Pick<ApiDeps, 'store' | 'publicUrl'>,
  ctx: Context,
  transaction: Transaction,
) {
  const isAsked =
    ctx.method === 'GET' ? ctx.query[PRELOAD] === 'true' : bodyOf(ctx)[PRELOAD] === true;
  if (!isAsked) return {};
  const offers = await offersFor(deps, transaction);
  return { sdk_setup_preload_payload: presentForPayer(transaction, deps.publicUrl, offers) };
}
