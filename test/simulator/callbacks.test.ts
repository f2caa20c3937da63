import assert from 'node:assert/strict';
import { aNetwork, dig, expectedSignature, listOf, until } from './support.ts';
import type { Json, TestNetwork } from './support.ts';

describe('a callback', () => {
  let network: TestNetwork;
  beforeEach(async () => {
    network = await aNetwork();
  });
  afterEach(async () => network.close());

  const pay = async (id: string, over: Json = {}) =>
    network.http('POST', `/control/payments/${id}/pay`, {
      json: { card_number: '4242424242424242', ...over },
    });
  const deliveries = async (id: string) =>
    listOf(await network.http('GET', `/control/callbacks?payment_id=${id}`), 'callbacks');
  const eventIds = () =>
    new Set(network.merchant.received.map(({ body }) => dig(JSON.parse(body), 'event_id')));

  it('is signed, names its account and carries the payment as the API shows it', async () => {
    const id = await network.open();
    const answer = await pay(id);
    const [received] = network.merchant.received;
    assert.ok(received);
    const { headers, body } = received;
    const signature = String(headers['x-simulator-signature']);
    assert.match(signature, /^t=\d{10},v1=[0-9a-f]{64}$/u);
    assert.equal(signature, expectedSignature(signature, body));
    assert.equal(headers['x-simulator-account'], 'shop');
    const event: unknown = JSON.parse(body);
    assert.match(String(dig(event, 'event_id')), /^evt_[A-Za-z0-9]{24}$/u);
    assert.equal(dig(event, 'type'), 'payment.updated');
    assert.deepEqual(dig(event, 'payment'), answer.json);
    assert.deepEqual(answer.json, await network.payment(id));
  });

  it('is acknowledged before the customer’s stand-in gets an answer', async () => {
    const id = await network.open();
    await pay(id);
    assert.deepEqual(
      (await deliveries(id)).map(({ status }) => status),
      [200],
    );
  });

  it('is tried again with the same event until the merchant acknowledges', async () => {
    network.merchant.answer = (response, nth) => {
      response.writeHead(nth < 3 ? 500 : 204).end();
    };
    const id = await network.open();
    await pay(id);
    await until(async () => (await deliveries(id)).length === 3);
    assert.deepEqual(
      (await deliveries(id)).map(({ status }) => status),
      [500, 500, 204],
    );
    assert.equal(eventIds().size, 1);
    assert.equal((await network.ledger()).length, 1);
  });

  it('is given up after four tries', async () => {
    network.merchant.answer = (response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    };
    const id = await network.open();
    await pay(id);
    await until(async () => (await deliveries(id)).length === 4);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.deepEqual(
      (await deliveries(id)).map(({ status }) => status),
      [302, 302, 302, 302],
    );
  });

  it('is logged as timeout or unreachable when there is no answer', async () => {
    const nowhere = await network.open({ notify_url: 'http://127.0.0.1:1/' });
    await pay(nowhere);
    assert.equal((await deliveries(nowhere))[0]?.['status'], 'unreachable');
    await network.close();
    network = await aNetwork({ patience: { waitMs: 400, retryMs: [20, 40, 60] } });
    network.merchant.answer = () => undefined;
    const slow = await network.open();
    await pay(slow);
    assert.equal((await deliveries(slow))[0]?.['status'], 'timeout');
  });

  it('can be lost, and sent later with the event that was lost', async () => {
    const id = await network.open();
    const answer = await pay(id, { callback: false });
    assert.equal(answer.json['status'], 'CAPTURED');
    assert.equal(network.merchant.received.length, 0);
    const sent = await network.http('POST', `/control/payments/${id}/callback`, { json: {} });
    assert.equal(sent.status, 200);
    assert.deepEqual(eventIds(), new Set([sent.json['event_id']]));
  });

  it('can be repeated at once and late, always as the same event', async () => {
    const id = await network.open();
    await pay(id);
    const path = `/control/payments/${id}/callback`;
    await network.http('POST', path, { json: { times: 3 } });
    assert.equal(network.merchant.received.length, 4);
    const late = await network.http('POST', path, { json: { delay_ms: 30 } });
    assert.equal(late.status, 202);
    await until(() => network.merchant.received.length === 5);
    assert.equal(eventIds().size, 1);
    assert.equal(new Set(network.merchant.received.map(({ body }) => body)).size, 1);
  });

  it('cannot be sent for a payment that is still open', async () => {
    const id = await network.open();
    const answer = await network.http('POST', `/control/payments/${id}/callback`, { json: {} });
    assert.equal(answer.status, 409);
  });
});
