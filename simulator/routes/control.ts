import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { CallbackEvent } from '../events.ts';
import { count, fieldsOf, optionalFlag, single } from '../fields.ts';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import { accountOf, presentAccount } from '../open-account.ts';
import type { Payment } from '../payment.ts';
import { presentPayment } from '../present.ts';
import { Refusal } from '../refusals.ts';
import { payWithoutBrowser } from '../stand-in.ts';

/** Doors for tests and the embedded mode. They open to callers on this machine only. */
export function controlRoutes(network: Network): Router {
  const { records, callbacks, checkout } = network;
  const router = new Router({ prefix: '/control' });
  router.use(onlyFromHere);

  router.put('/accounts/:account', (ctx) => {
    const account = accountOf(ctx.params['account'] ?? '', fieldsOf(ctx.request.body));
    const before = records.accounts.find(account.account);
    const holder = records.accounts.ofSecretKey(account.secretKey);
    if (holder !== undefined && holder.account !== account.account)
      throw new Refusal(
        409,
        'secret_key_taken',
        'Another account has this secret key. Send another.',
      );
    if (JSON.stringify(before) !== JSON.stringify(account))
      records.write({ type: 'account', account });
    ctx.status = before === undefined ? 201 : 200;
    ctx.body = presentAccount(account);
  });

  router.get('/accounts', (ctx) => {
    ctx.body = { accounts: records.accounts.list().map(presentAccount) };
  });

  router.get('/ledger', (ctx) => {
    ctx.body = { entries: records.ledger.list(filterOf(ctx)) };
  });

  router.get('/payments', (ctx) => {
    const payments = records.payments.list(filterOf(ctx));
    ctx.body = { payments: payments.map((payment) => presentPayment(payment, network.base())) };
  });

  router.get('/callbacks', (ctx) => {
    const deliveries = records.events.deliveries(given(ctx.query['payment_id']));
    ctx.body = { callbacks: deliveries };
  });

  router.post('/payments/:id/pay', async (ctx) => {
    const payment = paymentOf(ctx, network);
    const moved = await payWithoutBrowser(network, payment, fieldsOf(ctx.request.body));
    ctx.body = presentPayment(moved, network.base());
  });

  router.post('/payments/:id/cancel', async (ctx) => {
    const payment = paymentOf(ctx, network);
    const send = optionalFlag(fieldsOf(ctx.request.body ?? {}), 'callback') ?? true;
    const moved = await checkout.act(payment.id, { type: 'cancel' }, send);
    if (moved === undefined)
      throw new Refusal(
        409,
        'already_final',
        `This payment is ${payment.state.status} and stays so.`,
      );
    ctx.body = presentPayment(moved, network.base());
  });

  router.post('/payments/:id/callback', async (ctx) => {
    const event = eventOf(paymentOf(ctx, network), network);
    const body = fieldsOf(ctx.request.body ?? {});
    const times = count(body, 'times', { least: 1, most: 20, otherwise: 1 });
    const delayMs = count(body, 'delay_ms', { least: 0, most: 600_000, otherwise: 0 });
    ctx.status = delayMs === 0 ? 200 : 202;
    if (delayMs > 0) callbacks.repeatLater(event, times, delayMs);
    const deliveries = delayMs === 0 ? await callbacks.repeat(event, times) : [];
    ctx.body = { event_id: event.eventId, callbacks: deliveries };
  });

  return router;
}

/** The answer when the control routes are switched off: as if they did not exist. */
export const controlIsOff: Middleware = async (ctx, go) => {
  if (/^\/control(?:\/|$)/u.test(ctx.path))
    throw new Refusal(404, 'not_found', 'The control routes are off (SIMULATOR_CONTROL=off).');
  await go();
};

const onlyFromHere: Middleware = async (ctx, go) => {
  if (!/^(?:127\.|::1$|::ffff:127\.)/u.test(ctx.req.socket.remoteAddress ?? ''))
    throw new Refusal(403, 'forbidden', 'Call the control routes from the machine that runs this.');
  await go();
};

function paymentOf(ctx: Context & { params: Record<string, string> }, network: Network): Payment {
  const payment = network.records.payments.find(ctx.params['id'] ?? '');
  if (payment === undefined)
    throw new Refusal(404, 'not_found', 'There is no such payment. Check the id.');
  about(ctx.state, { account: payment.account, paymentId: payment.id });
  return payment;
}

function eventOf(payment: Payment, { records }: Network): CallbackEvent {
  const event = records.events.ofPayment(payment.id);
  if (event === undefined)
    throw new Refusal(
      409,
      'not_final',
      'This payment is still OPEN: finish it before its callback.',
    );
  return event;
}

function filterOf(ctx: Context) {
  return {
    account: given(ctx.query['account']),
    merchantReference: given(ctx.query['merchant_reference']),
  };
}

function given(value: unknown): string | undefined {
  return single(value) || undefined;
}
