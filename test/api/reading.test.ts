import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, rows, SALE, send, textIn, type MerchantClient } from '../support/http.ts';
import { untilState } from './support/records.ts';

describe('reading transactions', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  it('gives the same resource as creating did', async () => {
    const created = await merchant.create({ ...SALE, extra: { a: 1 }, order_no: 'read me' });
    const read = await merchant.read(textIn(created.body, 'session_id'));
    assert.deepEqual([read.status, read.body], [200, created.body]);
  });

  it('sees what was just written, however often it is asked', async () => {
    for (let times = 0; times < 5; times += 1) {
      const id = await merchant.sale();
      assert.equal((await merchant.read(id)).status, 200);
      assert.equal((await merchant.patch(id, { order_no: `no ${times}` })).status, 200);
      assert.equal((await merchant.read(id)).body['order_no'], `no ${times}`);
    }
  });

  it('has no links to pay any more once the time is over', async () => {
    const id = await merchant.sale({ expiration_time: '00:00:01' });
    await untilState(system, id, 'expired');
    const { body } = await merchant.read(id);
    assert.equal(body['state'], 'expired');
    assert.deepEqual(
      rows(body, 'payment_methods').map((method) => method['redirect_url']),
      [null],
    );
  });

  const idsOn = async (address: string) => {
    const { pathname, search } = new URL(address, system.run.api);
    const { body, status } = await merchant.call('GET', `${pathname}${search}`);
    assert.equal(status, 200);
    return { body, page: rows(body, 'results').map((row) => textIn(row, 'session_id')) };
  };

  describe('by their order number', () => {
    const orderNo = `order ${randomUUID()} &=٢`;
    const query = (more: Record<string, string> = {}) =>
      String(new URLSearchParams({ order_no: orderNo, ...more }));
    let ids: readonly string[] = [];
    before(async () => {
      const sales: string[] = [];
      for (let i = 0; i < 5; i += 1) sales.push(await merchant.sale({ order_no: orderNo }));
      ids = sales.toReversed();
    });

    it('lists all, the newest first, each as reading one gives it', async () => {
      const { status, body } = await merchant.list(query());
      assert.equal(status, 200);
      const { count, next, previous } = body;
      assert.deepEqual({ count, next, previous }, { count: 5, next: null, previous: null });
      const results = rows(body, 'results');
      assert.deepEqual(
        results.map((row) => row['session_id']),
        ids,
      );
      assert.deepEqual(results[0], (await merchant.read(ids[0] ?? '')).body);
    });

    it('turns pages forward and back by the links of each page', async () => {
      const first = await merchant.list(query({ limit: '2' }));
      assert.equal(first.body['previous'], null);
      const seen = [rows(first.body, 'results').map((row) => textIn(row, 'session_id'))];
      let next = first.body['next'];
      let last = first.body;
      while (typeof next === 'string') {
        assert.ok(next.startsWith(`${system.run.api}/b/checkout/v1/pymt-txn/?`), next);
        const { body, page } = await idsOn(next);
        assert.equal(body['count'], 5);
        seen.push(page);
        next = body['next'];
        last = body;
      }
      assert.deepEqual(
        seen.map((page) => page.length),
        [2, 2, 1],
      );
      assert.deepEqual(seen.flat(), ids);
      const { page } = await idsOn(textIn(last, 'previous'));
      assert.deepEqual(page, ids.slice(2, 4));
    });

    it('is empty past the end, and the link back leads to something', async () => {
      const { page, body } = await idsOn(
        `/b/checkout/v1/pymt-txn/?${query({ offset: '7', limit: '3' })}`,
      );
      assert.deepEqual(page, []);
      assert.deepEqual([body['count'], body['next']], [5, null]);
      assert.deepEqual((await idsOn(textIn(body, 'previous'))).page, ids.slice(4));
    });

    it('knows nothing of an order number that nobody gave, and only whole numbers count', async () => {
      for (const other of ['nobody', orderNo.slice(0, -1), orderNo.toUpperCase(), '.*']) {
        const { status, body } = await merchant.list(`order_no=${encodeURIComponent(other)}`);
        assert.deepEqual([status, body['count'], body['results']], [200, 0, []], other);
      }
    });

    it('refuses a question that it cannot answer, by the name of the parameter', async () => {
      const cases = [
        ['', ['order_no']],
        ['order_no=', ['order_no']],
        [`order_no=${'x'.repeat(129)}`, ['order_no']],
        ['order_no=a&order_no=b', ['order_no']],
        ['order_no[$ne]=x', ['order_no']],
        ['limit=0', ['limit', 'order_no']],
        ['order_no=x&limit=101', ['limit']],
        ['order_no=x&limit=ten', ['limit']],
        ['order_no=x&offset=-1', ['offset']],
        ['order_no=x&offset=1e3', ['offset']],
        ['order_no=x&limit=', ['limit']],
      ] as const;
      for (const [asked, fields] of cases) {
        const { status, body } = await merchant.list(asked);
        assert.deepEqual([status, Object.keys(body).toSorted()], [400, fields], asked);
      }
      assert.equal((await merchant.list('order_no=x&limit=100&offset=0&page=3')).status, 200);
    });
  });
});

describe('the health of the API', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  it('says that the process lives, to anybody', async () => {
    const { status, body } = await send(`${system.run.api}/healthz`);
    assert.deepEqual([status, body], [200, { status: 'ok' }]);
  });

  it('says that all it needs can be reached', async () => {
    const { status, body } = await send(`${system.run.api}/readyz`);
    const all = { status: 'ok', mongodb: true, temporal: true, files: true };
    assert.deepEqual([status, body], [200, all]);
  });
});
