import Router from '@koa/router';
import type { Context } from 'koa';
import type { FaultState } from '../fault-book.ts';
import { faultRules } from '../fault-rules.ts';
import { fieldsOf, optionalFlag, optionalText } from '../fields.ts';
import type { Network } from '../network.ts';
import { presentPayment } from '../present.ts';
import { Refusal, invalid } from '../refusals.ts';
import { DECISIONS } from '../decisions.ts';
import { onlyFromHere, paymentOf } from './guards.ts';

/** Where tests order faults, and decide what a fault has queued. */
export function controlFaultRoutes(network: Network): Router {
  const { faults, checkout } = network;
  const router = new Router({ prefix: '/control' });
  router.use(onlyFromHere);

  router.put('/accounts/:account/faults', (ctx) => {
    const account = accountNameIn(ctx, network);
    faults.setForAccount(account, faultRules(fieldsOf(ctx.request.body)['faults']));
    ctx.body = { faults: faults.listForAccount(account).map(presentFault) };
  });

  router.get('/accounts/:account/faults', (ctx) => {
    ctx.body = { faults: faults.listForAccount(accountNameIn(ctx, network)).map(presentFault) };
  });

  router.post('/payments/:id/faults', (ctx) => {
    const rules = faultRules(fieldsOf(ctx.request.body)['faults']);
    faults.addForPayment(paymentOf(ctx, network).id, rules);
    ctx.status = 204;
  });

  router.post('/payments/:id/decide', async (ctx) => {
    const payment = paymentOf(ctx, network);
    const body = fieldsOf(ctx.request.body ?? {});
    const send = optionalFlag(body, 'callback') ?? true;
    const outcome = optionalText(body, 'outcome', 40);
    const verdict = outcome === undefined ? undefined : DECISIONS.get(outcome);
    if (outcome !== undefined && verdict === undefined)
      throw invalid(`Send outcome as one of ${[...DECISIONS.keys()].join(', ')}.`);
    const action = { type: 'decide', ...(verdict && { verdict }) } as const;
    const moved = await checkout.act(payment.id, action, send);
    if (moved === undefined)
      throw new Refusal(
        409,
        'not_queued',
        `This payment is ${payment.state.status}; only a PENDING one can be decided.`,
      );
    ctx.body = presentPayment(moved, network.base());
  });

  return router;
}

function accountNameIn(ctx: Context, { records }: Network): string {
  const account = records.accounts.find(String(ctx['params']['account']));
  if (account === undefined)
    throw new Refusal(404, 'not_found', 'There is no such account. Create it by PUT first.');
  return account.account;
}

function presentFault({ rule, seen, struck }: FaultState) {
  const { fault, on, skip, next, probability, seed } = rule;
  return { fault, on, skip, ...(next !== undefined && { next }), probability, seed, seen, struck };
}
