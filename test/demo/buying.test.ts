import assert from 'node:assert/strict';
import { PRIVATE_KEY, runningShop } from './support/running-shop.ts';
import type { RunningShop } from './support/running-shop.ts';

const form = {
  product: 'coffee',
  lang: 'en',
  type: 'e_commerce',
  payment_language: 'en',
  methods: '0',
  first_name: 'Sara',
  last_name: 'Al-Ali',
  email: 'sara@example.com',
};

describe('buying', () => {
  let shop: RunningShop;
  beforeEach(async () => void (shop = await runningShop()));
  afterEach(() => shop.close());

  it('creates a payment and sends the customer to its checkout page', async () => {
    const response = await shop.post('/buy', form);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), `${shop.sarraf.url}/pay/1`);

    const [request, ...more] = shop.sarraf.heard;
    assert.ok(request);
    assert.equal(more.length, 0);
    assert.equal(`${request.method} ${request.path}`, 'POST /b/checkout/v1/pymt-txn/');
    assert.equal(request.headers.authorization, `Api-Key ${PRIVATE_KEY}`);
    assert.equal(request.headers['content-type'], 'application/json');
    const { order_no: orderNo, ...body } = JSON.parse(request.body);
    assert.match(orderNo, /^SHOP-[A-Z2-9]{12}$/);
    assert.equal(request.headers['idempotency-key'], orderNo);
    assert.deepEqual(body, {
      type: 'e_commerce',
      amount: '4.750',
      currency_code: 'KWD',
      pg_codes: ['sandbox', 'cash'],
      customer_first_name: 'Sara',
      customer_last_name: 'Al-Ali',
      customer_email: 'sara@example.com',
      language: 'en',
      redirect_url: `https://shop.example.test/orders/${orderNo}`,
      webhook_url: 'https://shop.example.test/webhooks',
    });
  });

  it('passes on the type, the language and the group of methods that were chosen', async () => {
    await shop.post('/buy', {
      ...form,
      type: 'payment_request',
      payment_language: 'ar',
      methods: '1',
    });
    const body = JSON.parse(shop.sarraf.heard[0]?.body ?? '');
    assert.equal(body.type, 'payment_request');
    assert.equal(body.language, 'ar');
    assert.deepEqual(body.pg_codes, ['sandbox-hold']);
  });

  it('pays in the language of the page when none was chosen', async () => {
    await shop.post('/buy', { product: 'bag', lang: 'ar' });
    const body = JSON.parse(shop.sarraf.heard[0]?.body ?? '');
    assert.deepEqual([body.language, body.amount, body.currency_code], ['ar', '24.00', 'USD']);
  });

  it('leaves out what it does not know of the customer', async () => {
    await shop.post('/buy', { product: 'dates', email: ' ' });
    assert.doesNotMatch(shop.sarraf.heard[0]?.body ?? '', /customer_/);
  });

  it('takes the price from the catalogue, whatever the form says', async () => {
    await shop.post('/buy', { ...form, amount: '0.001' });
    assert.equal(JSON.parse(shop.sarraf.heard[0]?.body ?? '').amount, '4.750');
  });

  it('gives each order a number of its own', async () => {
    await shop.post('/buy', form);
    await shop.post('/buy', form);
    const [first, second] = shop.sarraf.heard.map(({ body }) => JSON.parse(body).order_no);
    assert.notEqual(first, second);
  });

  it('repeats an uncertain creation once, with the same key and request', async () => {
    shop.sarraf.next(503, { detail: 'Back soon.', code: 'internal_error' });
    assert.equal((await shop.post('/buy', form)).status, 303);
    const [first, second] = shop.sarraf.heard;
    assert.equal(shop.sarraf.heard.length, 2);
    assert.equal(first?.headers['idempotency-key'], second?.headers['idempotency-key']);
    assert.equal(first?.body, second?.body);
  });

  it('shows the errors of the fields and does not repeat the request', async () => {
    shop.sarraf.next(400, {
      customer_email: ['Enter a valid <e-mail>.'],
      pg_codes: ['Unknown code.'],
    });
    const response = await shop.post('/buy', { ...form, email: 'wrong' });
    assert.equal(response.status, 400);
    const html = await response.text();
    assert.match(html, /<code>customer_email<\/code> Enter a valid &lt;e-mail>\./);
    assert.match(html, /<code>pg_codes<\/code> Unknown code\./);
    assert.equal(shop.sarraf.heard.length, 1);
  });

  it('shows a detail with its code', async () => {
    shop.sarraf.next(401, { detail: 'The key is wrong.', code: 'invalid_credentials' });
    const response = await shop.post('/buy', form);
    assert.equal(response.status, 502);
    assert.match(await response.text(), /The key is wrong\.[^]*HTTP 401 invalid_credentials/);
  });

  it('says so, in the language of the customer, when the API is not there', async () => {
    await shop.sarraf.close();
    const response = await shop.post('/buy', { ...form, lang: 'ar' });
    assert.equal(response.status, 502);
    assert.match(await response.text(), /lang="ar" dir="rtl"[^]*لم يردّ «صرّاف»/);
  });

  it('shows the order with a link when the checkout page is where no form may lead', async () => {
    const elsewhere = 'https://elsewhere.example.test/pay';
    shop.sarraf.next(201, { session_id: 'x', checkout_url: elsewhere, state: 'created' });
    const response = await shop.post('/buy', form);
    const location = response.headers.get('location') ?? '';
    assert.match(location, /^\/orders\/SHOP-/);
    assert.ok((await (await shop.get(location)).text()).includes(`href="${elsewhere}"`));
  });

  it('does not send the customer anywhere when the answer has no checkout page', async () => {
    for (const checkout_url of [undefined, 'javascript:alert(1)', 'https://'])
      shop.sarraf.next(201, { session_id: 'x', checkout_url, state: 'created' });
    shop.sarraf.next(201, 'not json');
    for (let nth = 1; nth <= 4; nth += 1) assert.equal((await shop.post('/buy', form)).status, 502);
    assert.equal(shop.sarraf.heard.length, 4);
  });

  for (const wrong of [
    { product: 'yacht' },
    { product: '' },
    { methods: '9' },
    { methods: 'length' },
  ])
    it(`refuses ${JSON.stringify(wrong)} without asking the API`, async () => {
      assert.equal((await shop.post('/buy', { ...form, ...wrong })).status, 400);
      assert.equal(shop.sarraf.heard.length, 0);
    });
});
