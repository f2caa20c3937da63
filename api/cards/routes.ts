import Router from '@koa/router';
import type { Context } from 'koa';
import { authorize } from '../access/authorize.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { presentCards } from './present.ts';
import { bodyOfQuery, cardsBody, ownerQuery, type CardsBody } from './schema.ts';

const CARDS = '/b/pbl/v2/card';

/** The saved cards of a merchant's customers (contract/api.md 4.5). */
export function cardRoutes(deps: ApiDeps): Router {
  const { store } = deps;
  const router = new Router();
  router.post(CARDS, authorize(deps, 'cards.list'), async (ctx) => {
    ctx.body = await list(deps, ctx, bodyOf(ctx));
  });
  router.get(CARDS, authorize(deps, 'cards.list-by-query'), async (ctx) => {
    ctx.body = await list(deps, ctx, bodyOfQuery(ctx.query));
  });
  router.delete(`${CARDS}/:token`, authorize(deps, 'cards.delete'), async (ctx) => {
    const { value, faults } = check(ownerQuery, present(ctx.query));
    refuseFaults(faults);
    const [owner, now] = [ownerOf(ctx, value), Date.now()];
    await store.agreements.endOverdue(owner, now);
    await store.cards.remove({ ...owner, token: String(ctx['params']['token']) }, now);
    ctx.status = 204;
  });
  return router;
}

async function list({ store }: ApiDeps, ctx: Context, given: object): Promise<readonly object[]> {
  const { value, faults } = check(cardsBody, present(given));
  refuseFaults(faults);
  const { pg_codes: pgCodes, agreement_id: agreementId } = value;
  const [owner, now] = [ownerOf(ctx, value), Date.now()];
  await store.agreements.endOverdue(owner, now);
  const cards = await store.cards.list(owner);
  const wanted = { ...(pgCodes && { pgCodes }), ...(agreementId !== undefined && { agreementId }) };
  return presentCards(cards, wanted, now);
}

/** Throws a TypeError for a body that was not checked. */
function ownerOf(ctx: Context, { customer_id: customerId, type }: Partial<CardsBody>) {
  if (customerId === undefined) throw new TypeError('Whose cards is asked only after the check.');
  return { merchantId: merchantOf(ctx), customerId, sandbox: type === 'sandbox' };
}

/** What is null or empty counts as left out. */
function present(given: object): object {
  const kept = Object.entries(given).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(kept);
}

function refuseFaults(faults: InvalidFields['fields']): void {
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}
