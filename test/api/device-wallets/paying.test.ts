import assert from 'node:assert/strict';
import { codeOf } from '../../support/builders.ts';
import { theSystem, type System } from '../../support/system.ts';
import { part, SALE, textIn, until, type Json } from '../../support/http.ts';
import { sandboxNetworkOf } from '../support/network.ts';
import { transactionOf, untilState } from '../support/records.ts';
import { aShop, type Shop } from '../support/shop.ts';
import { applePayload, googlePayload, sandboxToken } from './support.ts';

const GOOGLE = '/b/pbl/v2/payment/google-pay/';
const APPLE = '/b/pbl/v2/payment/apple-pay/';

describe('paying with Google Pay by the merchant’s server', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('sandbox'));
    assert.ok(opened);
    const keeps = { ...opened.account, code: codeOf('sandbox-keeps'), tokenizable: true };
    await system.store.gatewayAccounts.put(keeps, opened.settings);
  });
  const pay = (session_id: string, payload: Json = googlePayload(), more: Json = {}) =>
    shop.client.call('POST', GOOGLE, { session_id, payload, ...more });

  const payloadName = async (id: string) => {
    const { merchantId, sessionId, attempts } = await transactionOf(system, id);
    const referenceNumber = attempts.at(-1)?.referenceNumber;
    assert.ok(referenceNumber);
    return { merchantId, sessionId, referenceNumber };
  };
  const create = (card: string) =>
    shop.client.create({
      ...SALE,
      payment_instrument: {
        instrument_type: 'google_pay',
        payload: googlePayload(sandboxToken(card)),
      },
    });

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

  it('keeps the payload sealed until the gateway has answered, and then not at all', async () => {
    for (const card of ['visa', 'decline', 'challenge']) {
      const id = await shop.client.sale();
      await pay(id, googlePayload(sandboxToken(card)));
      const name = await payloadName(id);
      // A gateway that takes longer than our patience has not answered yet: then it is asked until it has.
      await until(
        `the payload of ${card} is gone`,
        async () => (await system.store.devicePayloads.find(name)) === undefined,
        100_000,
      );
    }
  });

  it('takes a payload once, by whatever payment and however it is asked', async () => {
    const payload = googlePayload();
    const [first, second] = [await shop.client.sale(), await shop.client.sale()];
    const answers = await Promise.all([1, 2, 3].map(() => pay(first, payload)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409)
        assert.deepEqual([body['code'], body['result']], ['duplicate_request', 'failed']);
    const again = await pay(second, payload);
    assert.deepEqual([again.status, again.body['code']], [409, 'duplicate_request']);
    assert.deepEqual((await transactionOf(system, second)).attempts, []);
    assert.deepEqual(await sandboxNetworkOf(system).moved(first), ['capture 12.340 KWD']);
  });

  it('gives the first answer to the same Idempotency-Key', async () => {
    const id = await shop.client.sale();
    const body = { session_id: id, payload: googlePayload() };
    const key = { 'Idempotency-Key': `device-${id}` };
    const [first, second] = [
      await shop.client.post(GOOGLE, body, key),
      await shop.client.post(GOOGLE, body, key),
    ];
    assert.equal(first.status, 200, first.text);
    assert.deepEqual([second.status, second.text], [200, first.text]);
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  it('charges what Apple Pay has handed over in the same way', async () => {
    const id = await shop.client.sale();
    const answer = await shop.client.call('POST', APPLE, {
      session_id: id,
      payload: applePayload(),
    });
    assert.deepEqual([answer.status, answer.body['state']], [200, 'paid'], answer.text);
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  for (const [kind, payload] of [
    ['apple_pay', applePayload],
    ['google_pay', googlePayload],
  ] as const)
    it(`pays in the request that creates the payment, with ${kind}`, async () => {
      const payment_instrument = { instrument_type: kind, payload: payload() };
      const answer = await shop.client.create({ ...SALE, payment_instrument });
      assert.deepEqual([answer.status, answer.body['state']], [201, 'paid'], answer.text);
      const moved = await sandboxNetworkOf(system).moved(textIn(answer.body, 'session_id'));
      assert.deepEqual(moved, ['capture 12.340 KWD']);
    });

  it('makes a payment whose bank asks first, and one that was declined, in that same request', async () => {
    const asked = await create('challenge');
    assert.deepEqual([asked.status, asked.body['status']], [200, '3DS'], asked.text);
    const declined = await create('decline');
    assert.deepEqual(
      [declined.status, declined.body['code'], declined.body['state']],
      [400, 'gateway_declined', 'attempted'],
      declined.text,
    );
  });

  const wrong: readonly (readonly [string, Json, (body: Json) => unknown])[] = [
    ['no payment data of Apple’s', { wallet: 'apple_pay', payload: {} }, ({ payload }) => payload],
    [
      'an empty one, as a simulated device gives',
      { wallet: 'apple_pay', payload: { paymentData: {} } },
      ({ payload }) => /simulated device/.test(JSON.stringify(payload)),
    ],
    [
      'an encryption for the merchant',
      {
        wallet: 'google_pay',
        payload: {
          apiVersion: 2,
          paymentMethodData: { tokenizationData: { type: 'DIRECT', token: 'x' } },
        },
      },
      ({ payload }) => /PAYMENT_GATEWAY/.test(JSON.stringify(payload)),
    ],
    [
      'a token that is none',
      {
        wallet: 'google_pay',
        payload: {
          apiVersion: 2,
          paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token: 7 } },
        },
      },
      ({ payload }) => payload,
    ],
    ['no payload', { wallet: 'google_pay' }, ({ payload }) => payload],
    [
      'an account that takes no wallet',
      { wallet: 'google_pay', payload: googlePayload(), pg_code: 'cash' },
      ({ pg_code }) => pg_code,
    ],
    [
      'a payment that there is not',
      { wallet: 'google_pay', payload: googlePayload(), session_id: '0'.repeat(40) },
      ({ session_id }) => session_id,
    ],
  ];
  for (const [what, { wallet, ...body }, fault] of wrong)
    it(`is 400 on its field for ${what}, and nothing is begun`, async () => {
      const id = await shop.client.sale();
      const path = wallet === 'apple_pay' ? APPLE : GOOGLE;
      const answer = await shop.client.call('POST', path, { session_id: id, ...body });
      assert.equal(answer.status, 400, answer.text);
      assert.ok(fault(answer.body), answer.text);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
    });

  it('is refused where a card is to be kept, because no card comes of a wallet', async () => {
    const id = await shop.client.sale({
      payment_type: 'save_card',
      amount: '0',
      customer_id: 'c1',
      pg_codes: ['sandbox-keeps'],
      webhook_url: 'https://shop.example.test/hook',
    });
    const answer = await pay(id);
    assert.deepEqual(
      [answer.status, answer.body['code']],
      [400, 'operation_not_supported'],
      answer.text,
    );
  });
});
