import Router from '@koa/router';
import { typePermission } from '../../domain/permission.ts';
import { authorize } from '../access/authorize.ts';
import { callerMay, refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { failedResult } from '../payments/failed.ts';
import { noticeBody, resultBody } from '../payments/result-body.ts';
import { known, knownAnyway } from './commands.ts';
import { presentTransaction } from './present.ts';

const ONE = '/b/checkout/v1/pymt-txn/:session_id';

/**
 * What the merchant's people do with a payment (decisions.md 23): ask the gateways at once, tell the merchant's server
 * again, put a payment aside, bring it back. None of them reads a body.
 */
export function staffRoutes(deps: ApiDeps): Router {
  const { store, engine, publicUrl } = deps;
  const router = new Router();

  router.post(
    `${ONE}/inquire`,
    authorize(deps, 'transactions.inquire'),
    failedResult,
    async (ctx) => {
      const asked = await engine.ask(await known(deps, ctx), { tell: true });
      if (!('transaction' in asked)) throw new TypeError('Nobody waits who has no throttle.');
      ctx.body = await resultBody(store, asked.transaction);
    },
  );

  router.post(`${ONE}/notify`, authorize(deps, 'transactions.notify'), async (ctx) => {
    const transaction = await known(deps, ctx);
    if (!callerMay(ctx, 'payment.notify'))
      refuseUnless(ctx, typePermission('change', transaction.type));
    const { transaction: told, notice } = await engine.retell(transaction);
    ctx.body = await noticeBody(store, told, notice);
  });

  router.post(`${ONE}/delete`, authorize(deps, 'transactions.delete'), async (ctx) => {
    await engine.putAside(await known(deps, ctx));
    ctx.body = {
      detail: 'The transaction is archived; restore brings it back.',
      operation: 'delete',
      result: 'success',
    };
  });

  router.post(`${ONE}/restore`, authorize(deps, 'transactions.restore'), async (ctx) => {
    const restored = await engine.restore(await knownAnyway(deps, ctx));
    ctx.body = presentTransaction(restored, publicUrl);
  });
  return router;
}
