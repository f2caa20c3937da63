import Router from '@koa/router';
import { authorize } from '../access/authorize.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { offersFor, presentForPayer } from '../sdk/present.ts';
import { isAsked } from '../transactions/routes.ts';
import { createInvoice, foundInvoice } from './commands.ts';
import { presentInvoice } from './present.ts';

const PATH = '/b/invoice/v1/invoice';

/** Create and read. An invoice is immutable: no other method is known here (contract/api.md 2.1). */
export function invoiceRoutes(deps: ApiDeps): Router {
  const { store, publicUrl } = deps;
  const router = new Router();

  router.post(PATH, authorize(deps, 'invoices.create'), idempotent(store.claims), async (ctx) => {
    const issued = await createInvoice(deps, ctx);
    ctx.body = {
      ...presentInvoice(issued, publicUrl),
      ...(isAsked(ctx) && {
        sdk_setup_preload_payload: presentForPayer(
          issued.transaction,
          publicUrl,
          await offersFor(deps, issued.transaction),
        ),
      }),
    };
    ctx.status = 201;
  });
  router.get(`${PATH}/:session_id`, authorize(deps, 'invoices.read'), async (ctx) => {
    ctx.body = presentInvoice(await foundInvoice(deps, ctx), publicUrl);
  });
  return router;
}
