import Router from '@koa/router';
import { view } from '../../domain/transaction/halt.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { admit } from '../access/admit.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { walletOffer } from '../wallet/offer.ts';
import { noteFirstView } from '../pages/payer.ts';
import {
  cancelForPayer,
  optionFor,
  payersTransaction,
  refuseUnlessPayable,
  submitForPayer,
} from './commands.ts';
import { openToBrowsers, preflight } from './cors.ts';
import { presentForPayer } from './present.ts';

const SDK = '/b/checkout/api/sdk/v1';

/** What the payer's browser or app may ask by the merchant's public key (contract/api.md 1.7). */
export function sdkRoutes(deps: ApiDeps): Router {
  const { publicUrl, store } = deps;
  const router = new Router();
  const open = openToBrowsers;

  router.options(`${SDK}/*path`, open, preflight);
  router.get(`${SDK}/pymt-txn/submit/:session_id`, open, admit(deps, 'sdk.read'), async (ctx) => {
    const transaction = await payersTransaction(deps, ctx);
    refuseWhatIsLost(transaction);
    noteFirstView(deps, transaction);
    // The workflow hears of the look in a moment; the payer reads what it leads to.
    const seen = view(transaction, Date.now()) ?? transaction;
    ctx.body = presentForPayer(seen, publicUrl, await walletOffer(deps, seen));
  });
  router.get(
    `${SDK}/concur-payer-view/:session_id`,
    open,
    admit(deps, 'sdk.viewed'),
    async (ctx) => {
      const transaction = await payersTransaction(deps, ctx);
      await deps.engine.viewed(transaction);
      ctx.status = 204;
    },
  );
  router.post(
    `${SDK}/submit/:session_id`,
    open,
    admit(deps, 'sdk.submit'),
    idempotent(store.claims),
    async (ctx) => {
      ctx.body = await submitForPayer(deps, ctx, await payersTransaction(deps, ctx));
    },
  );
  router.post(`${SDK}/cancel/:session_id`, open, admit(deps, 'sdk.cancel'), async (ctx) => {
    ctx.body = await cancelForPayer(deps, ctx, await payersTransaction(deps, ctx));
  });
  router.post(
    `${SDK}/pre-payment-option-check/:session_id`,
    open,
    admit(deps, 'sdk.option-check'),
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
