import Router from '@koa/router';
import type { Context } from 'koa';
import { pgCode } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { authorize } from '../access/authorize.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { deprecated } from '../middleware/deprecated.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId, idempotent } from '../middleware/idempotency.ts';
import { mintReference, withMerchant } from '../pages/payer.ts';
import { bodyFor } from './body.ts';
import { failedResult } from './failed.ts';
import { lookup } from './lookup.ts';
import { chargeBody } from './result-body.ts';
import { cashBody } from './schema.ts';

const PATH = '/b/pbl/v2/payment/cash';
/** The same under its old name. */
const FORMER_PATH = '/b/pbl/v2/cash-payment';
const FORMER = { since: '2026-11-01', sunset: '2027-12-31', successor: `${PATH}/` };

/** The merchant acknowledges that the customer pays in cash (contract/api.md 5.4). */
export function cashRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const once = idempotent(deps.store.claims);
  const acknowledge = async (ctx: Context): Promise<void> => {
    ctx.body = await chargeBody(deps.store, await paid(deps, ctx));
  };
  router.post(PATH, authorize(deps, 'cash.acknowledge'), failedResult, once, acknowledge);
  router.post(
    FORMER_PATH,
    deprecated(FORMER),
    authorize(deps, 'cash.acknowledge-formerly'),
    failedResult,
    once,
    acknowledge,
  );
  return router;
}

async function paid(deps: ApiDeps, ctx: Context): Promise<Transaction> {
  const { session_id: session = '', pg_code: given } = bodyFor(cashBody, ctx);
  const transaction = await lookup(deps.store, merchantOf(ctx), { session_id: session });
  if (!transaction)
    throw new InvalidFields({ session_id: ['There is no transaction with this session_id.'] });
  const code = given === undefined ? undefined : pgCode(given);
  const { merchant } = await withMerchant(deps, transaction);
  return deps.engine.payCash(transaction, {
    ...(code !== undefined && { pgCode: code }),
    referenceNumber: await mintReference(deps, merchant),
    // It belongs to the Idempotency-Key, and is a new one where there is none.
    requestId: claimedSessionId(ctx),
  });
}
