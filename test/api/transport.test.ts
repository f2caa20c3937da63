import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  SALE,
  send,
  textIn,
  TRANSACTIONS,
  type MerchantClient,
} from '../support/http.ts';
import { anApiKey, anotherMerchant } from './support/another-merchant.ts';
import { countDocuments, untilState } from './support/records.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const UNKNOWN = 'a'.repeat(40);

describe('the way a request travels', () => {
  let system: System;
  let merchant: MerchantClient;
  let url: string;
  let authorized: { readonly Authorization: string };
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    const { api, keys } = system.run;
    merchant = merchantAt(api, keys.private);
    url = `${api}${TRANSACTIONS}`;
    authorized = { Authorization: `Api-Key ${keys.private}` };
  });
  const body = JSON.stringify(SALE);
  const post = (content: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    send(url, {
      method: 'POST',
      headers: { ...authorized, 'Content-Type': type },
      body: content,
    });

  describe('its key', () => {
    it('may stand in either of two headers', async () => {
      const key = system.run.keys.private;
      for (const header of [{ Authorization: `Api-Key ${key}` }, { 'Api-Key': key }]) {
        const headers = { ...header, ...JSON_TYPE };
        assert.equal((await send(url, { method: 'POST', headers, body })).status, 201);
      }
    });

    it('is asked for when it is missing or has another form', async () => {
      const key = system.run.keys.private;
      const headers: readonly Record<string, string>[] = [
        {},
        { Authorization: '' },
        { Authorization: key },
        { Authorization: 'Api-Key' },
        { Authorization: 'Api-Key ' },
        { Authorization: `Api-Key ${key} ${key}` },
        // What a proxy adds in one header does not make up for what is wrong in the other.
        { Authorization: 'Digest x', 'Api-Key': key },
      ];
      for (const header of headers) {
        const answer = await send(url, {
          method: 'POST',
          headers: { ...header, ...JSON_TYPE },
          body,
        });
        assert.equal(answer.status, 401, JSON.stringify(header));
        assert.equal(answer.body['code'], 'not_authenticated');
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Api-Key, Basic /);
      }
    });

    it('opens nothing when it is wrong, revoked, expired or public', async () => {
      const { keys } = system.run;
      const revoked = await anApiKey(system, { revoked: true });
      const expired = await anApiKey(system, { expiresAt: Date.now() - 1 });
      const cases = [
        ['invalid_credentials', 'nothing-of-ours'],
        ['invalid_credentials', `${keys.private}x`],
        ['invalid_credentials', keys.private.slice(0, -1)],
        ['invalid_credentials', keys.private.slice(0, 8)],
        [
          'invalid_credentials',
          `${keys.private.slice(0, -1)}${keys.private.endsWith('0') ? 1 : 0}`,
        ],
        ['invalid_credentials', keys.webhook],
        ['invalid_credentials', revoked],
        ['invalid_credentials', expired],
        ['public_key_not_allowed', keys.public],
      ] as const;
      for (const [code, key] of cases) {
        const { status, body, headers } = await merchantAt(system.run.api, key).create(SALE);
        assert.deepEqual([status, body['code']], [401, code]);
        assert.equal(headers.get('www-authenticate'), 'Api-Key');
        assert.ok(typeof body['detail'] === 'string');
      }
    });

    it('opens everything until the moment it expires', async () => {
      const key = await anApiKey(system, { expiresAt: Date.now() + 60_000 });
      assert.equal((await merchantAt(system.run.api, key).create(SALE)).status, 201);
    });

    it('is asked for by every route of merchants', async () => {
      const id = await merchant.sale();
      const stranger = merchantAt(system.run.api, 'nobody');
      for (const method of ['GET', 'PUT', 'PATCH']) {
        const content = method === 'GET' ? undefined : SALE;
        assert.equal((await stranger.call(method, `${TRANSACTIONS}${id}/`, content)).status, 401);
      }
      assert.equal((await stranger.list('order_no=x')).status, 401);
    });
  });

  describe('its address', () => {
    it('finds nothing behind a session id that nobody has', async () => {
      for (const id of [UNKNOWN, 'short', 'A'.repeat(40), `${'a'.repeat(40)}0`, '%00', '..%2f..']) {
        const { status, body } = await merchant.read(id);
        assert.deepEqual([status, body['code']], [404, 'not_found'], id);
        assert.equal((await merchant.patch(id, { order_no: 'x' })).status, 404, id);
        assert.equal((await merchant.put(id, SALE)).status, 404, id);
      }
    });

    it("never leads to another merchant's transaction", async () => {
      const other = await anotherMerchant(system);
      const orderNo = `order-${randomUUID()}`;
      const theirs = await other.client.sale({ order_no: orderNo });
      const ours = await merchant.sale({ order_no: orderNo });
      for (const [client, foreign] of [
        [merchant, theirs],
        [other.client, ours],
      ] as const) {
        assert.equal((await client.read(foreign)).status, 404);
        assert.equal((await client.patch(foreign, { order_no: 'mine' })).status, 404);
        assert.equal((await client.put(foreign, SALE)).status, 404);
        const { body } = await client.list(`order_no=${orderNo}`);
        assert.equal(body['count'], 1);
        assert.ok(!JSON.stringify(body).includes(foreign));
      }
      assert.equal((await other.client.read(theirs)).body['order_no'], orderNo);
    });

    it("never offers another merchant's gateway accounts", async () => {
      const other = await anotherMerchant(system, { code: 'theirs' });
      assert.equal((await other.client.create({ ...SALE, pg_codes: ['theirs'] })).status, 201);
      const { status, body } = await merchant.create({ ...SALE, pg_codes: ['theirs'] });
      assert.deepEqual([status, Object.keys(body)], [400, ['pg_codes']]);
    });

    it('has no plugin that the merchant has not enabled', async () => {
      const other = await anotherMerchant(system, { eCommerce: false });
      const { status, body } = await other.client.create({ ...SALE, type: 'e_commerce' });
      assert.deepEqual([status, body['code']], [404, 'not_found']);
      assert.equal((await other.client.create(SALE)).status, 201);
    });

    it('is the same with and without the slash at its end, and never a redirect', async () => {
      const bare = TRANSACTIONS.slice(0, -1);
      const created = await merchant.call('POST', bare, { ...SALE, order_no: 'slash' });
      assert.equal(created.status, 201);
      const one = `${bare}/${textIn(created.body, 'session_id')}`;
      const [slashed, plain] = [
        await merchant.call('GET', `${one}/`),
        await merchant.call('GET', one),
      ];
      assert.deepEqual([plain.status, plain.body], [200, slashed.body]);
      assert.equal((await merchant.call('PATCH', one, { order_no: 'y' })).status, 200);
      assert.equal((await merchant.call('PUT', one, SALE)).status, 200);
      assert.equal((await merchant.call('GET', `${bare}?order_no=slash`)).status, 200);
    });

    it('may lead nowhere, and that is said in the usual form', async () => {
      for (const path of ['/b/', '/b/checkout/v1/', '/b/checkout/v2/pymt-txn/', '/api', '/%'])
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PURGE']) {
          const answer = await send(`${system.run.api}${path}`, { method, headers: authorized });
          assert.equal(answer.status, 404, `${method} ${path}`);
          assert.deepEqual(Object.keys(answer.body).toSorted(), ['code', 'detail'], path);
          assert.equal(answer.body['code'], 'not_found');
          assert.equal(answer.headers.get('allow'), null);
        }
    });
  });

  describe('its method', () => {
    it('is refused with the ones that the address knows', async () => {
      const id = await merchant.sale();
      const cases = [
        ['DELETE', url, ['GET', 'HEAD', 'POST']],
        ['PUT', url, ['GET', 'HEAD', 'POST']],
        ['PATCH', url, ['GET', 'HEAD', 'POST']],
        ['POST', `${url}${id}/`, ['GET', 'HEAD', 'PATCH', 'PUT']],
        ['DELETE', `${url}${id}/`, ['GET', 'HEAD', 'PATCH', 'PUT']],
        ['GET', `${system.run.api}/b/gw/callback/sandbox/?merchant=demo`, ['POST']],
        ['POST', `${system.run.api}/healthz`, ['GET', 'HEAD']],
        ['PURGE', url, ['GET', 'HEAD', 'POST']],
      ] as const;
      for (const [method, address, allowed] of cases) {
        const answer = await send(address, { method, headers: authorized });
        assert.equal(answer.status, 405, `${method} ${address}`);
        assert.equal(answer.body['code'], 'method_not_allowed');
        const allow = (answer.headers.get('allow') ?? '').split(', ').toSorted();
        assert.deepEqual(allow, allowed, `${method} ${address}`);
      }
    });

    it('HEAD is a GET without its body', async () => {
      const id = await merchant.sale();
      const head = await send(`${url}${id}/`, { method: 'HEAD', headers: authorized });
      assert.deepEqual([head.status, head.text], [200, '']);
      const unknown = await send(`${url}${UNKNOWN}/`, { method: 'HEAD', headers: authorized });
      assert.deepEqual([unknown.status, unknown.text], [404, '']);
      assert.equal((await send(`${url}${id}/`, { method: 'HEAD' })).status, 401);
    });

    it('OPTIONS tells the methods and is open to no other origin', async () => {
      const answer = await send(url, {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      });
      assert.ok(answer.status === 200 || answer.status === 204);
      assert.match(answer.headers.get('allow') ?? '', /POST/);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    });
  });

  describe('its body', () => {
    it('must be JSON that can be read, and one object', async () => {
      const broken = [
        '{',
        ' ',
        'nonsense',
        '{"a":1}}',
        "{'a':1}",
        '[]',
        '"text"',
        'null',
        '5',
        'true',
      ];
      for (const content of [...broken, Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d)]) {
        const { status, body } = await post(content);
        assert.deepEqual([status, body['code']], [400, 'parse_error'], String(content));
      }
    });

    it('may be empty, and then lacks every field', async () => {
      for (const content of ['', '{}']) {
        const { status, body } = await post(content);
        const fields = ['amount', 'currency_code', 'pg_codes', 'type'];
        assert.deepEqual([status, Object.keys(body).toSorted()], [400, fields]);
      }
      // `curl -X POST` announces no body at all.
      const silent = await postNothing(url, { ...authorized, ...JSON_TYPE });
      assert.equal(silent, 400);
    });

    it('must be a multipart body that can be read, without files that nobody asked for', async () => {
      assert.equal((await post('x', 'multipart/form-data')).body['code'], 'parse_error');
      assert.equal((await post('--x\r\nbroken', 'multipart/form-data; boundary=x')).status, 400);
      const form = new FormData();
      form.set('document', new File(['text'], '../a.txt'));
      const { status, body } = await send(url, { method: 'POST', headers: authorized, body: form });
      assert.deepEqual([status, Object.keys(body)], [400, ['document']]);
    });

    it('must be of a type that we read', async () => {
      for (const type of [
        'text/plain',
        'application/xml',
        'text/json',
        'application/octet-stream',
      ]) {
        const { status, body: said } = await post(body, type);
        assert.deepEqual([status, said['code']], [415, 'unsupported_media_type'], type);
      }
      assert.equal((await send(url, { method: 'POST', headers: authorized })).status, 415);
      // What `curl -d` sends without a header.
      const { text } = await post(body, 'application/x-www-form-urlencoded');
      assert.match(text, /This is JSON: send it with Content-Type: application\/json/);
    });

    it('may name its character set', async () => {
      assert.equal((await post(body, 'application/json; charset=utf-8')).status, 201);
    });

    it('may be large, and not too large', async () => {
      assert.equal((await post(saleWith('x'.repeat(900_000)))).status, 201);
      const { status, body: said } = await post(saleWith('x'.repeat(1_100_000)));
      assert.deepEqual([status, said['code']], [413, 'request_too_large']);
      const form = new URLSearchParams({ order_no: 'x'.repeat(1_100_000) });
      const large = await send(url, { method: 'POST', headers: authorized, body: form });
      assert.equal(large.status, 413);
      const multipart = new FormData();
      multipart.set('order_no', 'x'.repeat(1_100_000));
      const larger = await send(url, { method: 'POST', headers: authorized, body: multipart });
      assert.equal(larger.status, 413);
    });

    it('is not believed about its own length', async () => {
      const status = await postChunked(url, authorized, 'x'.repeat(1_200_000));
      assert.equal(status, 413);
    });
  });

  it('is judged in the order of the contract', async () => {
    const bad = { Authorization: 'Api-Key wrong' };
    const text = { 'Content-Type': 'text/plain' };
    const one = `${url}${UNKNOWN}/`;
    const cases = [
      // [what wins, status, request]
      ['an unknown path over all', 404, `${url}x/y/`, { method: 'DELETE', headers: text }],
      [
        'the method over type and key',
        405,
        url,
        { method: 'DELETE', headers: { ...text, ...bad } },
      ],
      ['the type over the key', 415, url, { method: 'POST', headers: { ...text, ...bad }, body }],
      [
        'the key over the body',
        401,
        url,
        { method: 'POST', headers: { ...JSON_TYPE, ...bad }, body: '{' },
      ],
      [
        'the key over the session',
        401,
        one,
        { method: 'PATCH', headers: { ...JSON_TYPE, ...bad }, body },
      ],
      [
        'the body over the session',
        400,
        one,
        { method: 'PATCH', headers: { ...JSON_TYPE, ...authorized }, body: '{' },
      ],
      [
        'the session over the fields',
        404,
        one,
        { method: 'PUT', headers: { ...JSON_TYPE, ...authorized }, body: '{}' },
      ],
    ] as const;
    for (const [what, status, address, init] of cases)
      assert.equal((await send(address, init)).status, status, what);
  });

  it('judges the fields before the state', async () => {
    const id = await merchant.sale({ expiration_time: '00:00:01' });
    await untilState(system, id, 'expired');
    const faulty = await merchant.patch(id, { language: 'fr' });
    assert.deepEqual(Object.keys(faulty.body), ['language']);
    const right = await merchant.patch(id, { language: 'ar' });
    assert.deepEqual([right.status, right.body['code']], [400, 'invalid_state']);
  });

  it('is answered with a request id and no word of the machinery', async () => {
    const { headers } = await merchant.create(SALE);
    assert.match(headers.get('x-request-id') ?? '', /^[-0-9a-f]{36}$/);
    assert.equal(headers.get('x-powered-by'), null);
    assert.equal(headers.get('server'), null);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  it('leaves no trace of keys in the logs', async () => {
    const { keys } = system.run;
    await merchantAt(system.run.api, keys.public).create(SALE);
    const logs = system.logs();
    for (const key of Object.values(keys)) assert.ok(!logs.includes(key));
  });

  it('creates nothing when it is refused on the way', async () => {
    const orderNo = `order-${randomUUID()}`;
    const content = JSON.stringify({ ...SALE, order_no: orderNo });
    await send(url, { method: 'POST', headers: JSON_TYPE, body: content });
    await send(url, {
      method: 'POST',
      headers: { ...authorized, 'Content-Type': 'text/plain' },
      body: content,
    });
    await merchant.raw(`${content}}`);
    assert.equal(await countDocuments(system, orderNo), 0);
  });
});

/** A sale and something that nobody reads. */
function saleWith(ignored: string): string {
  return JSON.stringify({ ...SALE, ignored });
}

/** Posts without announcing a body, as `curl -X POST` does; gives the status. */
function postNothing(url: string, headers: Record<string, string>) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    for (const name of ['Content-Length', 'Transfer-Encoding']) sent.removeHeader(name);
    sent.on('error', reject);
    sent.end();
  });
}

/** Posts JSON in chunks, without a length; gives the status. */
function postChunked(url: string, headers: Record<string, string>, content: string) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { ...headers, ...JSON_TYPE, 'Transfer-Encoding': 'chunked' } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(saleWith(content));
  });
}
