import Router from '@koa/router';
import type { Context } from 'koa';
import type { TransactionType } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { links } from '../links.ts';
import { deprecated } from '../middleware/deprecated.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { createLegacy } from './create.ts';
import { legacyDoor } from './door.ts';

/**
 * The old endpoints, which go on working for shops that have not moved yet: `/pos/crt/` for e-commerce, `/pos/d/crt/`
 * for payment requests (decisions.md 19). One handler, one answer with the keys of both.
 */
export function legacyRoutes(deps: ApiDeps): Router {
  const { store, publicUrl } = deps;
  const router = new Router();
  const old = deprecated({
    since: '2026-11-21',
    sunset: '2028-01-01',
    successor: links(publicUrl).transactions,
  });
  const answer = (type: TransactionType) => async (ctx: Context) => {
    const { sessionId, orderNo, legacy } = await createLegacy(deps, ctx, type);
    const url = links(publicUrl).start(sessionId);
    ctx.status = 201;
    ctx.body = {
      url,
      payment_url: url,
      session_id: sessionId,
      ...(orderNo !== undefined && { order_no: orderNo }),
      reference_number: legacy?.referenceNumber,
    };
  };
  router.post(
    '/pos/crt',
    old,
    legacyDoor(deps, 'legacy.create'),
    idempotent(store.claims),
    answer('e_commerce'),
  );
  router.post(
    '/pos/d/crt',
    old,
    legacyDoor(deps, 'legacy.request'),
    idempotent(store.claims),
    answer('payment_request'),
  );
  return router;
}
