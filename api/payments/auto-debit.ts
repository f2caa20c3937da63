import Router from '@koa/router';
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { authorize } from '../access/authorize.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { bodyFor } from './body.ts';
import { chargeCard } from './charge.ts';
import { failedResult } from './failed.ts';
import { lookup } from './lookup.ts';
import { chargeBody } from './result-body.ts';
import { autoDebitBody } from './schema.ts';

const PATH = '/b/pbl/v2/payment/auto-debit';
/** The same, under the name that published clients use. */
const ALIAS = '/b/pbl/v2/auto-debit';

/** The merchant charges a saved card of a customer who is not there (contract/api.md 4.3, 5.4). */
export function autoDebitRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const once = idempotent(deps.store.claims);
  const charge = async (ctx: Context): Promise<void> => {
    const { transaction, isKnown } = await charged(deps, ctx);
    ctx.status = isKnown ? 200 : 202;
    ctx.body = await chargeBody(deps.store, transaction);
  };
  router.post(PATH, authorize(deps, 'auto-debit.charge'), failedResult, once, charge);
  router.post(ALIAS, authorize(deps, 'auto-debit.charge-by-alias'), failedResult, once, charge);
  return router;
}

async function charged(deps: ApiDeps, ctx: Context) {
  const { session_id: session = '', token = '' } = bodyFor(autoDebitBody, ctx);
  const transaction = await lookup(deps.store, merchantOf(ctx), { session_id: session });
  if (!transaction)
    throw new InvalidFields({ session_id: ['There is no transaction with this session_id.'] });
  if (transaction.paymentType === 'save_card')
    throw new Refusal('invalid_state', 'The transaction saves a card; it charges none.');
  return chargeCard(deps, ctx, { transaction, token });
}
