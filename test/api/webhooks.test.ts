import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { assertDocumentedEvent } from '../support/documented.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  rows,
  textIn,
  until,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { sessionId } from '../../domain/ids.ts';
import { close, listen } from '../transports/support/listen.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { DEMO, transactionOf } from './support/records.ts';
import { aShop } from './support/shop.ts';
import { goToNetwork } from './support/payer.ts';

const DELIVERIES = '/b/webhooks/v1/deliveries/';
const TESTS = '/b/webhooks/v1/test-events/';

interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

describe('the care of webhooks', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  let receiver: Server;
  let url: string;
  let says = 200;
  let takesMs = 0;
  const heard: Call[] = [];

  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const headers = request.headers as Readonly<Record<string, string>>;
        heard.push({ headers, body: Buffer.concat(parts).toString() });
        // Nobody comes again by themselves while a test looks.
        if (says >= 500) response.setHeader('Retry-After', '600');
        setTimeout(() => response.writeHead(says).end(`said ${says}; password=hunter2`), takesMs);
      });
    });
    url = `http://127.0.0.1:${await listen(receiver)}/hooks?secret=abc`;
  });
  beforeEach(() => {
    says = 200;
    takesMs = 0;
  });
  after(() => close(receiver));

  const read = (id: string) => merchant.call('GET', `${DELIVERIES}${id}/`);
  const list = (query: Readonly<Record<string, string>>) =>
    merchant.call('GET', `${DELIVERIES}?${String(new URLSearchParams(query))}`);
  const heardOf = (id: string) => {
    const found = heard.filter(({ headers }) => headers['x-event-id'] === id);
    for (const { body } of found) assertDocumentedEvent(JSON.parse(body) as Json);
    return found;
  };

  /** A payment that was declined, whose webhook the receiver has answered with a status. */
  async function told(status: number): Promise<{ readonly session: string; readonly id: string }> {
    says = status;
    const session = await merchant.sale({ webhook_url: url, extra: { api_token: 'sesame' } });
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
    const [delivery] = await until('the webhook was called', async () => {
      const found = rows((await list({ session_id: session })).body, 'results');
      return found[0]?.['calls_made'] === 1 && found;
    });
    assert.ok(delivery);
    return { session, id: textIn(delivery, 'id') };
  }

  it('shows a delivery with its call, and no secret in it', async () => {
    const { session, id } = await told(200);
    const { status, body, text: whole } = await read(id);
    assert.equal(status, 200, whole);
    assert.deepEqual(
      [body['state'], body['event_type'], body['session_id'], body['calls_made']],
      ['delivered', 'payment.paid', session, 1],
    );
    const [call] = rows(body, 'calls');
    assert.equal(call?.['status'], 200);
    assert.equal(call['response_body'], 'said 200; password="[removed]"');
    assert.equal(body['url'], url.replace('abc', '…'));
    const posted = JSON.parse(textIn(body, 'request_body')) as Json;
    assert.deepEqual(posted['extra'], { api_token: '[removed]' });
    assert.ok(!whole.includes('sesame') && !whole.includes('hunter2'));
  });

  it('holds what is told while webhooks are switched off: the payer is not kept, and it can be sent again', async () => {
    const demo = await system.store.merchants.find(DEMO);
    assert.ok(demo);
    const { webhooks } = demo;
    const shop = await aShop(system, {}, { webhooks: { ...webhooks, enabled: false } });
    const session = await shop.client.sale({
      webhook_url: url,
      redirect_url: 'https://shop.example.test/thanks',
    });
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
    const only = async () => {
      const query = new URLSearchParams({ session_id: session });
      const answer = await shop.client.call('GET', `${DELIVERIES}?${String(query)}`);
      return rows(answer.body, 'results')[0];
    };
    const held = await until('it is held', async () => {
      const found = await only();
      return found?.['state'] === 'held' && found;
    });
    const id = textIn(held, 'id');
    assert.deepEqual([held['calls_made'], heardOf(id)], [0, []]);
    const status = await until('the way of the payer is known', async () => {
      const { notice } = await transactionOf(system, session);
      return notice?.status !== 'pending' && notice?.status;
    });
    assert.equal(status, 'none');
    await shop.set({ webhooks });
    await until('it is sent', async () => {
      // It is held once more where nobody has seen yet that webhooks are on.
      await shop.client.call('POST', `${DELIVERIES}${id}/replay/`);
      return (await only())?.['state'] === 'delivered';
    });
    assert.ok(heardOf(id).length > 0);
  });

  it('waits for a receiver that takes longer than a save may wait, and calls it once', async () => {
    takesMs = 700;
    const { session, id } = await told(201);
    const name = sessionId(session);
    assert.ok(name);
    const run = system.temporal.workflow.getHandle(transactionWorkflowId(name));
    assert.equal(await run.result(), 'paid');
    const { events } = await run.fetchHistory();
    const activities = (events ?? []).flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
    );
    assert.equal(activities.at(-1), 'sendWebhook');
    assert.equal(heardOf(id).length, 1);
    assert.equal((await read(id)).body['state'], 'delivered_stay');
  });

  it('lists by state, type, session and time, page by page', async () => {
    const { session, id } = await told(200);
    const { body: one } = await read(id);
    const created = Date.parse(textIn(one, 'created_at'));
    const span = {
      created_after: new Date(created - 1000).toISOString(),
      created_before: new Date(created + 1000).toISOString(),
    };
    const ids = async (query: Readonly<Record<string, string>>) =>
      rows((await list({ ...span, ...query })).body, 'results').map((row) => row['id']);
    assert.ok((await ids({ state: 'delivered', event_type: 'payment.paid' })).includes(id));
    assert.ok(!(await ids({ state: 'failed' })).includes(id));
    assert.ok(!(await ids({ event_type: 'refund.success' })).includes(id));
    assert.deepEqual(await ids({ session_id: session }), [id]);
    const first = await list({ limit: '1' });
    const next = textIn(first.body, 'next').replace(system.run.api, '');
    const second = await merchant.call('GET', next);
    assert.equal(second.status, 200, second.text);
    assert.equal(rows(second.body, 'results').length, 1);
    assert.notDeepEqual(rows(second.body, 'results'), rows(first.body, 'results'));
  });

  it('sends an event again under the same id, at once while it waits and after its end', async () => {
    const { id } = await told(500);
    assert.equal((await read(id)).body['state'], 'sending');
    says = 200;
    assert.equal((await merchant.call('POST', `${DELIVERIES}${id}/replay/`)).status, 202);
    await until('it is delivered', async () => (await read(id)).body['state'] === 'delivered');
    const times = heardOf(id).length;
    assert.equal((await merchant.call('POST', `${DELIVERIES}${id}/replay/`)).status, 202);
    await until('it was called once more', async () => heardOf(id).length === times + 1);
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await merchant.post(`${DELIVERIES}${id}/replay/`, {}, key);
    const again = await merchant.post(`${DELIVERIES}${id}/replay/`, {}, key);
    assert.deepEqual([again.status, again.text], [202, first.text]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const payloads = heardOf(id).map(({ body }) => body);
    assert.equal(new Set(payloads).size, 1);
  });

  it('is said to the payer to go on only while somebody goes on', async () => {
    const { session, id } = await told(500);
    const isSaidToGoOn = async () => {
      const page = await fetch(`${system.run.api}/b/checkout/result/${session}?language=en`);
      return (await page.text()).includes('We are still telling');
    };
    await until('the payer is told', isSaidToGoOn);
    says = 200;
    await merchant.call('POST', `${DELIVERIES}${id}/replay/`);
    await until('it is delivered', async () => (await read(id)).body['state'] === 'delivered');
    assert.equal(await isSaidToGoOn(), false);
  });

  it('sends a test event that verifies, and answers what the receiver said', async () => {
    const sent = await merchant.call('POST', TESTS, { event_type: 'refund.success', url });
    assert.equal(sent.status, 200, sent.text);
    const { id, state, event_type: type, test, session_id: session } = sent.body;
    assert.deepEqual(
      [state, type, test, session],
      ['delivered', 'refund.success', true, undefined],
    );
    const [call] = heardOf(String(id));
    assert.ok(call);
    const key = Buffer.from(system.run.keys.webhook).toString('base64');
    const posted = new Webhook(key).verify(call.body, call.headers) as Json;
    assert.deepEqual(posted['extra'], { test_event: true });
  });

  it('calls for a test once, and says what went wrong', async () => {
    says = 503;
    const sent = await merchant.call('POST', TESTS, { url });
    assert.equal(sent.status, 200, sent.text);
    const id = textIn(sent.body, 'id');
    assert.equal(sent.body['event_type'], 'payment.paid');
    const end = await until('nobody calls any more', async () => {
      const { body } = await read(id);
      return body['state'] === 'failed' && body;
    });
    assert.deepEqual([end['calls_made'], rows(end, 'calls')[0]?.['status']], [1, 503]);
    assert.equal(heardOf(id).length, 1);
  });

  it('calls for a test that is sent again once more, and no oftener', async () => {
    says = 503;
    const id = textIn((await merchant.call('POST', TESTS, { url })).body, 'id');
    const ended = (calls: number) =>
      until('nobody calls any more', async () => {
        const { body } = await read(id);
        return body['state'] === 'failed' && body['calls_made'] === calls;
      });
    await ended(1);
    assert.equal((await merchant.call('POST', `${DELIVERIES}${id}/replay/`)).status, 202);
    await ended(2);
  });

  it('sends the same test once for the same Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await merchant.post(TESTS, { url }, key);
    const second = await merchant.post(TESTS, { url }, key);
    assert.equal(second.body['id'], first.body['id']);
    assert.equal(heardOf(textIn(first.body, 'id')).length, 1);
  });

  const BAD_LISTS = [
    [{ state: 'lost' }, 'state'],
    [{ event_type: 'payment.lost' }, 'event_type'],
    [{ created_after: 'yesterday' }, 'created_after'],
    [{ created_before: '2026-13-01' }, 'created_before'],
    [{ session_id: 'x'.repeat(129) }, 'session_id'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ cursor: Buffer.from('1.$gt').toString('base64url') }, 'cursor'],
  ] as const;
  for (const [query, field] of BAD_LISTS)
    it(`refuses a list with ${JSON.stringify(query).slice(0, 60)}`, async () => {
      const { status, body } = await list(query);
      assert.deepEqual([status, field in body], [400, true], JSON.stringify(body));
    });

  const BAD_TESTS = [
    [{ event_type: 'payment.lost' }, 'event_type'],
    [{ event_type: 1 }, 'event_type'],
    [{ url: 'ftp://shop.example/' }, 'url'],
    [{ url: 'shop' }, 'url'],
  ] as const;
  for (const [body, field] of BAD_TESTS)
    it(`refuses a test of ${JSON.stringify(body)}`, async () => {
      const answer = await merchant.call('POST', TESTS, body);
      assert.deepEqual([answer.status, field in answer.body], [400, true], answer.text);
    });

  it('refuses a test where nobody has said where to', async () => {
    const { client } = await anotherMerchant(system);
    const answer = await client.call('POST', TESTS, {});
    assert.deepEqual([answer.status, 'url' in answer.body], [400, true], answer.text);
  });

  it("does not know another merchant's deliveries, nor what is none", async () => {
    const { id } = await told(200);
    const { client } = await anotherMerchant(system);
    for (const path of [`${DELIVERIES}${id}/`, `${DELIVERIES}x/`, `${DELIVERIES}${randomUUID()}/`])
      assert.equal((await client.call('GET', path)).status, 404);
    assert.equal((await client.call('POST', `${DELIVERIES}${id}/replay/`)).status, 404);
    assert.deepEqual(rows((await client.call('GET', DELIVERIES)).body, 'results'), []);
  });
});
