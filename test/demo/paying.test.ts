import assert from 'node:assert/strict';
import { readEnv } from '../../demo/env.ts';
import { shopPage } from '../../demo/pages/shop.tsx';
import { PRIVATE_KEY, PUBLIC_KEY, runningShop, type RunningShop } from './support/running-shop.ts';

describe('paying on a page of the shop', () => {
  let shop: RunningShop;
  let page: string;
  before(async () => {
    shop = await runningShop();
    const bought = await shop.post('/buy', { here: 'coffee', lang: 'ar' });
    assert.equal(bought.status, 303);
    page = String(bought.headers.get('location'));
  });
  after(() => shop.close());

  it('follows the button that says so, with a payment of the product and a page in the language', async () => {
    assert.match(page, /^\/orders\/SHOP-\w+\/pay\?lang=ar$/);
    assert.equal(JSON.parse(shop.sarraf.heard[0]?.body ?? '').amount, '4.750');
    const html = await (await shop.get(page)).text();
    assert.match(html, /<html lang="ar" dir="rtl">/);
    assert.ok(html.includes(`data-key="${PUBLIC_KEY}"`));
    assert.ok(!html.includes(PRIVATE_KEY));
    assert.ok(
      html.includes(`<script src="${shop.sarraf.url}/assets/checkout/v3/checkout.min.js">`),
    );
  });

  it('has a policy that lets in the script of the API, and no inline script or style', async () => {
    const answer = await shop.get(page);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; /);
    assert.ok(policy.includes(`script-src 'self' ${shop.sarraf.url};`), policy);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.doesNotMatch(await answer.text(), /<style|\sstyle=|\son\w+=|<script>/);
  });

  it('is of an order that has a payment, else not found', async () => {
    assert.equal((await shop.get('/orders/SHOP-NONE/pay')).status, 404);
  });

  it('is offered where the shop has a public key', () => {
    const pgGroups = [['sandbox']];
    assert.match(shopPage('en', { pgGroups, publicKey: PUBLIC_KEY }), /Pay on this page/);
    assert.doesNotMatch(shopPage('en', { pgGroups }), /Pay on this page/);
    const variables = {
      DEMO_PORT: '1',
      DEMO_PUBLIC_URL: 'http://shop',
      SARRAF_API_URL: 'http://api',
      SARRAF_PRIVATE_KEY: PRIVATE_KEY,
      SARRAF_WEBHOOK_KEY: 'whk',
      DEMO_PG_CODES: 'sandbox',
    };
    assert.equal(readEnv(variables).publicKey, undefined);
    assert.equal(readEnv({ ...variables, SARRAF_PUBLIC_KEY: ' pk ' }).publicKey, 'pk');
  });
});
