import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { mongo } from 'mongoose';
import { Webhook } from 'standardwebhooks';
import { signatureOf } from '../../transports/signature.ts';
import { addressId } from '../../store/webhook-endpoints.ts';
import { assertDocumentedEvent } from '../support/documented.ts';
import { theSystem, type System } from '../support/system.ts';
import { rows, textIn, until, type Json, type MerchantClient } from '../support/http.ts';
import { close, listen } from '../transports/support/listen.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork } from './support/payer.ts';

const ENDPOINTS = '/b/webhooks/v1/endpoints/';
const DELIVERIES = '/b/webhooks/v1/deliveries/';
const REPLAYS = '/b/webhooks/v1/replays/';
const TESTS = '/b/webhooks/v1/test-events/';

describe('endpoints of webhooks', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  let merchantId: Awaited<ReturnType<typeof anotherMerchant>>['id'];
  let receiver: Server;
  let base: string;
  const heard: {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }[] = [];

  before(async () => {
    system = await theSystem();
    ({ client: merchant, id: merchantId } = await anotherMerchant(system));
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        heard.push({ path: String(request.url), headers: request.headers, body });
        response.end();
      });
    });
    base = `http://127.0.0.1:${await listen(receiver)}`;
  });
  after(() => close(receiver));

  const register = async (path: string, more: Json = {}) => {
    const answer = await merchant.call('POST', ENDPOINTS, { url: base + path, ...more });
    assert.equal(answer.status, 201, answer.text);
    return { id: textIn(answer.body, 'id'), secret: textIn(answer.body, 'secret') };
  };
  const sendTest = (id: string) => merchant.call('POST', TESTS, { endpoint_id: id });
  const heardAt = (path: string) => {
    const found = heard.filter((one) => one.path === path);
    for (const { body } of found) assertDocumentedEvent(JSON.parse(body) as Json);
    return found;
  };
  const isTrue = (key: string, { body, headers }: (typeof heard)[number]) => {
    try {
      new Webhook(Buffer.from(key).toString('base64')).verify(
        body,
        headers as Record<string, string>,
      );
      return true;
    } catch {
      return false;
    }
  };

  it('are told of what they want, each with its own secret, also of a payment without an address', async () => {
    const [all, paid] = [
      await register('/all'),
      await register('/paid', { events: ['payment.paid'] }),
    ];
    await register('/refunds', { events: ['refund.*'] });
    const { body } = await merchant.create({
      type: 'payment_request',
      amount: '1.000',
      currency_code: 'KWD',
      pg_codes: ['sandbox'],
    });
    const session = textIn(body, 'session_id');
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
    await until(
      'both are told',
      async () => heardAt('/all').length > 0 && heardAt('/paid').length > 0,
    );
    const list = await merchant.call('GET', `/b/webhooks/v1/deliveries/?session_id=${session}`);
    const told = rows(list.body, 'results').map((row) => row['endpoint_id']);
    assert.deepEqual(new Set(told), new Set([all.id, paid.id]));
    for (const [path, { secret }] of [
      ['/all', all],
      ['/paid', paid],
    ] as const) {
      const [call] = heardAt(path);
      assert.ok(call && isTrue(secret, call));
      const { signature, ...payload } = JSON.parse(call.body);
      assert.equal(signature, signatureOf(payload, { key: secret, scheme: 'standard' }));
    }
    assert.deepEqual(heardAt('/refunds'), []);
  });

  it('are registered and rotated once by an Idempotency-Key, and no secret is kept in clear', async () => {
    const { client, id: merchantOfKeys } = await anotherMerchant(system);
    const url = `${base}/once`;
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [
      await client.post(ENDPOINTS, { url }, key),
      await client.post(ENDPOINTS, { url }, key),
    ];
    assert.deepEqual([first.status, again.status], [201, 201]);
    assert.deepEqual(again.body, first.body);
    const list = await client.call('GET', ENDPOINTS);
    assert.equal(rows(list.body, 'results').length, 1);
    const other = await client.post(ENDPOINTS, { url: `${url}/other` }, key);
    assert.deepEqual([other.status, other.body['code']], [409, 'idempotency_conflict']);

    const one = `${ENDPOINTS}${textIn(first.body, 'id')}/rotate-secret/`;
    const rotated = [await client.post(one, {}, key), await client.post(one, {}, key)];
    const keys = [
      await client.post('/b/webhooks/v1/rotate-key/', {}, key),
      await client.post('/b/webhooks/v1/rotate-key/', {}, key),
    ];
    const secrets = [
      ...[first, ...rotated].map(({ body }) => textIn(body, 'secret')),
      ...keys.map(({ body }) => textIn(body, 'webhook_key')),
    ];
    assert.equal(new Set(secrets).size, 3);
    assert.equal(await system.store.merchants.webhookKey(merchantOfKeys), secrets.at(-1));
    const database = new mongo.MongoClient(system.run.mongodb);
    const claims = database.db().collection('idempotency_claims');
    const kept = JSON.stringify(await claims.find({ key: key['Idempotency-Key'] }).toArray());
    await database.close();
    for (const secret of secrets) assert.ok(!kept.includes(secret));
  });

  it('sign with both keys after a rotation, and the body with the new one', async () => {
    const { id, secret: before } = await register('/rotated');
    const answer = await merchant.call('POST', `${ENDPOINTS}${id}/rotate-secret/`, {
      overlap_hours: 1,
    });
    assert.equal(answer.status, 200, answer.text);
    const secret = textIn(answer.body, 'secret');
    assert.equal((await sendTest(id)).status, 200);
    const [call] = heardAt('/rotated');
    assert.ok(call && isTrue(secret, call) && isTrue(before, call) && secret !== before);
    const { signature, ...payload } = JSON.parse(call.body);
    assert.equal(signature, signatureOf(payload, { key: secret, scheme: 'standard' }));
  });

  it('sign with the new key alone where nothing shall overlap', async () => {
    const { id, secret: before } = await register('/sudden');
    const answer = await merchant.call('POST', `${ENDPOINTS}${id}/rotate-secret/`, {
      overlap_hours: 0,
    });
    await sendTest(id);
    const [call] = heardAt('/sudden');
    assert.ok(call && isTrue(textIn(answer.body, 'secret'), call) && !isTrue(before, call));
  });

  it('rotates the key of the merchant, too', async () => {
    const answer = await merchant.call('POST', '/b/webhooks/v1/rotate-key/');
    assert.equal(answer.status, 200, answer.text);
    await merchant.call('POST', TESTS, { url: `${base}/own` });
    const [call] = heardAt('/own');
    assert.ok(
      call && isTrue(textIn(answer.body, 'webhook_key'), call) && isTrue('another key', call),
    );
  });

  it('sign with every key whose time is not over, also where the answer to a rotation was lost', async () => {
    const { id, secret } = await register('/lost');
    const rotate = () => merchant.call('POST', `${ENDPOINTS}${id}/rotate-secret/`, {});
    const answers = [await rotate(), await rotate()];
    await sendTest(id);
    const [call] = heardAt('/lost');
    for (const key of [secret, ...answers.map(({ body }) => textIn(body, 'secret'))])
      assert.ok(call && isTrue(key, call));
  });

  it('sign with each of the keys that were given out at once, and with five before at most', async () => {
    const { id, secret } = await register('/at-once');
    const one = `${ENDPOINTS}${id}/rotate-secret/`;
    const rotate = (hours: number) => merchant.call('POST', one, { overlap_hours: hours });
    const answers = await Promise.all([rotate(1), rotate(2), rotate(3)]);
    await sendTest(id);
    const [call] = heardAt('/at-once');
    for (const key of [secret, ...answers.map(({ body }) => textIn(body, 'secret'))])
      assert.ok(call && isTrue(key, call));
    for (let nth = 4; nth <= 5; nth += 1) assert.equal((await rotate(1)).status, 200);
    const refused = await rotate(1);
    assert.deepEqual([refused.status, refused.body['code']], [400, 'invalid_state'], refused.text);
    const last = await rotate(0);
    await sendTest(id);
    const alone = heardAt('/at-once').at(-1);
    assert.ok(alone && isTrue(textIn(last.body, 'secret'), alone) && !isTrue(secret, alone));
  });

  it('are changed, paused, listed without their secret, and removed', async () => {
    const { id, secret } = await register('/changed', { description: 'books' });
    const one = `${ENDPOINTS}${id}/`;
    const changed = await merchant.call('PATCH', one, { events: ['void.*'], paused: true });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [changed.body['events'], changed.body['enabled'], changed.body['description']],
      [['void.*'], false, 'books'],
    );
    const without = await merchant.call('PATCH', one, { description: '' });
    assert.deepEqual([without.status, without.body['description']], [200, undefined]);
    const list = await merchant.call('GET', ENDPOINTS);
    assert.ok(list.text.includes(id) && !list.text.includes(secret));
    const resumed = await merchant.call('POST', `${one}enable/`);
    assert.equal(resumed.body['enabled'], true, resumed.text);
    assert.equal((await merchant.call('DELETE', one)).status, 204);
    assert.equal((await merchant.call('GET', one)).status, 404);
  });

  it('are at another address what nobody has failed yet', async () => {
    const { id } = await register('/moved');
    const found = await system.store.webhookEndpoints.find(merchantId, id);
    assert.ok(found);
    const health = { failingSince: 1, failedAt: 2, toldAt: 2, warnedAt: 2 };
    assert.ok(await system.store.webhookEndpoints.save({ ...found, ...health }));
    const one = `${ENDPOINTS}${id}/`;
    const failing = await merchant.call('PATCH', one, { url: found.url, description: 'books' });
    assert.equal(failing.body['failing_since'], '1970-01-01T00:00:00Z', failing.text);
    const moved = await merchant.call('PATCH', one, { url: `${base}/moved-on` });
    assert.deepEqual([moved.status, moved.body['failing_since']], [200, undefined], moved.text);
    const kept = await system.store.webhookEndpoints.find(merchantId, id);
    assert.deepEqual(
      [kept?.failedAt, kept?.toldAt, kept?.warnedAt],
      [undefined, undefined, undefined],
    );
  });

  it('hold what comes while they are paused, and get it when it is sent again, all together', async () => {
    const { id } = await register('/paused', { paused: true, events: ['payment.paid'] });
    const sale = { type: 'payment_request', amount: '1.000', currency_code: 'KWD' };
    for (let nth = 0; nth < 2; nth += 1) {
      const { body } = await merchant.create({ ...sale, pg_codes: ['sandbox'] });
      const session = textIn(body, 'session_id');
      await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
    }
    const list = async () => {
      const { body } = await merchant.call('GET', `${DELIVERIES}?endpoint_id=${id}&state=held`);
      return rows(body, 'results').map((row) => String(row['id']));
    };
    const held = await until('both are held', async () => {
      const now = await list();
      return now.length === 2 && now;
    });
    assert.deepEqual(heardAt('/paused'), []);
    await merchant.call('POST', `${ENDPOINTS}${id}/enable/`);
    const all = { endpoint_id: id, state: 'held' };
    const key = { 'Idempotency-Key': randomUUID() };
    const begun = await merchant.post(REPLAYS, all, key);
    assert.equal(begun.status, 202, begun.text);
    const replay = `${REPLAYS}${textIn(begun.body, 'id')}/`;
    const done = await until('the replay is done', async () => {
      const { body } = await merchant.call('GET', replay);
      return body['state'] === 'done' && body;
    });
    assert.equal(done['sent'], 2);
    const again = await merchant.post(REPLAYS, all, key);
    assert.deepEqual([again.status, again.body], [202, done]);
    await until('both are delivered', async () => heardAt('/paused').length === 2);
    const ids = heardAt('/paused').map(({ headers }) => String(headers['x-event-id']));
    assert.deepEqual(ids.toSorted(), held.toSorted());
    const stranger = (await anotherMerchant(system)).client;
    assert.equal((await stranger.call('GET', replay)).status, 404);
  });

  it('get what was held for them where they have moved meanwhile', async () => {
    const { id } = await register('/old', { paused: true, events: ['payment.paid'] });
    const sale = { type: 'payment_request', amount: '1.000', currency_code: 'KWD' };
    const { body } = await merchant.create({ ...sale, pg_codes: ['sandbox'] });
    const session = textIn(body, 'session_id');
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
    const list = async (state: string) => {
      const found = await merchant.call('GET', `${DELIVERIES}?endpoint_id=${id}&state=${state}`);
      return rows(found.body, 'results');
    };
    await until('it is held', async () => (await list('held')).length === 1);
    const one = `${ENDPOINTS}${id}/`;
    assert.equal((await merchant.call('PATCH', one, { url: `${base}/new` })).status, 200);
    await merchant.call('POST', `${one}enable/`);
    const begun = await merchant.call('POST', REPLAYS, { endpoint_id: id, state: 'held' });
    assert.equal(begun.status, 202, begun.text);
    await until('it is delivered', async () => (await list('delivered')).length === 1);
    assert.deepEqual([heardAt('/old').length, heardAt('/new').length], [0, 1]);
    assert.equal((await list('delivered'))[0]?.['url'], `${base}/new`);
  });

  for (const body of [{}, { state: 'lost' }, { created_after: 'now' }, { endpoint_id: '$' }])
    it(`are not sent many again by ${JSON.stringify(body)}`, async () => {
      const answer = await merchant.call('POST', REPLAYS, body);
      assert.equal(answer.status, 400, answer.text);
    });

  it('that are addresses of payments are enabled again, and nothing else', async () => {
    const url = `${base}/payments`;
    const endpoint = { id: addressId(merchantId, url), merchantId, url, registered: false };
    const health = { failingSince: 1, failedAt: 2, warnedAt: 2, disabledAt: 3 };
    const kept = { ...endpoint, events: [], createdAt: 1, version: 1 };
    await system.store.webhookEndpoints.insert({ ...kept, ...health });
    const list = (await merchant.call('GET', ENDPOINTS)).text;
    assert.ok(list.includes(endpoint.id));
    const one = `${ENDPOINTS}${endpoint.id}/`;
    assert.equal((await merchant.call('GET', one)).body['enabled'], false);
    for (const [method, path, body] of [
      ['PATCH', one, { paused: true }],
      ['DELETE', one, undefined],
      ['POST', `${one}rotate-secret/`, {}],
    ] as const) {
      const refused = await merchant.call(method, path, body);
      assert.deepEqual(
        [refused.status, refused.body['code']],
        [400, 'invalid_state'],
        refused.text,
      );
    }
    const enabled = await merchant.call('POST', `${one}enable/`);
    assert.deepEqual([enabled.status, enabled.body['enabled']], [200, true], enabled.text);
    // Events of payments do not have the id: by it none would be found, and none sent.
    for (const state of [{}, { state: 'held' }]) {
      const refused = await merchant.call('POST', REPLAYS, { endpoint_id: endpoint.id, ...state });
      assert.equal(refused.status, 400, refused.text);
      assert.match(String(refused.body['endpoint_id']), /\{"state":"held"\}/);
    }
    const untold = await sendTest(endpoint.id);
    assert.deepEqual([untold.status, 'endpoint_id' in untold.body], [400, true], untold.text);
    const whole = { endpoint_id: endpoint.id, url: `${url}?order=1` };
    assert.equal((await merchant.call('POST', TESTS, whole)).status, 200);
    assert.equal(heardAt('/payments?order=1').length, 1);
  });

  const BAD = [
    [{}, 'url'],
    [{ url: 'ftp://shop.example/' }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 'https://shop.example/', events: ['payment.lost'] }, 'events'],
    [{ url: 'https://shop.example/', events: 'payment.paid' }, 'events'],
    [{ url: 'https://shop.example/', description: 'x'.repeat(201) }, 'description'],
    [{ url: 'https://shop.example/', paused: 'yes' }, 'paused'],
  ] as const;
  for (const [body, field] of BAD)
    it(`are not made of ${JSON.stringify(body).slice(0, 80)}`, async () => {
      const answer = await merchant.call('POST', ENDPOINTS, body);
      assert.deepEqual([answer.status, field in answer.body], [400, true], answer.text);
    });

  for (const hours of [-1, 169, 1.5, 'x'])
    it(`do not let keys overlap for ${hours} hours`, async () => {
      const answer = await merchant.call('POST', '/b/webhooks/v1/rotate-key/', {
        overlap_hours: hours,
      });
      assert.deepEqual([answer.status, 'overlap_hours' in answer.body], [400, true], answer.text);
    });

  it("are nobody else's, and twenty at most", async () => {
    const { id } = await register('/mine');
    const other = await anotherMerchant(system);
    for (const path of [`${ENDPOINTS}${id}/`, `${ENDPOINTS}x/`])
      assert.equal((await other.client.call('GET', path)).status, 404);
    assert.equal((await other.client.call('POST', TESTS, { endpoint_id: id })).status, 400);
    const statuses: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) {
      const made = await other.client.call('POST', ENDPOINTS, { url: `${base}/${nth}` });
      statuses.push(made.status);
    }
    assert.deepEqual([statuses.filter((one) => one === 201).length, statuses.at(-1)], [20, 400]);
  });
});
