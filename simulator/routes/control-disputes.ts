import Router from '@koa/router';
import { balanceOf } from '../balance.ts';
import { decided, dispute, disputeEntry, presentDispute, type Dispute } from '../dispute.ts';
import { fieldsOf, optionalFlag, single, text, type Fields } from '../fields.ts';
import { newEventId } from '../ids.ts';
import type { Network } from '../network.ts';
import type { Payment } from '../payment.ts';
import { presentPayment } from '../present.ts';
import { Refusal } from '../refusals.ts';
import { idIn } from '../served.ts';
import { onlyFromHere, paymentOf } from './guards.ts';

/** Where a customer's bank takes money back, and decides about it. */
export function controlDisputeRoutes(network: Network): Router {
  const { records, callbacks, now } = network;
  const router = new Router({ prefix: '/control' });
  router.use(onlyFromHere);

  router.get('/disputes', (ctx) => {
    const paymentId = single(ctx.query['payment_id']) || undefined;
    ctx.body = {
      disputes: records.disputes.list(paymentId).map(presentDispute),
    };
  });

  router.post('/payments/:id/disputes', async (ctx) => {
    const payment = paymentOf(ctx, network);
    const body = fieldsOf(ctx.request.body ?? {});
    const { captured } = balanceOf(payment, records.operations.list(payment.id));
    const raised = dispute(payment, captured, { body, now: now() });
    ctx.body = await tell(payment, { raised, body });
    ctx.status = 201;
  });

  router.post('/disputes/:id/decide', async (ctx) => {
    const before = records.disputes.find(idIn(ctx));
    const payment = before && records.payments.find(before.paymentId);
    if (before === undefined || payment === undefined)
      throw new Refusal(404, 'not_found', 'There is no such dispute. Check the id.');
    const body = fieldsOf(ctx.request.body);
    const raised = decided(before, text(body, 'outcome', 20), now());
    ctx.body = await tell(payment, { before, raised, body });
  });

  return router;

  async function tell(payment: Payment, { before, raised, body }: Step) {
    const send = optionalFlag(body, 'callback') ?? true;
    const entry = disputeEntry(raised, before, {
      payment,
      seq: records.ledger.nextSeq,
    });
    const event = { ...eventOf(raised, payment, network.base()), send };
    records.write({
      type: 'dispute',
      dispute: raised,
      event,
      ...(entry && { entry }),
    });
    await callbacks.announce(event);
    return presentDispute(raised);
  }
}

interface Step {
  readonly before?: Dispute;
  readonly raised: Dispute;
  readonly body: Fields;
}

function eventOf(one: Dispute, payment: Payment, base: string) {
  const eventId = newEventId();
  const body = JSON.stringify({
    event_id: eventId,
    type: 'dispute.updated',
    created_at: one.updatedAt,
    dispute: presentDispute(one),
    payment: presentPayment(payment, base),
  });
  const { id: paymentId, account, notifyUrl: url } = payment;
  return { eventId, paymentId, operationId: one.id, account, url, body };
}
