import Router from '@koa/router';
import { authorize } from '../access/authorize.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { deliveryAt, page } from './deliveries.ts';
import { presentDelivery, presentWhole } from './present.ts';
import { beginReplay, presentReplay, replayAt } from './replays.ts';
import { sendTest } from './test-event.ts';

const WEBHOOKS = '/b/webhooks/v1';
const DELIVERIES = `${WEBHOOKS}/deliveries`;

/** What became of webhooks, and what a merchant's people do about it. */
export function webhookRoutes(deps: ApiDeps): Router {
  const { store, engine } = deps;
  const router = new Router();

  router.get(DELIVERIES, authorize(deps, 'webhooks.deliveries'), async (ctx) => {
    ctx.body = await page(deps, ctx);
  });
  router.get(`${DELIVERIES}/:event_id`, authorize(deps, 'webhooks.delivery'), async (ctx) => {
    ctx.body = presentWhole(await deliveryAt(deps, ctx));
  });
  router.post(
    `${DELIVERIES}/:event_id/replay`,
    authorize(deps, 'webhooks.replay'),
    idempotent(store.claims),
    async (ctx) => {
      const delivery = await deliveryAt(deps, ctx);
      await engine.sendAgain(delivery);
      ctx.status = 202;
      ctx.body = presentDelivery(delivery);
    },
  );
  router.post(
    `${WEBHOOKS}/test-events`,
    authorize(deps, 'webhooks.test'),
    idempotent(store.claims),
    async (ctx) => {
      const sent = await sendTest(deps, ctx);
      ctx.status = sent.calls.length > 0 ? 200 : 202;
      ctx.body = presentWhole(sent);
    },
  );
  router.post(
    `${WEBHOOKS}/replays`,
    authorize(deps, 'webhook-replays.create'),
    idempotent(store.claims),
    async (ctx) => {
      ctx.status = 202;
      ctx.body = presentReplay(await beginReplay(deps, ctx));
    },
  );
  router.get(`${WEBHOOKS}/replays/:id`, authorize(deps, 'webhook-replays.read'), async (ctx) => {
    ctx.body = presentReplay(await replayAt(deps, ctx));
  });
  return router;
}
