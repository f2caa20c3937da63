import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { callbackEvent } from '../callback-event.ts';
import type { CallbackEvent } from '../events.ts';
import { FAULTS, faultRules } from '../fault-rules.ts';
import { type Fields, count, fieldsOf, optionalFlag, single } from '../fields.ts';
import type { Network } from '../network.ts';
import { accountOf, presentAccount } from '../open-account.ts';
import { presentPayment } from '../present.ts';
import { Refusal, invalid } from '../refusals.ts';
import { payWithoutBrowser } from '../stand-in.ts';
import { onlyFromHere, paymentOf } from './guards.ts';

/** Routes for tests and the embedded mode. They answer callers on this machine only. */
export function controlRoutes(network: Network): Router {
  const { records, callbacks, checkout } = network;
  const router = new Router({ prefix: '/control' });
  router.use(onlyFromHere);

  router.put('/accounts/:account', (ctx) => {
    const body = fieldsOf(ctx.request.body);
    const account = accountOf(ctx.params['account'] ?? '', body);
    const faults = Array.isArray(body['simulate']) ? faultRules(body['simulate']) : undefined;
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
    if (faults) network.faults.setForAccount(account.account, faults);
    ctx.status = before === undefined ? 201 : 200;
    ctx.body = presentAccount(account);
  });

  router.get('/accounts', (ctx) => {
    ctx.body = { accounts: records.accounts.list().map(presentAccount) };
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
    const body = fieldsOf(ctx.request.body ?? {});
    const event = eventOf(ctx, network, body);
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

/** The payment's last callback, or, when a fault or a fresh one is wanted, another with an event id of its own. */
function eventOf(ctx: Context, network: Network, body: Fields): CallbackEvent {
  const { records, now, base } = network;
  const payment = paymentOf(ctx, network);
  const last = records.events.ofPayment(payment.id);
  if (last === undefined)
    throw new Refusal(
      409,
      'not_final',
      'This payment is still OPEN: finish it before its callback.',
    );
  const [money] = body['fault'] === undefined ? [] : faultRules([{ fault: body['fault'] }]);
  if (money === undefined && optionalFlag(body, 'fresh') !== true) return last;
  if (money !== undefined && FAULTS[money.fault].kind !== 'money')
    throw invalid('Send fault as wrong-amount or wrong-currency.');
  const strikes = money ? { money } : {};
  const fresh = callbackEvent(payment, { at: now().toISOString(), base: base(), strikes });
  // It is sent here and now, as often as asked; nothing is left for a restart to send.
  const event = { ...fresh, send: false };
  records.write({ type: 'move', payment, event });
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
