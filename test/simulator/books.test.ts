import assert from 'node:assert/strict';
import { aNetwork, idOf, listOf, SECRET_KEY, type Json, type TestNetwork } from './support.ts';

describe('the books of the network', () => {
  let network: TestNetwork;
  const get = (path: string) => network.http('GET', `/control${path}`);
  const entries = async (query: string) => {
    const answer = await get(`/ledger?${query}`);
    return listOf(answer, 'entries').map(({ seq }) => seq);
  };

  before(async () => {
    network = await aNetwork();
    await paid({ merchant_reference: 'book-1' });
    const second = await paid({ merchant_reference: 'book,2' });
    await paid({ merchant_reference: 'book-3', capture: false });
    await network.http('POST', `/v1/payments/${second}/refunds`, {
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': 'k1' },
      json: { merchant_reference: 'back-2', amount: '2.340' },
    });
  });
  after(() => network.close());

  async function paid(over: Json): Promise<string> {
    const id = idOf(await network.create(over));
    await network.http('POST', `/control/payments/${id}/pay`, {
      json: { card_number: '4242424242424242' },
    });
    return id;
  }

  it('turn page by page', async () => {
    assert.deepEqual(await entries('limit=2'), [1, 2]);
    assert.deepEqual(await entries('after=2&limit=2'), [3, 4]);
    assert.deepEqual(await entries('after=4'), []);
    assert.deepEqual(await entries(''), [1, 2, 3, 4]);
  });

  it('show several payments at once, in the order of the book', async () => {
    const both = 'merchant_reference=book-1&merchant_reference=book%2C2';
    assert.deepEqual(await entries(both), [1, 2, 4]);
    assert.deepEqual(await entries(`${both}&after=1&limit=1`), [2]);
    assert.deepEqual(await entries('merchant_reference=nothing'), []);
  });

  for (const wrong of ['after=x', 'after=-1', 'limit=0', 'limit=1.5', 'limit=10001'])
    it(`refuse ${wrong}`, async () => {
      assert.equal((await get(`/ledger?${wrong}`)).status, 400);
    });

  it('are written as a settlement file: what moved, quoted where it must be', async () => {
    const { status, headers, text } = await get('/settlement?account=shop');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    const [heading, ...lines] = text.split('\r\n');
    assert.equal(
      heading,
      'line,settled_at,type,payment_id,merchant_reference,operation_id,operation_reference,amount,currency',
    );
    const shapes = [
      /^1,\d{4}-[^,]+Z,capture,pay_\w+,book-1,,,12\.340,KWD$/,
      /^2,[^,]+,capture,pay_\w+,"book,2",,,12\.340,KWD$/,
      /^4,[^,]+,refund,pay_\w+,"book,2",op_\w+,back-2,2\.340,KWD$/,
      /^$/,
    ];
    assert.equal(lines.length, shapes.length);
    for (const [at, shape] of shapes.entries()) assert.match(lines[at] ?? 'none', shape);
  });

  it('are settled for a span of time, of one account that is named', async () => {
    const lines = async (query: string) =>
      (await get(`/settlement?${query}`)).text.trim().split('\r\n').length - 1;
    assert.equal(await lines('account=shop&until=2020-01-01T00:00:00Z'), 0);
    assert.equal(await lines('account=shop&from=2020-01-01T00:00:00Z'), 3);
    assert.equal(await lines('account=other'), 0);
    assert.equal((await get('/settlement')).status, 400);
    assert.equal((await get('/settlement?account=shop&from=soon')).status, 400);
  });
});
