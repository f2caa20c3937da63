import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { signatureOf } from '../../transports/signature.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  part,
  send,
  textIn,
  until,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork } from './support/payer.ts';
import { eventsOf, messagesTo, transactionOf, untilState } from './support/records.ts';
import { webhookReceiver } from '../journeys/support/webhook-receiver.ts';

const INQUIRY = '/b/pbl/v2/inquiry/';

describe('POST /b/pbl/v2/inquiry/', () => {
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  const ask = (body: Json) => merchant.call('POST', INQUIRY, body);

  /** A sale whose payer is at the network. */
  const atNetwork = async (more: Json = {}) => {
    const id = await merchant.sale(more);
    return { id, paymentId: paymentIdIn(await goToNetwork(system, id)) };
  };
  const paid = async (more: Json = {}) => {
    const { id, paymentId } = await atNetwork(more);
    await network.pay(paymentId);
    await untilState(system, id, 'paid');
    // The state and its event are written at the same time.
    if ('webhook_url' in more)
      await until('its event', async () => (await eventsOf(system, id))[0]);
    return id;
  };
  /** Asks again as late as it is told to: the sandbox's throttle is open after five seconds. */
  const askInTime = async (body: Json) => {
    const answer = await ask(body);
    if (answer.status !== 429) return answer;
    await wait(1000 * Number(answer.headers.get('retry-after')));
    return ask(body);
  };

  it('of a paid transaction answers at once what the webhook said, signed', async () => {
    const webhook = { webhook_url: `${system.run.demo}/webhooks`, order_no: randomUUID() };
    const id = await paid({ ...webhook, extra: { b: 1, a: 'two' }, customer_email: 'a@b.co' });
    const answer = await ask({ session_id: id });
    assert.equal(answer.status, 200, answer.text);
    const [event] = await eventsOf(system, id);
    const { timestamp_utc: _then, ...told } = event?.payload ?? {};
    const { timestamp_utc: now, signature, ...said } = answer.body;
    assert.deepEqual(said, told);
    assert.match(String(now), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const { webhook: key } = system.run.keys;
    const payload = JSON.parse(answer.text) as Record<string, string>;
    assert.equal(signature, signatureOf(payload, { key, scheme: 'standard' }));
  });

  it('finds it by order_no too, and answers a form', async () => {
    const orderNo = randomUUID();
    await paid({ order_no: orderNo });
    const byOrder = await ask({ order_no: orderNo });
    assert.deepEqual([byOrder.status, byOrder.body['state']], [200, 'paid']);
    const byForm = await send(`${system.run.api}${INQUIRY}`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${system.run.keys.private}` },
      body: new URLSearchParams({ order_no: orderNo, notify_webhook_url: 'false' }),
    });
    assert.deepEqual([byForm.status, byForm.body['order_no']], [200, orderNo]);
  });

  it('asks the network, whose word had been lost', async function () {
    this.timeout(120_000);
    const { id, paymentId } = await atNetwork();
    await network.pay(paymentId, { callback: false });
    const answer = await askInTime({ session_id: id });
    assert.deepEqual([answer.status, answer.body['result']], [200, 'success'], answer.text);
    assert.equal((await transactionOf(system, id)).state, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('is 429 with Retry-After while it is too early, and says when it is not', async function () {
    this.timeout(120_000);
    const { id } = await atNetwork();
    const first = await askInTime({ session_id: id });
    assert.deepEqual([first.status, first.body['result']], [200, 'pending'], first.text);
    // How long a new payment waits may be over before it is asked about; the next question has the whole time before it.
    const heard = await messagesTo(system, id);
    const early = await ask({ session_id: id });
    assert.deepEqual([early.status, early.body['code']], [429, 'throttled']);
    assert.equal(await messagesTo(system, id), heard, 'A run hears only so much.');
    assert.equal((await transactionOf(system, id)).inquiredAt?.length, 1);
    const seconds = Number(early.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 10, `${seconds}`);
    await wait(seconds * 1000);
    const second = await ask({ session_id: id });
    assert.deepEqual([second.status, second.body['result']], [200, 'pending'], second.text);
  });

  it('tells the webhook only when it is asked to, there or at another address', async () => {
    const id = await paid({ webhook_url: `${system.run.demo}/webhooks` });
    await ask({ session_id: id });
    await ask({ session_id: id, webhook_url: 'https://shop.example/unused' });
    assert.equal((await eventsOf(system, id)).length, 1);
    await ask({ session_id: id, notify_webhook_url: true });
    const receiver = await webhookReceiver();
    try {
      await ask({ session_id: id, notify_webhook_url: true, webhook_url: receiver.url });
      await until('the receiver is called', async () => receiver.received().length > 0);
    } finally {
      await receiver.close();
    }
    const events = await eventsOf(system, id);
    assert.deepEqual(
      events.map(({ url, sequence, payload }) => [url, sequence, payload['state']]),
      [
        [`${system.run.demo}/webhooks`, 1, 'paid'],
        [`${system.run.demo}/webhooks`, 2, 'paid'],
        [receiver.url, 3, 'paid'],
      ],
    );
  });

  it('refuses an address of the inside of our network: the event is kept, and no call made', async () => {
    const id = await paid();
    const url = 'http://169.254.169.254/latest/meta-data/';
    const answer = await ask({ session_id: id, notify_webhook_url: true, webhook_url: url });
    assert.equal(answer.status, 200);
    const [call] = await until('the call is written down', async () => {
      const [event] = await eventsOf(system, id);
      return event !== undefined && event.calls.length > 0 && event.calls;
    });
    assert.equal(call?.status, undefined);
    assert.match(call?.error ?? '', /no connection/);
  });

  it('says failed and why while nobody has tried to pay', async () => {
    const id = await merchant.sale();
    const { status, body } = await ask({ session_id: id });
    assert.deepEqual([status, body['result'], body['code']], [400, 'failed', 'invalid_state']);
    assert.match(textIn(body, 'detail'), /created/);
  });

  it('of a canceled transaction says so without a question to the network', async () => {
    const id = await merchant.sale();
    await send(`${system.run.api}/checkout/${id}/cancel/`, { method: 'POST' });
    await untilState(system, id, 'canceled');
    const { status, body } = await ask({ session_id: id });
    assert.deepEqual([status, body['result'], body['state']], [200, 'canceled', 'canceled']);
    assert.equal(part(body, 'amount_details')['total'], '12.340');
  });

  it('needs to know which transaction is meant', async () => {
    // A merchant of its own: so many questions are more than one may ask in a minute beside those above.
    const { client } = await anotherMerchant(system);
    const orderNo = randomUUID();
    const ids = [await client.sale({ order_no: orderNo }), await client.sale()];
    await client.sale({ order_no: orderNo });
    const faults: readonly (readonly [Json, number, readonly string[]])[] = [
      [{}, 400, ['session_id', 'order_no']],
      [{ session_id: '', order_no: null }, 400, ['session_id', 'order_no']],
      [{ order_no: orderNo }, 400, ['order_no']],
      [{ session_id: ids[1], order_no: orderNo }, 400, ['order_no']],
      [{ session_id: 7 }, 400, ['session_id']],
      [{ session_id: 'x'.repeat(129) }, 400, ['session_id']],
      [{ session_id: ids[0], notify_webhook_url: 'yes' }, 400, ['notify_webhook_url']],
      [{ session_id: ids[0], webhook_url: 'ftp://shop.example/' }, 400, ['webhook_url']],
      [
        { session_id: ids[0], webhook_url: `https://shop.example/${'x'.repeat(200)}` },
        400,
        ['webhook_url'],
      ],
      [{ session_id: '0'.repeat(40) }, 404, ['detail', 'code']],
      [{ session_id: '../../etc' }, 404, ['detail', 'code']],
      [{ order_no: randomUUID() }, 404, ['detail', 'code']],
    ];
    for (const [body, status, keys] of faults) {
      const answer = await client.call('POST', INQUIRY, body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [status, keys], answer.text);
    }
  });

  it("does not know another merchant's transactions, and needs a key", async () => {
    const other = await anotherMerchant(system);
    const theirs = await other.client.sale();
    assert.equal((await ask({ session_id: theirs })).status, 404);
    const stranger = merchantAt(system.run.api, 'not.a.key');
    assert.equal((await stranger.call('POST', INQUIRY, {})).status, 401);
  });
});
