import assert from 'node:assert/strict';
import { runningShop } from './support/running-shop.ts';
import type { RunningShop } from './support/running-shop.ts';
import { aWebhook, deliver, signed } from './support/webhook.ts';

describe('the pages', () => {
  let shop: RunningShop;
  let pages: readonly string[];
  before(async () => {
    shop = await runningShop();
    await shop.post('/buy', { product: 'coffee' });
    const orderNo = JSON.parse(shop.sarraf.heard[0]?.body ?? '').order_no;
    await deliver(
      shop.url,
      signed(aWebhook({ order_no: orderNo, customer_first_name: '<script>alert(1)</script>' })),
    );
    pages = ['/', '/webhooks', '/settings', `/orders/${orderNo}`, '/nowhere'];
  });
  after(() => shop.close());

  for (const [language, direction, word] of [
    ['en', 'ltr', 'Shop'],
    ['ar', 'rtl', 'المتجر'],
  ] as const)
    it(`are in ${language}, ${direction}, when asked`, async () => {
      for (const page of pages) {
        const html = await (await shop.get(`${page}?lang=${language}`)).text();
        assert.ok(html.includes(`<html lang="${language}" dir="${direction}">`), page);
        assert.ok(html.includes(word), page);
      }
    });

  it('let no markup in from outside', async () => {
    for (const page of pages)
      assert.doesNotMatch(await (await shop.get(page)).text(), /<script/, page);
    const html = await (await shop.get('/webhooks')).text();
    assert.match(html, /&lt;script>alert\(1\)&lt;\/script>/);
  });

  it('hold neither scripts nor inline styles, so that the policy can forbid them', async () => {
    for (const page of pages) {
      const html = await (await shop.get(page)).text();
      assert.doesNotMatch(html, /<script|<style|\sstyle=|\son\w+=|javascript:/i, page);
    }
  });

  it('come with a strict policy that lets forms lead to the API', async () => {
    for (const page of pages) {
      const policy = (await shop.get(page)).headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.ok(
        policy.includes(`form-action 'self' https://shop.example.test ${shop.sarraf.url};`),
        policy,
      );
      assert.doesNotMatch(policy, /unsafe/);
    }
  });

  it('never show a key', async () => {
    for (const page of pages)
      assert.doesNotMatch(
        await (await shop.get(page)).text(),
        /sk_test_1|whk_3f9c1d77a2b84e06/,
        page,
      );
  });

  it('answer 404 to an order that nobody made', async () => {
    assert.equal((await shop.get('/orders/SHOP-NONE')).status, 404);
  });

  it('have a style sheet and an icon', async () => {
    assert.match((await shop.get('/style.css')).headers.get('content-type') ?? '', /^text\/css/);
    assert.match((await shop.get('/icon.svg')).headers.get('content-type') ?? '', /^image\/svg/);
  });

  it('are up when asked', async () => {
    for (const path of ['/healthz', '/readyz']) assert.equal((await shop.get(path)).status, 200);
  });

  it('leave a line in the log for each request, without query and without people', async () => {
    await shop.get('/webhooks?email=sara@example.com');
    const line = shop.log.at(-1);
    assert.deepEqual(Object.keys(line ?? {}), ['time', 'method', 'path', 'status', 'ms']);
    assert.equal(line?.['path'], '/webhooks');
    assert.equal(line['status'], 200);
    assert.doesNotMatch(JSON.stringify(shop.log), /sara|Al-Ali/i);
  });
});
