import Router from '@koa/router';
import type { Decision } from '../../domain/operation/decision.ts';
import { authorize } from '../access/authorize.ts';
import { refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { decideOn } from './decide.ts';
import { page, requestAt, requestSeen, shown } from './requests.ts';

const PATH = '/b/pbl/v2/operation-requests';
const ONE = `${PATH}/:id`;

/** Refunds and voids that wait for a second person: who sees them, who decides (contract/api.md 3.9; decisions.md 23). */
export function operationRequestRoutes(deps: ApiDeps): Router {
  const router = new Router();

  router.get(PATH, authorize(deps, 'operation-requests.list'), async (ctx) => {
    ctx.body = await page(deps, ctx, `${PATH}/`);
  });
  router.get(ONE, authorize(deps, 'operation-requests.read'), async (ctx) => {
    ctx.body = await shown(deps, await requestSeen(deps, ctx));
  });
  for (const verdict of ['approve', 'reject', 'cancel'] as const)
    router.post(`${ONE}/${verdict}`, door(verdict), idempotent(deps.store.claims), async (ctx) => {
      const request = await requestSeen(deps, ctx);
      ctx.body = await shown(deps, await decideOn(deps, ctx, { request, verdict }));
    });
  // Whoever may do the operation may have it tried again, also when somebody else had asked for it.
  router.post(`${ONE}/retry`, door('retry'), idempotent(deps.store.claims), async (ctx) => {
    const request = await requestAt(deps, ctx);
    refuseUnless(ctx, `payment.${request.kind}`);
    ctx.body = await shown(deps, await decideOn(deps, ctx, { request, verdict: 'retry' }));
  });
  return router;

  function door(verdict: Decision['verdict']) {
    return authorize(deps, `operation-requests.${verdict}`);
  }
}
