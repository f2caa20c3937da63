import Router from '@koa/router';
import { authorize } from '../access/authorize.ts';
import { merchantOf } from '../access/caller.ts';
import { idempotent, PATIENCE } from '../middleware/idempotency.ts';
import type { ApiDeps } from '../deps.ts';
import { change, enable, endpointAt, refuseAddresses, register } from './endpoints.ts';
import { presentEndpoint } from './present.ts';
import { rotateKey, rotateSecret } from './rotation.ts';

const WEBHOOKS = '/b/webhooks/v1';
const ENDPOINTS = `${WEBHOOKS}/endpoints`;
const ONE = `${ENDPOINTS}/:id`;

/** Where a merchant is told beside the addresses of payments, and what signs that. */
export function endpointRoutes(deps: ApiDeps): Router {
  const { store } = deps;
  const router = new Router();
  // Each answer has a secret in it that nobody is shown again.
  const once = idempotent(store.claims, { ...PATIENCE, sealed: true });

  router.get(ENDPOINTS, authorize(deps, 'endpoints.list'), async (ctx) => {
    const all = await store.webhookEndpoints.list(merchantOf(ctx));
    ctx.body = { results: all.map((endpoint) => presentEndpoint(endpoint)) };
  });
  router.get(ONE, authorize(deps, 'endpoints.read'), async (ctx) => {
    ctx.body = presentEndpoint(await endpointAt(deps, ctx));
  });
  router.post(ENDPOINTS, authorize(deps, 'endpoints.create'), once, async (ctx) => {
    const { endpoint, secret } = await register(deps, ctx);
    ctx.status = 201;
    ctx.body = presentEndpoint(endpoint, secret);
  });
  router.patch(ONE, authorize(deps, 'endpoints.change'), async (ctx) => {
    ctx.body = presentEndpoint(await change(deps, ctx));
  });
  router.delete(ONE, authorize(deps, 'endpoints.remove'), async (ctx) => {
    const endpoint = await endpointAt(deps, ctx);
    refuseAddresses(endpoint);
    await store.webhookEndpoints.remove(endpoint.merchantId, endpoint.id);
    ctx.status = 204;
  });
  router.post(`${ONE}/enable`, authorize(deps, 'endpoints.enable'), async (ctx) => {
    ctx.body = presentEndpoint(await enable(deps, ctx));
  });
  router.post(
    `${ONE}/rotate-secret`,
    authorize(deps, 'endpoints.rotate-secret'),
    once,
    async (ctx) => {
      ctx.body = await rotateSecret(deps, ctx);
    },
  );
  router.post(
    `${WEBHOOKS}/rotate-key`,
    authorize(deps, 'webhooks.rotate-key'),
    once,
    async (ctx) => {
      ctx.body = await rotateKey(deps, ctx);
    },
  );
  return router;
}
