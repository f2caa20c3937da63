import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import type { Context } from 'koa';
import { claimedId } from '../claimed.ts';
import { handedOver } from '../device-wallet.ts';
import { fieldsOf, text } from '../fields.ts';
import { fingerprint } from '../fingerprint.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import type { Network } from '../network.ts';
import { openPayment } from '../open-payment.ts';
import type { Served } from '../served.ts';
import { hangUp, served } from '../served.ts';
import { showPayment, struck } from './tokens.ts';

/** Payments by the wallets of payers' devices; this network plays the wallets' makers too. */
export function deviceWalletRoutes(network: Network): Router {
  const router = new Router({ prefix: '/v1' });

  router.post(
    '/wallet-charges',
    served(network, 'charge', { serve: (ctx, call) => charge(ctx, network, call) }),
  );

  router.post(
    '/apple-pay/sessions',
    served(network, 'inquire', {
      serve: (ctx) => {
        const body = fieldsOf(ctx.request.body);
        const now = network.now().getTime();
        ctx.body = {
          merchant_session: {
            epochTimestamp: now,
            expiresAt: now + 5 * 60_000,
            merchantSessionIdentifier: `SSH${randomBytes(16).toString('hex').toUpperCase()}`,
            nonce: randomBytes(4).toString('hex'),
            domainName: text(body, 'domain', 255),
            displayName: text(body, 'display_name', 64),
            signature: randomBytes(32).toString('hex'),
          },
        };
      },
    }),
  );

  return router;
}

/** It is tried at once, and the callback follows the answer; a page is needed where the bank asks the payer. */
async function charge(ctx: Context, network: Network, call: Served): Promise<void> {
  const { records, faults, checkout, now } = network;
  const { account, strikes, ordered } = call;
  const key = idempotencyKey(ctx);
  const body = fieldsOf(ctx.request.body);
  const print = fingerprint({ wallet_charge: body });
  const claimed = claimedId(ctx, network, { account, strikes, print });
  const before = claimed === undefined ? undefined : records.payments.find(claimed);
  if (before) return showPayment(ctx, network, before, strikes);
  const payment = openPayment(account.account, body, now());
  const { card, plan, losesAnswer } = handedOver(body, payment.amount, now());
  records.write({ type: 'payment', payment, key, fingerprint: print });
  faults.addForPayment(payment.id, ordered);
  const action = { type: 'token', card, plan: struck(plan, strikes) } as const;
  const moved = await checkout.act(payment.id, action, 'later');
  showPayment(ctx, network, moved ?? payment, strikes);
  ctx.status = 201;
  if (losesAnswer) hangUp(ctx);
}
