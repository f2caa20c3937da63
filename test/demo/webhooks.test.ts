import assert from 'node:assert/strict';
import { SESSION_ID } from './support/fake-sarraf.ts';
import { runningShop } from './support/running-shop.ts';
import type { RunningShop } from './support/running-shop.ts';
import { aWebhook, deliver, forged, signed } from './support/webhook.ts';

describe('a shop that is told', () => {
  let shop: RunningShop;
  beforeEach(async () => void (shop = await runningShop()));
  afterEach(() => shop.close());

  /** Buys the coffee; gives the number of the order. */
  async function buy(): Promise<string> {
    await shop.post('/buy', { product: 'coffee' });
    return String(JSON.parse(shop.sarraf.heard.at(-1)?.body ?? '').order_no);
  }
  const orderPage = async (orderNo: string, query = '') =>
    (await shop.get(`/orders/${orderNo}${query}`)).text();

  it('shows an order as paid after a verified webhook', async () => {
    const orderNo = await buy();
    assert.match(await orderPage(orderNo), /data-standing="waiting"/);
    assert.equal((await deliver(shop.url, signed(aWebhook({ order_no: orderNo })))).status, 200);
    const html = await orderPage(orderNo);
    assert.match(html, /data-standing="paid"/);
    assert.match(html, /data-verified="true"[^]*✓ Signature verified/);
    assert.match(html, /&quot;reference_number&quot;: &quot;demoAB12CD&quot;/);
  });

  it('answers 400 to a forged webhook, shows it, and does not believe it', async () => {
    const orderNo = await buy();
    const untrue = forged(aWebhook({ order_no: orderNo }));
    assert.equal((await deliver(shop.url, untrue)).status, 400);
    const html = await orderPage(orderNo);
    assert.match(html, /data-standing="waiting"/);
    assert.match(html, /data-verified="false"[^]*✗ Signature wrong/);
  });

  it('does not believe the query that the customer comes back with', async () => {
    const orderNo = await buy();
    const html = await orderPage(
      orderNo,
      `?order_no=${orderNo}&state=paid&result=success&session_id=other`,
    );
    assert.match(html, /data-standing="waiting"/);
    assert.equal(shop.sarraf.heard.at(-1)?.path, `/b/checkout/v1/pymt-txn/${SESSION_ID}/`);
  });

  it('reads the state from the API and links the workflow', async () => {
    const orderNo = await buy();
    shop.sarraf.next(200, { session_id: SESSION_ID, checkout_url: 'http://x.test', state: 'paid' });
    const html = await orderPage(orderNo);
    assert.match(html, /data-engine-state="paid"/);
    assert.ok(
      html.includes(
        `href="http://temporal.example.test:8233/namespaces/default/workflows/transaction%2F${SESSION_ID}"`,
      ),
    );
  });

  it('shows the order even when the API cannot be read', async () => {
    const orderNo = await buy();
    shop.sarraf.next(404, { detail: 'No such transaction.', code: 'not_found' });
    assert.match(await orderPage(orderNo), /could not be read/);
  });

  it('offers the way to the payment page while the order is unpaid, and not after', async () => {
    const orderNo = await buy();
    assert.match(await orderPage(orderNo), /href="[^"]+\/pay\/1"/);
    await deliver(shop.url, signed(aWebhook({ order_no: orderNo })));
    assert.doesNotMatch(await orderPage(orderNo), /\/pay\/1/);
  });

  it('knows that an order was paid when the webhook that said so is listed no more', async () => {
    const orderNo = await buy();
    await deliver(shop.url, signed(aWebhook({ order_no: orderNo })));
    for (let others = 0; others < 201; others++) await deliver(shop.url, signed(aWebhook()));
    const html = await orderPage(orderNo);
    assert.doesNotMatch(html, /data-verified/);
    assert.match(html, /data-standing="paid"/);
    assert.doesNotMatch(html, /\/pay\/1/);
  });

  it('offers no second payment of an order that was paid in part', async () => {
    const orderNo = await buy();
    await deliver(shop.url, signed(aWebhook({ order_no: orderNo, settled_amount: '0.001' })));
    const html = await orderPage(orderNo);
    assert.match(html, /data-standing="part"/);
    assert.doesNotMatch(html, /\/pay\/1/);
  });

  it('lists a webhook that came twice once', async () => {
    await deliver(shop.url, signed(aWebhook(), { eventId: 'event-1' }));
    await deliver(shop.url, signed(aWebhook(), { eventId: 'event-1' }));
    const html = await (await shop.get('/webhooks')).text();
    assert.equal(html.match(/data-verified/g)?.length, 1);
    assert.match(html, /came 2 times[^]*x-event-id: event-1/);
  });

  it('links a verified webhook to its order, and a forged one to nothing', async () => {
    await deliver(shop.url, signed(aWebhook({ order_no: 'SHOP-TRUE' })));
    await deliver(shop.url, forged(aWebhook({ order_no: 'SHOP-FORGED' })));
    const html = await (await shop.get('/webhooks')).text();
    assert.match(html, /href="\/orders\/SHOP-TRUE\?/);
    assert.doesNotMatch(html, /href="\/orders\/SHOP-FORGED/);
  });

  it('lists the newest first', async () => {
    await deliver(shop.url, signed(aWebhook({ reference_number: 'first' })));
    await deliver(shop.url, signed(aWebhook({ reference_number: 'second' })));
    assert.match(await (await shop.get('/webhooks')).text(), /second[^]*first/);
  });

  it('answers 413 to a body that no webhook needs', async () => {
    assert.equal((await deliver(shop.url, signed(`"${'x'.repeat(300_000)}"`))).status, 413);
  });

  for (const answer of ['200', '201', '500'])
    it(`answers ${answer} when the tester chose so`, async () => {
      assert.equal((await shop.post('/settings', { answer })).status, 303);
      assert.equal((await deliver(shop.url, signed(aWebhook()))).status, Number(answer));
      assert.match(
        await (await shop.get('/settings')).text(),
        new RegExp(`value="${answer}" checked`),
      );
    });

  it('answers slowly when the tester chose so', async () => {
    await shop.post('/settings', { answer: 'slow' });
    const began = performance.now();
    assert.equal((await deliver(shop.url, signed(aWebhook()))).status, 200);
    assert.ok(performance.now() - began >= 50);
  });

  it('takes the choice as JSON too', async () => {
    const response = await fetch(`${shop.url}/settings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"answer": 201}',
      redirect: 'manual',
    });
    assert.equal(response.status, 303);
    assert.equal((await deliver(shop.url, signed(aWebhook()))).status, 201);
  });

  it('refuses an answer that it does not know and keeps the one it has', async () => {
    assert.equal((await shop.post('/settings', { answer: '302' })).status, 400);
    assert.equal((await deliver(shop.url, signed(aWebhook()))).status, 200);
  });
});
