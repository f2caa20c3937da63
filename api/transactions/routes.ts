import Router from '@koa/router';
import type { Context } from 'koa';
import { authorize } from '../access/authorize.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { offersFor, presentForPayer } from '../sdk/present.ts';
import { create, edit, found } from './commands.ts';
import { chargeAtOnce } from './one-step.ts';
import { page } from './page.ts';
import { presentTransaction } from './present.ts';

const PRELOAD = 'include_sdk_setup_preload';
const PATH = '/b/checkout/v1/pymt-txn';
const ONE = `${PATH}/:session_id`;

/** Create, retrieve, list by order number, PUT and PATCH of payment transactions (contract/api.md 1.1, 1.8). */
export function transactionRoutes(deps: ApiDeps): Router {
  const { store, publicUrl } = deps;
  const router = new Router();
  /** With what the merchant hands on to the client library, when it is asked for. */
  const answer = async (transaction: Transaction, withPreload: boolean) => ({
    ...presentTransaction(transaction, publicUrl),
    ...(withPreload && {
      sdk_setup_preload_payload: presentForPayer(
        transaction,
        publicUrl,
        await offersFor(deps, transaction),
      ),
    }),
  });

  router.post(
    PATH,
    authorize(deps, 'transactions.create'),
    idempotent(store.claims),
    async (ctx) => {
      const { transaction, instrument } = await create(deps, ctx);
      if (instrument) {
        await chargeAtOnce(deps, ctx, transaction, instrument);
        return;
      }
      ctx.body = await answer(transaction, isAsked(ctx));
      ctx.status = 201;
    },
  );
  router.get(PATH, authorize(deps, 'transactions.list'), async (ctx) => {
    ctx.body = await page(ctx, `${PATH}/`, deps);
  });
  router.get(ONE, authorize(deps, 'transactions.read'), async (ctx) => {
    ctx.body = await answer(await found(deps, ctx, 'view'), ctx.query[PRELOAD] === 'true');
  });
  router.put(ONE, authorize(deps, 'transactions.replace'), async (ctx) => {
    ctx.body = await answer(await edit(deps, ctx, 'whole'), isAsked(ctx));
  });
  router.patch(ONE, authorize(deps, 'transactions.change'), async (ctx) => {
    ctx.body = await answer(await edit(deps, ctx, 'partial'), isAsked(ctx));
  });
  return router;
}

/** Whether a body asks for what the merchant hands on to the client library. */
export function isAsked(ctx: Context): boolean {
  return bodyOf(ctx)[PRELOAD] === true;
}
