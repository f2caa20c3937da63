import Router from '@koa/router';
import type { Context } from 'koa';
import { claimedId } from '../claimed.ts';
import { fieldsOf, optionalText, text } from '../fields.ts';
import { fingerprint } from '../fingerprint.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import { openPayment } from '../open-payment.ts';
import type { Plan } from '../outcomes.ts';
import { planForSaved } from '../outcomes.ts';
import type { Payment } from '../payment.ts';
import { presentCard, presentPayment } from '../present.ts';
import { Refusal, invalid } from '../refusals.ts';
import type { Strikes } from '../fault-book.ts';
import type { Served } from '../served.ts';
import { idIn, served } from '../served.ts';
import type { Token } from '../tokens.ts';
import { toldMoney } from '../wrong-money.ts';

/** Saved cards, and payments by them. */
export function tokenRoutes(network: Network): Router {
  const { records } = network;
  const router = new Router({ prefix: '/v1' });

  router.post(
    '/charges',
    served(network, 'charge', { serve: (ctx, call) => charge(ctx, network, call) }),
  );

  router.get(
    '/tokens/:id',
    served(network, 'inquire', {
      serve: (ctx, { account }) => {
        const { id, card, createdAt } = tokenOf(network, account.account, idIn(ctx));
        ctx.body = { token: id, card: presentCard(card), created_at: createdAt };
      },
    }),
  );

  router.delete(
    '/tokens/:id',
    served(network, 'inquire', {
      serve: (ctx, { account }) => {
        const { id } = tokenOf(network, account.account, idIn(ctx));
        records.write({ type: 'token-removed', id });
        ctx.status = 204;
      },
    }),
  );

  return router;
}

/** A payment without a page: the saved card is tried at once, and the callback follows the answer. */
async function charge(ctx: Context, network: Network, call: Served): Promise<void> {
  const { records, checkout, cvv, now } = network;
  const { account, strikes } = call;
  const key = idempotencyKey(ctx);
  const body = fieldsOf(ctx.request.body);
  const print = fingerprint({ charge: body });
  const claimed = claimedId(ctx, network, { account, strikes, print });
  const before = claimed === undefined ? undefined : records.payments.find(claimed);
  if (before) return show(ctx, network, before, strikes);
  const token = tokenOf(network, account.account, text(body, 'token', 64));
  const reference = optionalText(body, 'cvv_reference', 64);
  const withoutPage = { language: 'en', ...body, return_url: body['notify_url'] };
  const payment = openPayment(account.account, withoutPage, now());
  if (reference !== undefined && !cvv.use(account.account, reference, now()))
    throw invalid('Send a cvv_reference that is new: each is good once, for 15 minutes.');
  records.write({ type: 'payment', payment, key, fingerprint: print });
  const { card } = token;
  const plan = struck(planForSaved(card, payment.amount), strikes);
  const moved = await checkout.act(payment.id, { type: 'token', card, plan }, 'later');
  show(ctx, network, moved ?? payment, strikes);
  ctx.status = 201;
}

function struck(plan: Plan, { outcome }: Strikes): Plan {
  if (outcome?.fault === 'queued') return { ...plan, queued: true };
  return outcome?.fault === 'declined' ? { ...plan, verdict: 'issuer_decline' } : plan;
}

function show(ctx: Context, network: Network, payment: Payment, strikes: Strikes): void {
  about(ctx.state, { account: payment.account, paymentId: payment.id });
  ctx.status = 200;
  ctx.body = toldMoney(presentPayment(payment, network.base()), strikes);
}

function tokenOf({ records }: Network, account: string, id: string): Token {
  const token = records.tokens.find(account, id);
  if (token === undefined)
    throw new Refusal(
      404,
      'token_not_found',
      'This account has no such saved card. Save it again.',
    );
  return token;
}
