import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import {
  createSarraf,
  SarrafError,
  verifyWebhook,
  type Sarraf,
  type WebhookEvent,
} from '../../../clients/node/src/index.ts';
import { applePayload, googlePayload, sandboxToken } from '../../api/device-wallets/support.ts';
import { goToNetwork } from '../../api/support/payer.ts';
import { paymentIdIn, sandboxNetworkOf } from '../../api/support/network.ts';
import { listening } from '../../demo/support/listen.ts';
import { until } from '../../support/http.ts';
import { theSystem, type System } from '../../support/system.ts';
import { receiver, type WebhookReceiver } from '../../transports/support/receiver.ts';

describe('the client for Node with the real API', () => {
  let system: System;
  let sarraf: Sarraf;
  let shop: WebhookReceiver;

  before(async function () {
    this.timeout(300_000);
    system = await theSystem();
    const { api, keys } = system.run;
    sarraf = createSarraf({ baseUrl: api, privateKey: keys.private });
    shop = await receiver((response) => response.end());
  });
  after(() => shop.close());

  const sale = () => ({
    type: 'e_commerce' as const,
    amount: '12.340',
    currency_code: 'KWD',
    pg_codes: ['sandbox'],
    order_no: `NODE-${randomUUID().slice(0, 8)}x`,
    webhook_url: `${shop.url}/hook`,
  });

  /** What a shop has heard of an order, each verified by its headers and by its body. */
  const eventsOf = (orderNo: string): readonly WebhookEvent[] =>
    shop.received
      .filter(({ body }) => body.includes(orderNo))
      .map(({ body, headers }) => {
        const key = system.run.keys.webhook;
        const event = verifyWebhook({ body, headers }, { key });
        assert.deepEqual(verifyWebhook({ body }, { key }).payload, event.payload);
        return event;
      });

  const paid = async (): Promise<{ readonly sessionId: string; readonly orderNo: string }> => {
    const body = sale();
    const { session_id: sessionId } = await sarraf.transactions.create(body);
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, sessionId)));
    await until(
      'it is paid',
      async () => (await sarraf.transactions.retrieve(sessionId)).state === 'paid',
    );
    return { sessionId, orderNo: body.order_no };
  };

  it('creates a payment, hears that it is paid, refunds a part and finds it in the list', async () => {
    const { sessionId, orderNo } = await paid();
    await until('the shop hears', () => Promise.resolve(eventsOf(orderNo).length > 0));
    const [event] = eventsOf(orderNo);
    assert.ok(event?.kind === 'payment' && event.id !== undefined);
    const { state, amount, session_id } = event.payload;
    assert.deepEqual([state, amount, session_id], ['paid', '12.340', sessionId]);

    const refund = await sarraf.transactions.refund(sessionId, { amount: '2.000' });
    assert.ok(refund.result === 'success' && 'txn' in refund && refund.txn !== undefined);
    assert.deepEqual([refund.amount, refund.txn.state], ['2.000', 'refunded']);
    await until('the shop hears of the refund', () =>
      Promise.resolve(eventsOf(orderNo).some(({ kind }) => kind === 'operation')),
    );

    const { count, results } = await sarraf.transactions.list({ order_no: orderNo });
    assert.deepEqual([count, results[0]?.session_id], [1, sessionId]);
    const now = await sarraf.transactions.inquire(sessionId);
    assert.deepEqual([now.state, now.refunded_amount], ['paid', '2.000']);

    const found = await sarraf.transactions.search({ q: orderNo });
    assert.deepEqual(
      found.results.map((row) => [row.session_id, row.refundable]),
      [[sessionId, '10.340']],
    );
    const details = await sarraf.transactions.details(sessionId);
    assert.deepEqual([details.session_id, details.state], [sessionId, 'paid']);
    const { results: operations } = await sarraf.operations.list({ session_id: sessionId });
    assert.deepEqual(
      operations.map((row) => [row.operation, row.state, row.amount, row.payment_session_id]),
      [['refund', 'done', '2.000', sessionId]],
    );
    // What is told and looked at is written down a moment later.
    const steps = await until('the story is the same by pages', async () => {
      const story = await sarraf.transactions.timeline(sessionId);
      const all: unknown[] = [];
      const path = { session_id: sessionId };
      for await (const step of sarraf.each(
        'GET /b/checkout/v1/transactions/{session_id}/timeline/',
        { path, query: { limit: 2 } },
      ))
        all.push(step);
      return isDeepStrictEqual(all, story.results) && all;
    });
    assert.ok(steps.length > 2);

    const told = new Set<string | undefined>();
    for await (const { event_type: type } of sarraf.each('GET /b/webhooks/v1/deliveries/', {
      query: { session_id: sessionId, limit: 1 },
    }))
      told.add(type);
    assert.deepEqual(told, new Set(['payment.paid', 'refund.success']));
  });

  it('goes through all that a search finds, page after page, each once', async () => {
    const customer_id = `c-${randomUUID()}`;
    const made: string[] = [];
    for (const order_no of ['1', '2', '3'])
      made.push(
        (await sarraf.transactions.create({ ...sale(), customer_id, order_no })).session_id,
      );
    const met: string[] = [];
    for await (const { session_id } of sarraf.each('GET /b/checkout/v1/transactions/', {
      query: { customer_id, limit: 2 },
    }))
      met.push(session_id);
    assert.deepEqual(met, made.toReversed());
    const thrown = await thrownBy(sarraf.transactions.search({ limit: 2, cursor: 'made-up' }));
    assert.deepEqual([thrown.status, Object.keys(thrown.fields)], [400, ['cursor']]);
  });

  it('leaves none of the rows that are deleted while it goes through their list', async () => {
    const query = { channel: 'sms', language: 'ar', limit: 1 } as const;
    const templates = 'GET /b/pbl/v2/notification-templates/';
    const made: string[] = [];
    for (const event of ['created', 'paid', 'failed', 'canceled', 'expired']) {
      const body = { template_id: `${event}-sms`, language: query.language, text: event };
      made.push((await sarraf.request('POST /b/pbl/v2/notification-templates/', { body })).id);
    }
    const met: string[] = [];
    for await (const { id } of sarraf.each(templates, { query })) {
      met.push(id);
      await sarraf.request('DELETE /b/pbl/v2/notification-templates/{id}/', { path: { id } });
    }
    assert.deepEqual(met.toSorted(), made.toSorted());
    assert.equal((await sarraf.request(templates, { query })).count, 0);
  });

  it('charges what the wallets of devices have handed over, once', async () => {
    const pay = { google: googlePayload(), apple: applePayload() };
    const { session_id } = await sarraf.transactions.create(sale());
    const paidBy = await sarraf.deviceWallets.googlePay({ session_id, payload: pay.google });
    assert.equal('state' in paidBy && paidBy.state, 'paid');
    const other = (await sarraf.transactions.create(sale())).session_id;
    const line = await losesFirstAnswer(system.run.api, 'POST /b/pbl/v2/payment/apple-pay/');
    const behind = createSarraf({ baseUrl: line.url, privateKey: system.run.keys.private });
    await behind.deviceWallets.applePay({ session_id: other, payload: pay.apple });
    await line.close();
    assert.deepEqual([line.keys.length, new Set(line.keys).size], [2, 1]);
    assert.deepEqual(await sandboxNetworkOf(system).moved(other), ['capture 12.340 KWD']);
    const again = await thrownBy(
      sarraf.deviceWallets.applePay({
        session_id: (await sarraf.transactions.create(sale())).session_id,
        payload: pay.apple,
      }),
    );
    assert.deepEqual([again.status, again.code], [409, 'duplicate_request']);
    const asked = await sarraf.deviceWallets.googlePay({
      session_id: (await sarraf.transactions.create(sale())).session_id,
      payload: googlePayload(sandboxToken('challenge')),
    });
    assert.ok('redirect_url' in asked && asked.status === '3DS');
  });

  it('gives the same payment for the same key, and says where the request is another one', async () => {
    const body = sale();
    const key = { idempotencyKey: body.order_no };
    const first = await sarraf.transactions.create(body, key);
    const again = await sarraf.transactions.create(body, key);
    assert.equal(again.session_id, first.session_id);
    const error = await thrownBy(sarraf.transactions.create({ ...body, amount: '1.000' }, key));
    assert.deepEqual(
      [error.status, error.code, error.mayBeDone],
      [409, 'idempotency_conflict', false],
    );
  });

  it('refunds once where the answer is lost and the client asks again', async () => {
    const { sessionId } = await paid();
    const line = await losesFirstAnswer(system.run.api, 'POST /b/pbl/v2/operation/');
    const behind = createSarraf({ baseUrl: line.url, privateKey: system.run.keys.private });
    const refund = await behind.transactions.refund(sessionId, { amount: '3.000' });
    await line.close();

    assert.equal(refund.result, 'success');
    assert.deepEqual(line.keys.length, 2);
    assert.equal(line.keys[0], line.keys[1]);
    assert.deepEqual(await sandboxNetworkOf(system).moved(sessionId), [
      'capture 12.340 KWD',
      'refund 3.000 KWD',
    ]);
  });

  it('cancels, and changes what nobody has paid', async () => {
    const { session_id: id } = await sarraf.transactions.create(sale());
    assert.equal((await sarraf.transactions.update(id, { amount: '1.500' })).amount, '1.500');
    assert.equal((await sarraf.transactions.cancel(id)).result, 'success');
    assert.equal((await sarraf.transactions.retrieve(id)).state, 'canceled');
  });

  it('makes and reads an invoice, and lists methods, cards, agreements, requests and reports', async () => {
    const { session_id: id } = await sarraf.invoices.create({
      type: 'e_commerce',
      pg_codes: ['sandbox'],
      currency_code: 'KWD',
      invoice_number: `N-${randomUUID().slice(0, 8)}x`,
      due_date: '2030-01-31',
      customer_email: 'sara@example.com',
      invoice_items: [{ sku: 'A', description: 'Coffee', quantity: '2', unit_price: '1.000' }],
    });
    assert.ok(id);
    assert.equal((await sarraf.invoices.retrieve(id)).session_id, id);
    const { payment_methods: methods } = await sarraf.paymentMethods.list({ plugin: 'e_commerce' });
    assert.ok(methods.some(({ code }) => code === 'sandbox'));
    assert.deepEqual(await sarraf.cards.list({ customer_id: 'nobody-here', type: 'sandbox' }), []);
    for (const list of [sarraf.agreements, sarraf.operationRequests, sarraf.reports])
      assert.ok(Array.isArray((await list.list()).results));
  });

  for (const { what, ask, expected } of [
    {
      what: 'fields at fault',
      ask: (client: Sarraf) =>
        client.transactions.create({ ...sale(), amount: '1.2345', pg_codes: ['nobody'] }),
      expected: { status: 400, code: 'validation_error', fields: ['amount', 'pg_codes'] },
    },
    {
      what: 'a payment that nobody has',
      ask: (client: Sarraf) => client.transactions.retrieve('f'.repeat(40)),
      expected: { status: 404, code: 'not_found', fields: [] },
    },
    {
      what: 'a state that forbids it',
      ask: async (client: Sarraf) =>
        client.transactions.refund((await client.transactions.create(sale())).session_id),
      expected: { status: 400, code: 'invalid_state', fields: [] },
    },
    {
      what: 'a wrong key',
      ask: () =>
        createSarraf({ baseUrl: system.run.api, privateKey: 'a1b2c3d4.wrong' }).agreements.list(),
      expected: { status: 401, code: 'invalid_credentials', fields: [] },
    },
  ])
    it(`throws an error with its parts for ${what}`, async () => {
      const { status, code, fields, requestId, mayBeDone } = await thrownBy(ask(sarraf));
      assert.deepEqual({ status, code, fields: Object.keys(fields).toSorted() }, expected);
      assert.ok(requestId);
      assert.equal(mayBeDone, false);
    });

  it('knows a public key of the real system before it is sent anywhere', () => {
    const { api, keys } = system.run;
    assert.throws(() => createSarraf({ baseUrl: api, privateKey: keys.public }), /public key/);
  });
});

/** A line to the API on which the first answer to a route gets lost, after the API has given it. */
async function losesFirstAnswer(api: string, route: string) {
  const keys: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    const passOn = async (): Promise<void> => {
      const { method = '', url = '', headers } = request;
      const body = await buffer(request);
      const answer = await fetch(api + url, {
        method,
        headers: Object.fromEntries(
          ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
            const value = headers[name];
            return typeof value === 'string' ? [[name, value]] : [];
          }),
        ),
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      const text = await answer.text();
      if (`${method} ${url}` === route && keys.push(headers['idempotency-key']) === 1) {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
    };
    passOn().catch(() => request.socket.destroy());
  });
  return { ...(await listening(server.listen(0, '127.0.0.1'))), keys };
}

async function thrownBy(call: Promise<unknown>): Promise<SarrafError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof SarrafError, String(error));
  return error;
}
