import Router from '@koa/router';
import type { Context } from 'koa';
import { claimedId } from '../claimed.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, optionalFlag, optionalText, text } from '../fields.ts';
import { fingerprint } from '../fingerprint.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import { openPayment } from '../open-payment.ts';
import type { ChargedBy, Plan } from '../outcomes.ts';
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

/**
 * A payment by a saved card, which is tried at once, and the callback follows the answer. A page is needed only where its
 * holder pays and has to type the security code or to answer a challenge.
 */
async function charge(ctx: Context, network: Network, call: Served): Promise<void> {
  const { records, faults, checkout, cvv, now } = network;
  const { account, strikes, ordered } = call;
  const key = idempotencyKey(ctx);
  const body = fieldsOf(ctx.request.body);
  const print = fingerprint({ charge: body });
  const claimed = claimedId(ctx, network, { account, strikes, print });
  const before = claimed === undefined ? undefined : records.payments.find(claimed);
  if (before) return showPayment(ctx, network, before, strikes);
  const token = tokenOf(network, account.account, text(body, 'token', 64));
  const by = chargedBy(body);
  const payment = openPayment(account.account, withReturn(body, by), now());
  const { card } = token;
  const saved = { card, plan: struck(planForSaved(card, payment.amount, by), strikes) };
  const asksCvv = by === 'customer' && optionalFlag(body, 'ask_cvv') === true;
  const reference = optionalText(body, 'cvv_reference', 64);
  if (reference !== undefined && !cvv.use(account.account, reference, now()))
    throw new Refusal(
      400,
      'cvv_reference_invalid',
      'Send a cvv_reference that is new: each is good once, for 15 minutes.',
    );
  const opened: Payment = asksCvv ? { ...payment, state: { status: 'OPEN', saved } } : payment;
  records.write({ type: 'payment', payment: opened, key, fingerprint: print });
  faults.addForPayment(payment.id, ordered);
  const moved = asksCvv
    ? undefined
    : await checkout.act(payment.id, { type: 'token', ...saved }, 'later');
  showPayment(ctx, network, moved ?? opened, strikes);
  ctx.status = 201;
}

function chargedBy(body: Fields): ChargedBy {
  const by = body['initiated_by'] ?? 'merchant';
  if (by === 'customer' || by === 'merchant') return by;
  throw invalid('Send initiated_by as "customer" or "merchant".');
}

/** Only a customer has a browser that can be sent back. */
function withReturn(body: Fields, by: ChargedBy): Fields {
  const whole = { language: 'en', ...body };
  return by === 'customer' ? whole : { ...whole, return_url: body['notify_url'] };
}

/** The plan as an ordered fault makes it. */
export function struck(plan: Plan, { outcome }: Strikes): Plan {
  if (outcome?.fault === 'queued') return { ...plan, queued: true };
  return outcome?.fault === 'declined' ? { ...plan, verdict: 'issuer_decline' } : plan;
}

export function showPayment(
  ctx: Context,
  network: Network,
  payment: Payment,
  strikes: Strikes,
): void {
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
