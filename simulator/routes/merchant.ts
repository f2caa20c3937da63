import Router from '@koa/router';
import type { Context } from 'koa';
import type { Account } from '../accounts.ts';
import { fieldsOf, optionalText, single } from '../fields.ts';
import { claimedId } from '../claimed.ts';
import { fingerprint } from '../fingerprint.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import { openPayment } from '../open-payment.ts';
import { planFor } from '../outcomes.ts';
import type { Payment } from '../payment.ts';
import { presentPayment } from '../present.ts';
import { Refusal } from '../refusals.ts';
import type { Served } from '../served.ts';
import { idIn, served } from '../served.ts';
import { toldMoney } from '../wrong-money.ts';

/** What merchants' programs ask of the network about payments. */
export function merchantRoutes(network: Network): Router {
  const router = new Router({ prefix: '/v1' });

  router.post(
    '/payments',
    served(network, 'create', {
      serve: (ctx, call) => create(ctx, network, call),
    }),
  );

  const inquire = (paymentOf: (ctx: Context, account: Account) => Payment | undefined) =>
    served(network, 'inquire', {
      paymentOf,
      serve: (ctx, call) => {
        show(ctx, network, { payment: paymentOf(ctx, call.account), call });
      },
    });

  router.get(
    '/payments',
    inquire((ctx, { account }) => {
      const reference = single(ctx.query['merchant_reference']);
      if (reference === '')
        throw new Refusal(400, 'invalid_request', 'Send merchant_reference in the query.');
      return network.records.payments.ofReference(account, reference);
    }),
  );

  const named = (ctx: Context, { account }: Account) => {
    const payment = network.records.payments.find(idIn(ctx));
    return payment?.account === account ? payment : undefined;
  };

  router.get('/payments/:id', inquire(named));

  router.post(
    '/payments/:id/close',
    served(network, 'close', {
      paymentOf: named,
      serve: async (ctx, call) => {
        const payment = named(ctx, call.account);
        const closed =
          payment && (await network.checkout.act(payment.id, { type: 'close' }, false));
        show(ctx, network, { payment: closed ?? payment, call });
      },
    }),
  );

  return router;
}

/** With a card that was typed in our frame it is tried at once, and the callback follows the answer. */
async function create(ctx: Context, network: Network, call: Served): Promise<void> {
  const { records, faults, cards, checkout, now } = network;
  const { account, strikes, ordered } = call;
  const key = idempotencyKey(ctx);
  const body = fieldsOf(ctx.request.body);
  const print = fingerprint(body);
  const claimed = claimedId(ctx, network, { account, strikes, print });
  if (claimed !== undefined) {
    show(ctx, network, { payment: records.payments.find(claimed), call });
    return;
  }
  const payment = openPayment(account.account, body, now());
  const reference = optionalText(body, 'card_reference', 64);
  const typed = reference === undefined ? undefined : cards.use(account.account, reference, now());
  if (reference !== undefined && !typed)
    throw new Refusal(
      400,
      'card_reference_invalid',
      'Send a card_reference that is new: each is good once, for 15 minutes.',
    );
  records.write({ type: 'payment', payment, key, fingerprint: print });
  faults.addForPayment(payment.id, ordered);
  const moved =
    typed &&
    (await checkout.act(
      payment.id,
      { type: 'card', card: typed.card, plan: planFor(typed.test, payment.amount) },
      'later',
    ));
  show(ctx, network, { payment: moved ?? payment, call });
  ctx.status = 201;
}

function show(
  ctx: Context,
  network: Network,
  { payment, call }: { readonly payment: Payment | undefined; readonly call: Served },
): void {
  if (payment === undefined)
    throw new Refusal(
      404,
      'not_found',
      'This account has no such payment. Check the id or reference.',
    );
  about(ctx.state, { account: payment.account, paymentId: payment.id });
  ctx.status = 200;
  ctx.body = toldMoney(presentPayment(payment, network.base()), call.strikes);
}
