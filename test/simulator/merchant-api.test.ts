import assert from 'node:assert/strict';
import { SECRET_KEY, aNetwork, dig, idOf, paymentBody } from './support.ts';
import type { TestNetwork } from './support.ts';

describe('the merchant API', () => {
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  after(async () => network.close());

  it('opens a payment and says where its page is', async () => {
    const { status, json } = await network.create();
    assert.equal(status, 201);
    const { id, page_url: page, created_at: created, updated_at: updated, ...rest } = json;
    assert.match(String(id), /^pay_[A-Za-z0-9]{24}$/u);
    assert.equal(page, `${network.url}/pay/${String(id)}`);
    assert.equal(created, updated);
    assert.deepEqual(rest, {
      status: 'OPEN',
      merchant_reference: 'demoAB12CD',
      amount: '12.340',
      currency: 'KWD',
      capture: true,
      language: 'en',
      description: 'Two pearls',
    });
  });

  it('answers the same key and body with the payment as it is now', async () => {
    const first = await network.create({ merchant_reference: 'replay' }, 'replay-key');
    await network.http('POST', `/control/payments/${idOf(first)}/cancel`, { json: {} });
    const again = await network.create({ merchant_reference: 'replay' }, 'replay-key');
    assert.equal(again.status, 200);
    assert.equal(again.headers.get('idempotent-replay'), 'true');
    assert.equal(first.headers.get('idempotent-replay'), null);
    assert.equal(idOf(again), idOf(first));
    assert.equal(again.json['status'], 'CANCELED');
  });

  it('opens one payment for many creations at once with one key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => network.create({ merchant_reference: 'many' }, 'many-key')),
    );
    assert.equal(new Set(answers.map(idOf)).size, 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  });

  it('closes an open payment, however often, and nobody is told by a callback', async () => {
    const opened = await network.create({ merchant_reference: 'closing' });
    const before = network.merchant.received.length;
    for (let times = 0; times < 2; times += 1) {
      const { status, json } = await network.http('POST', `/v1/payments/${idOf(opened)}/close`, {
        headers: { authorization: `Bearer ${SECRET_KEY}` },
      });
      assert.deepEqual(
        [status, json['status'], json['code']],
        [200, 'CANCELED', 'merchant_closed'],
      );
    }
    assert.equal(network.merchant.received.length, before);
  });

  it('refuses the same key with another body', async () => {
    await network.create({ amount: '1.000' }, 'conflict-key');
    const other = await network.create({ amount: '2.000' }, 'conflict-key');
    assert.equal(other.status, 409);
    assert.equal(dig(other.json, 'error', 'code'), 'idempotency_conflict');
  });

  it('refuses a creation without a key or without an account', async () => {
    const json = paymentBody(network.merchant.url);
    const authorization = `Bearer ${SECRET_KEY}`;
    const keyless = await network.http('POST', '/v1/payments', {
      headers: { authorization },
      json,
    });
    assert.equal(keyless.status, 400);
    assert.equal(dig(keyless.json, 'error', 'code'), 'idempotency_key_missing');
    for (const headers of [{}, { authorization: 'Bearer nobody' }, { authorization: SECRET_KEY }]) {
      const answer = await network.http('POST', '/v1/payments', {
        headers: { ...headers, 'idempotency-key': 'k' },
        json,
      });
      assert.equal(answer.status, 401);
      assert.equal(dig(answer.json, 'error', 'code'), 'unauthorized');
    }
  });

  for (const [field, value] of [
    ['amount', '12.34'],
    ['amount', 12.34],
    ['amount', '0.000'],
    ['currency', 'kwd'],
    ['merchant_reference', ''],
    ['merchant_reference', undefined],
    ['capture', 'yes'],
    ['return_url', '/relative'],
    ['return_url', 'javascript:alert(1)'],
    ['notify_url', 'https://user:secret@shop.example/'],
    ['language', 'fr'],
    ['description', 7],
  ] as const)
    it(`refuses ${field} ${JSON.stringify(value)} and says what to send`, async () => {
      const { status, json } = await network.create({ [field]: value });
      assert.equal(status, 400);
      assert.match(String(dig(json, 'error', 'message')), /^Send .+\.$/u);
    });

  it('refuses a body that is no JSON object, without quoting it', async () => {
    const response = await fetch(`${network.url}/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        'idempotency-key': 'broken',
        'content-type': 'application/json',
      },
      body: '{"card": 4242424242424242',
    });
    assert.equal(response.status, 400);
    assert.doesNotMatch(await response.text(), /42424242/u);
  });

  it('answers an inquiry by id and by reference', async () => {
    const id = await network.open({ merchant_reference: 'asked & answered' });
    const headers = { authorization: `Bearer ${SECRET_KEY}` };
    const byId = await network.http('GET', `/v1/payments/${id}`, { headers });
    const byReference = await network.http(
      'GET',
      '/v1/payments?merchant_reference=asked%20%26%20answered',
      { headers },
    );
    assert.equal(idOf(byId), id);
    assert.deepEqual(byReference.json, byId.json);
  });

  it('prefers the payment with the money when a reference was used twice', async () => {
    const paid = await network.open({ merchant_reference: 'twice' });
    const json = { card_number: '4242424242424242' };
    await network.http('POST', `/control/payments/${paid}/pay`, { json });
    await network.open({ merchant_reference: 'twice' });
    const answer = await network.http('GET', '/v1/payments?merchant_reference=twice', {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    assert.equal(idOf(answer), paid);
  });

  it('knows no unknown payment, and none of another account', async () => {
    await network.http('PUT', '/control/accounts/other', {
      json: { secret_key: 'sk_other', callback_secret: 'cs_other' },
    });
    const id = await network.open({ merchant_reference: 'mine' });
    for (const [path, key] of [
      ['/v1/payments/pay_nothing', SECRET_KEY],
      ['/v1/payments?merchant_reference=nothing', SECRET_KEY],
      [`/v1/payments/${id}`, 'sk_other'],
      ['/v1/payments?merchant_reference=mine', 'sk_other'],
    ] as const) {
      const headers = { authorization: `Bearer ${key}` };
      assert.equal((await network.http('GET', path, { headers })).status, 404);
    }
  });

  it('answers that it is alive and ready', async () => {
    assert.equal((await network.http('GET', '/healthz')).status, 200);
    assert.equal((await network.http('GET', '/readyz')).status, 200);
    assert.equal((await network.http('GET', '/nowhere')).status, 404);
  });
});
