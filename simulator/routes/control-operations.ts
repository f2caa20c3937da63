import Router from '@koa/router';
import { newEventId } from '../ids.ts';
import { fieldsOf, optionalFlag, single, text } from '../fields.ts';
import type { Network } from '../network.ts';
import { entryOf, operate } from '../operate.ts';
import type { Operation, OperationKind } from '../operation.ts';
import { presentOperation } from '../operation.ts';
import type { Payment } from '../payment.ts';
import { presentPayment } from '../present.ts';
import { Refusal, invalid } from '../refusals.ts';
import { idIn } from '../served.ts';
import { onlyFromHere } from './guards.ts';

/** Where tests look at operations, decide the queued ones, and type security codes. */
export function controlOperationRoutes(network: Network): Router {
  const { records, callbacks, now } = network;
  const router = new Router({ prefix: '/control' });
  router.use(onlyFromHere);

  router.get('/operations', (ctx) => {
    const paymentId = single(ctx.query['payment_id']) || undefined;
    ctx.body = { operations: records.operations.list(paymentId).map(presentOperation) };
  });

  router.post('/cvv', (ctx) => {
    const account = text(fieldsOf(ctx.request.body), 'account', 64);
    ctx.body = { reference: network.cvv.mint(account, true, now()) };
  });

  router.post('/payments/:id/operations', async (ctx) => {
    const payment = records.payments.find(idIn(ctx));
    if (payment === undefined)
      throw new Refusal(404, 'not_found', 'There is no such payment. Check the id.');
    const body = fieldsOf(ctx.request.body);
    const send = optionalFlag(body, 'callback') ?? true;
    const kind = kindOf(text(body, 'kind', 20));
    // Whoever works at the network itself has no reference of the merchant's.
    const requested = { kind, body: { ...body, merchant_reference: OWN }, now: now(), strikes: {} };
    const operation = operate(payment, requested, records);
    const entry = entryOf(operation, payment, records.ledger.nextSeq);
    const event = { ...eventOf(operation, payment, network.base()), send };
    records.write({ type: 'operation', operation, event, ...(entry && { entry }) });
    await callbacks.announce(event);
    ctx.body = presentOperation(operation);
    ctx.status = 201;
  });

  router.post('/operations/:id/decide', async (ctx) => {
    const queued = records.operations.find(idIn(ctx));
    const payment = queued && records.payments.find(queued.paymentId);
    if (queued === undefined || payment === undefined)
      throw new Refusal(404, 'not_found', 'There is no such operation. Check the id.');
    if (queued.status !== 'QUEUED')
      throw new Refusal(409, 'not_queued', `This operation is ${queued.status} and stays so.`);
    const body = fieldsOf(ctx.request.body);
    const send = optionalFlag(body, 'callback') ?? true;
    const status = statusOf(text(body, 'outcome', 20));
    const operation = { ...queued, status, updatedAt: now().toISOString() };
    const entry = entryOf(operation, payment, records.ledger.nextSeq);
    const event = { ...eventOf(operation, payment, network.base()), send };
    records.write({ type: 'operation', operation, event, ...(entry && { entry }) });
    await callbacks.announce(event);
    ctx.body = presentOperation(operation);
  });

  return router;
}

/** What an operation is called that no merchant has asked for. */
const OWN = 'at-the-network';

function kindOf(kind: string): OperationKind {
  if (kind === 'capture' || kind === 'void' || kind === 'refund') return kind;
  throw invalid('Send kind as "capture", "void" or "refund".');
}

function statusOf(outcome: string): Operation['status'] {
  if (outcome === 'done') return 'DONE';
  if (outcome === 'declined') return 'DECLINED';
  throw invalid('Send outcome as "done" or "declined".');
}

/** It tells the payment too, for merchants that know only payments. */
function eventOf(operation: Operation, payment: Payment, base: string) {
  const eventId = newEventId();
  const body = JSON.stringify({
    event_id: eventId,
    type: 'operation.updated',
    created_at: operation.updatedAt,
    operation: presentOperation(operation),
    payment: presentPayment(payment, base),
  });
  const { id: paymentId, account, notifyUrl: url } = payment;
  return { eventId, paymentId, operationId: operation.id, account, url, body };
}
