import Router from '@koa/router';
import type { Context } from 'koa';
import type { Account } from '../accounts.ts';
import { fieldsOf, single } from '../fields.ts';
import { fingerprint } from '../fingerprint.ts';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import { openPayment } from '../open-payment.ts';
import type { Payment } from '../payment.ts';
import { presentPayment } from '../present.ts';
import { Refusal } from '../refusals.ts';

/** What merchants' programs ask of the network. */
export function merchantRoutes(network: Network): Router {
  const { records } = network;
  const router = new Router({ prefix: '/v1' });

  router.post('/payments', (ctx) => {
    const account = merchantOf(ctx, network);
    const key = idempotencyKey(ctx);
    const body = fieldsOf(ctx.request.body);
    const print = fingerprint(body);
    const claim = records.payments.claimed(account.account, key);
    if (claim !== undefined) {
      if (claim.fingerprint !== print)
        throw new Refusal(
          409,
          'idempotency_conflict',
          'This Idempotency-Key came before with another body. Use a new key for a new payment.',
        );
      ctx.set('Idempotent-Replay', 'true');
      show(ctx, network, records.payments.find(claim.paymentId));
      return;
    }
    const payment = openPayment(account.account, body, network.now());
    records.write({ type: 'payment', payment, key, fingerprint: print });
    show(ctx, network, payment);
    ctx.status = 201;
  });

  router.get('/payments', (ctx) => {
    const { account } = merchantOf(ctx, network);
    const reference = single(ctx.query['merchant_reference']);
    if (reference === '')
      throw new Refusal(400, 'invalid_request', 'Send merchant_reference in the query.');
    show(ctx, network, records.payments.ofReference(account, reference));
  });

  router.get('/payments/:id', (ctx) => {
    const { account } = merchantOf(ctx, network);
    const payment = records.payments.find(ctx.params['id'] ?? '');
    show(ctx, network, payment?.account === account ? payment : undefined);
  });

  return router;
}

function merchantOf(ctx: Context, { records }: Network): Account {
  const [, secretKey = ''] = /^Bearer (?<key>\S+)$/iu.exec(ctx.get('Authorization')) ?? [];
  const account = records.accounts.ofSecretKey(secretKey);
  if (account === undefined)
    throw new Refusal(
      401,
      'unauthorized',
      'Send the header "Authorization: Bearer <secret key>" with the secret key of an account.',
    );
  about(ctx.state, { account: account.account });
  return account;
}

function idempotencyKey(ctx: Context): string {
  const key = ctx.get('Idempotency-Key');
  if (key === '' || key.length > 255)
    throw new Refusal(
      400,
      'idempotency_key_missing',
      'Send the header Idempotency-Key, 1 to 255 characters, the same on every try.',
    );
  return key;
}

function show(ctx: Context, network: Network, payment: Payment | undefined): void {
  if (payment === undefined)
    throw new Refusal(
      404,
      'not_found',
      'This account has no such payment. Check the id or reference.',
    );
  about(ctx.state, { account: payment.account, paymentId: payment.id });
  ctx.status = 200;
  ctx.body = presentPayment(payment, network.base());
}
