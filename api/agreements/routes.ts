import Router from '@koa/router';
import type { Context } from 'koa';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import {
  endedByMerchant,
  hurriedUp,
  paused,
  resumed,
  without,
} from '../../domain/agreement/arrange.ts';
import { authorize } from '../access/authorize.ts';
import { merchantOf, typesSeen } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { pageBody, readQuery } from '../lists/page.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { agreementAt, beginAutopay, changeAgreement, changeCard, timeOf } from './commands.ts';
import { presentAgreement } from './present.ts';
import { agreementQuery } from './schema.ts';

const PATH = '/b/pbl/v2/agreements';
const ONE = `${PATH}/:uuid`;

/** What customers have agreed on, and what the engine charges of it by itself. */
export function agreementRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const once = idempotent(deps.store.claims);
  const show = async (ctx: Context, agreement: Agreement) => {
    ctx.body = presentAgreement(agreement, await timeOf(deps, ctx));
  };

  router.get(PATH, authorize(deps, 'agreements.list'), async (ctx) => {
    ctx.body = await page(deps, ctx);
  });
  router.get(ONE, authorize(deps, 'agreements.read'), async (ctx) => {
    await show(ctx, await agreementAt(deps, ctx, 'view'));
  });
  router.post(`${ONE}/autopay`, authorize(deps, 'agreements.autopay'), once, async (ctx) => {
    await show(ctx, await beginAutopay(deps, ctx));
  });
  router.post(`${ONE}/pause`, authorize(deps, 'agreements.pause'), once, async (ctx) => {
    await show(ctx, await changeAgreement(deps, ctx, paused));
  });
  router.post(`${ONE}/resume`, authorize(deps, 'agreements.resume'), once, async (ctx) => {
    await show(ctx, await changeAgreement(deps, ctx, resumed));
  });
  router.post(
    `${ONE}/cycles/:period/skip`,
    authorize(deps, 'agreements.skip'),
    once,
    async (ctx) => {
      const period = String(ctx['params']['period']);
      const rule = (known: Agreement, now: number) => without(known, period, now);
      await show(ctx, await changeAgreement(deps, ctx, rule));
    },
  );
  router.post(
    `${ONE}/cycles/:period/charge`,
    authorize(deps, 'agreements.charge'),
    once,
    async (ctx) => {
      const period = String(ctx['params']['period']);
      const rule = (known: Agreement, now: number) => hurriedUp(known, period, now);
      await show(ctx, await changeAgreement(deps, ctx, rule, 'add'));
    },
  );
  router.post(`${ONE}/card`, authorize(deps, 'agreements.card'), once, async (ctx) => {
    await show(ctx, await changeCard(deps, ctx));
  });
  router.post(`${ONE}/end`, authorize(deps, 'agreements.end'), once, async (ctx) => {
    await show(ctx, await changeAgreement(deps, ctx, endedByMerchant));
  });
  return router;
}

/** A merchant's agreements, newest first, page by page (contract/api.md 0.6). */
async function page(deps: ApiDeps, ctx: Context): Promise<object> {
  const { filter: asked, limit, offset } = readQuery(agreementQuery, ctx);
  const { customer_id: customerId, type, state, agreement_id: id } = asked;
  const types = typesSeen(ctx);
  const { count, results } = await deps.store.agreements.list(
    merchantOf(ctx),
    {
      ...(customerId !== undefined && { customerId }),
      ...(type !== undefined && { sandbox: type === 'sandbox' }),
      ...(state !== undefined && { state }),
      ...(id !== undefined && { id }),
      ...(types && { types }),
    },
    { limit, offset },
  );
  const now = await timeOf(deps, ctx);
  return pageBody(
    new URL(`${PATH}/`, deps.publicUrl).href,
    { filter: asked, limit, offset },
    { count, results: results.map((agreement) => presentAgreement(agreement, now)) },
  );
}
