import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripe } from '../../../gateways/stripe/index.ts';
import { kwd } from '../../support/builders.ts';
import { operationOn, isFault, stripeSide } from './support.ts';

const { operate, inquireOperation } = stripe;
assert.ok(operate && inquireOperation);

describe('the gateway stripe: an operation', () => {
  const { network, book, right, paid, reportOn, readOf } = stripeSide();

  it('is asked for under the key once, whatever was lost', async () => {
    for (const kind of ['capture', 'void'] as const) {
      const held = await paid({ kind: 'authorize' });
      const request = operationOn(held, kind);
      const on = `post /v1/payment_intents/{intent}/${kind === 'capture' ? 'capture' : 'cancel'}`;
      network.stripe.fail({ on, fault: 'lost' });
      await assert.rejects(operate(right(), request), isFault('unknown'));
      const done = await operate(right(), request);
      assert.deepEqual([done.kind, done.result], [kind, 'done']);
      assert.deepEqual(await inquireOperation(right(), request), done);
    }
  });

  for (const [code, kind] of [
    ['rate_limit', 'unsent'],
    // Another request has the object: what was asked for before may be under way.
    ['lock_timeout', 'unknown'],
  ] as const)
    it(`is ${kind} where Stripe answers 429 ${code}`, async () => {
      const busy = createServer((_, response) => {
        response
          .writeHead(429, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { type: 'invalid_request_error', code } }));
      }).listen(0, '127.0.0.1');
      await once(busy, 'listening');
      const { port } = busy.address() as AddressInfo;
      const settings = network.settings(`http://127.0.0.1:${port}`);
      const request = operationOn(await paid(), 'refund');
      await assert.rejects(operate(settings, request), isFault(kind));
      busy.close();
      busy.closeAllConnections();
    });

  it('is refused without the name of the payment, and told how to get it', async () => {
    const { gatewayPayment: _name, ...request } = operationOn(await paid(), 'refund');
    await assert.rejects(operate(right(), request), /inquire the payment/);
  });

  it('is another one than that of somebody else', async () => {
    const held = await paid({ kind: 'authorize' });
    book.capture(held.intent['id'], { amount_to_capture: 5000 });
    const asked = inquireOperation(right(), operationOn(held, 'capture'));
    assert.deepEqual(await asked, { step: 'unheard-of' });
  });

  it('of a hold that was captured in part says what was held', async () => {
    const held = await paid({ kind: 'authorize' });
    await operate(right(), { ...operationOn(held, 'capture'), amount: kwd('2.500') });
    const { outcome } = await reportOn(held.names);
    assert.deepEqual(outcome, { result: 'success', kind: 'authorize', charged: kwd('12.500') });
  });

  it('on a hold that was freed leaves its attempt a success', async () => {
    const held = await paid({ kind: 'authorize' });
    await operate(right(), operationOn(held, 'void'));
    const { outcome } = await reportOn(held.names);
    assert.deepEqual(outcome, { result: 'success', kind: 'authorize', charged: kwd('12.500') });
  });

  for (const [what, status, event] of [
    ['comes back', 'failed', 'refund.failed'],
    ['is canceled in the dashboard', 'canceled', 'refund.updated'],
  ] as const)
    it(`is undone when a refund that was done ${what}, and what it gave back can be given back again`, async () => {
      const payment = await paid();
      const request = operationOn(payment, 'refund');
      const done = await operate(right(), request);
      const read = await readOf(event, () => book.decideRefund(done.gatewayReference, status));
      assert.ok(read.step === 'operation');
      assert.deepEqual(
        [read.report.result, read.report.referenceNumber, read.report.amount],
        ['reversed', request.referenceNumber, done.amount],
      );
      assert.deepEqual(await inquireOperation(right(), request), read.report);
      const again = await operate(right(), operationOn(payment, 'refund'));
      assert.deepEqual([again.result, again.amount], ['done', done.amount]);
    });
});
