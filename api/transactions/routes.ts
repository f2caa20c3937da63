import Router from '@koa/router';
import type { ApiDeps } from '../deps.ts';
import { privateKey } from '../middleware/authenticate.ts';
import { contentType, readBody } from '../middleware/body.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { create, edit, found } from './commands.ts';
import { page } from './page.ts';
import { presentTransaction } from './present.ts';

const PATH = '/b/checkout/v1/pymt-txn';
const ONE = `${PATH}/:session_id`;

/** Create, retrieve, list by order number, PUT and PATCH of payment transactions (contract/api.md 1.1, 1.8). */
export function transactionRoutes(deps: ApiDeps): Router {
  const { store, publicUrl } = deps;
  const router = new Router();
  const key = privateKey(store);

  router.post(PATH, contentType, key, readBody, idempotent(store.claims), async (ctx) => {
    ctx.body = presentTransaction(await create(deps, ctx), publicUrl);
    ctx.status = 201;
  });
  router.get(PATH, key, async (ctx) => {
    ctx.body = await page(ctx, `${PATH}/`, deps);
  });
  router.get(ONE, key, async (ctx) => {
    ctx.body = presentTransaction(await found(deps, ctx), publicUrl);
  });
  router.put(ONE, contentType, key, readBody, async (ctx) => {
    ctx.body = presentTransaction(await edit(deps, ctx, 'whole'), publicUrl);
  });
  router.patch(ONE, contentType, key, readBody, async (ctx) => {
    ctx.body = presentTransaction(await edit(deps, ctx, 'partial'), publicUrl);
  });
  return router;
}
