import Router from '@koa/router';
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { notificationId } from '../../domain/ids.ts';
import { authorize } from '../access/authorize.ts';
import { merchantOf, refuseUnlessAll } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { logPage } from './log.ts';
import { presentMessage } from './present.ts';
import { resend } from './resend.ts';
import { sendOwn } from './send.ts';
import type { Said } from './deliver.ts';

const LOG = '/b/pbl/v2/notifications';

/** Messages that somebody asks for, and the log of all messages (contract/api.md 5.5). */
export function notificationRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const once = idempotent(deps.store.claims);

  router.post(
    '/b/pbl/v2/message-notification',
    authorize(deps, 'notifications.resend'),
    once,
    async (ctx) => answer(ctx, await resend(deps, ctx)),
  );
  router.post(
    '/b/pbl/v2/send-notification',
    authorize(deps, 'notifications.send'),
    once,
    async (ctx) => answer(ctx, await sendOwn(deps, ctx)),
  );
  router.post(
    `${LOG}/send/:channel`,
    authorize(deps, 'notifications.send-by-channel'),
    once,
    async (ctx) => answer(ctx, await sendOwn(deps, ctx, String(ctx['params']['channel']))),
  );
  router.get(LOG, authorize(deps, 'notifications.list'), async (ctx) => {
    ctx.body = await logPage(deps, ctx);
  });
  router.get(`${LOG}/:id`, authorize(deps, 'notifications.read'), async (ctx) => {
    const id = notificationId(String(ctx['params']['id']));
    const found = await deps.store.notifications.findOwn(merchantOf(ctx), id);
    if (!found) throw new Refusal('not_found', 'There is no such notification.');
    const { sessionId, transactionType: type } = found;
    if (sessionId !== undefined) refuseUnlessAll(ctx, 'view', type && [type]);
    ctx.body = presentMessage(found);
  });
  return router;
}

function answer(ctx: Context, { status, body }: Said): void {
  ctx.status = status;
  ctx.body = body;
}
