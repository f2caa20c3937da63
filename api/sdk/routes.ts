import Router from '@koa/router';
import { view } from '../../domain/transaction/halt.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { authorize } from '../access/authorize.ts';
import { deleteForPayer } from '../cards/payers.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { noteFirstView } from '../pages/payer.ts';
import {
  cancelForPayer,
  optionFor,
  payersTransaction,
  refuseUnlessPayable,
  submitForPayer,
} from './commands.ts';
import { openToBrowsers, preflight } from './cors.ts';
import { offersFor, presentForPayer } from './present.ts';
import { submitToken } from './token.ts';

const SDK = '/b/checkout/api/sdk/v1';

/** What the payer's browser or app may ask by the merchant's public key (contract/api.md 1.7). */
export function sdkRoutes(deps: ApiDeps): Router {
  const { publicUrl, store } = deps;
  const router = new Router();
  const open = openToBrowsers;

  router.options(`${SDK}/*path`, open, preflight);
  router.get(
    `${SDK}/pymt-txn/submit/:session_id`,
    open,
    authorize(deps, 'sdk.read'),
    async (ctx) => {
      const transaction = await payersTransaction(deps, ctx);
      refuseWhatIsLost(transaction);
      noteFirstView(deps, transaction);
      // The workflow hears of the look in a moment; the payer reads what it leads to.
      const seen = view(transaction, Date.now()) ?? transaction;
      ctx.body = presentForPayer(seen, publicUrl, await offersFor(deps, seen));
    },
  );
  router.get(
    `${SDK}/concur-payer-view/:session_id`,
    open,
    authorize(deps, 'sdk.viewed'),
    async (ctx) => {
      const transaction = await payersTransaction(deps, ctx);
      await deps.engine.viewed(transaction);
      ctx.status = 204;
    },
  );
  router.post(
    `${SDK}/submit/:session_id`,
    open,
    authorize(deps, 'sdk.submit'),
    idempotent(store.claims),
    async (ctx) => {
      ctx.body = await submitForPayer(deps, ctx, await payersTransaction(deps, ctx));
    },
  );
  router.post(
    `${SDK}/submit-token`,
    open,
    authorize(deps, 'sdk.submit-token'),
    idempotent(store.claims),
    async (ctx) => {
      const { status, body } = await submitToken(deps, ctx);
      ctx.status = status;
      ctx.body = body;
    },
  );
  router.delete(`${SDK}/card/:token`, open, authorize(deps, 'sdk.delete-card'), async (ctx) => {
    const { session_id: session } = ctx.query;
    if (typeof session !== 'string' || session === '')
      throw new InvalidFields({ session_id: ['Send the session_id of the payment, once.'] });
    const transaction = await payersTransaction(deps, ctx, session);
    refuseUnlessPayable(transaction);
    await deleteForPayer(deps, transaction, String(ctx['params']['token']));
    ctx.status = 204;
  });
  router.post(`${SDK}/cancel/:session_id`, open, authorize(deps, 'sdk.cancel'), async (ctx) => {
    ctx.body = await cancelForPayer(deps, ctx, await payersTransaction(deps, ctx));
  });
  router.post(
    `${SDK}/pre-payment-option-check/:session_id`,
    open,
    authorize(deps, 'sdk.option-check'),
    async (ctx) => {
      ctx.body = optionFor(ctx, await payersTransaction(deps, ctx));
    },
  );
  return router;
}

/** What is over tells how it ended, by its `response`; what has expired or was withdrawn has nothing to tell. */
function refuseWhatIsLost(transaction: Transaction): void {
  const { state, expiresAt } = transaction;
  const isOpen = state === 'created' || state === 'pending' || state === 'attempted';
  if (state === 'expired' || state === 'invalided' || (isOpen && Date.now() >= expiresAt))
    refuseUnlessPayable(transaction);
}
