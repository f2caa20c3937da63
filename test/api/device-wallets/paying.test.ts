import assert from 'node:assert/strict';
import { theSystem, type System } from '../../support/system.ts';
import { part, textIn, type Json } from '../../support/http.ts';
import { sandboxNetworkOf } from '../support/network.ts';
import { transactionOf, untilState } from '../support/records.ts';
import { aShop, type Shop } from '../support/shop.ts';
import { googlePayload, sandboxToken } from './support.ts';

const GOOGLE = '/b/pbl/v2/payment/google-pay/';

describe('paying with Google Pay by the merchant’s server', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
  });
  const pay = (session_id: string, payload: Json = googlePayload(), more: Json = {}) =>
    shop.client.call('POST', GOOGLE, { session_id, payload, ...more });

  it('charges the payment, and answers how it stands', async () => {
    const id = await shop.client.sale();
    const answer = await pay(id);
    assert.equal(answer.status, 200, answer.text);
    const { body } = answer;
    assert.deepEqual(
      [body['session_id'], body['result'], body['state'], body['operation']],
      [id, 'success', 'paid', 'payment'],
    );
    assert.equal(part(body, 'pg_response')['status'], 'CAPTURED');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  it('is 400 with the reason where the card is declined, and the payer may try again', async () => {
    const id = await shop.client.sale();
    const answer = await pay(id, googlePayload(sandboxToken('insufficient-funds')));
    assert.deepEqual(
      [answer.status, answer.body['result'], answer.body['code'], answer.body['state']],
      [400, 'failed', 'gateway_declined', 'attempted'],
      answer.text,
    );
    assert.equal((await pay(id)).status, 200);
  });

  it('gives the page of the bank where that asks the payer', async () => {
    const id = await shop.client.sale();
    const { status, body, text } = await pay(id, googlePayload(sandboxToken('challenge')));
    assert.equal(status, 200, text);
    const { redirect_url, reference_number, ...rest } = body;
    assert.deepEqual(rest, {
      status: '3DS',
      method: 'redirect',
      session_id: id,
      form_of_payment: 'google_pay',
      challenge_occurred: true,
    });
    assert.ok(String(redirect_url).startsWith(system.run.simulator), text);
    const [payment] = await sandboxNetworkOf(system).paymentsOf(String(reference_number));
    assert.ok(payment);
    await sandboxNetworkOf(system).passChallenge(textIn(payment, 'id'));
    await untilState(system, id, 'paid');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  it('charges once where the answer of the gateway is lost', async () => {
    const id = await shop.client.sale();
    const answer = await pay(id, googlePayload(sandboxToken('lost-answer')));
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await transactionOf(system, id)).attempts.length, 1);
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });
});
