import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  SALE,
  send,
  textIn,
  type Answer,
  type MerchantClient,
} from '../support/http.ts';
import { pressPayButton } from './support/payer.ts';
import { aShop } from './support/shop.ts';
import { untilState } from './support/records.ts';

describe('the pages of payers, as they are sent', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });
  const page = (path: string, init: RequestInit = {}): Promise<Answer> =>
    send(`${system.run.api}${path}`, init);

  it('are closed to everything that they do not need', async () => {
    const id = await merchant.sale();
    for (const [path, isPayable] of [
      [`/checkout/${id}`, true],
      [`/checkout/${'0'.repeat(40)}`, false],
    ] as const) {
      const { headers, text } = await page(path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /base-uri 'none'/);
      assert.doesNotMatch(policy, /unsafe|\*/);
      assert.equal(/script-src 'self';/.test(policy), isPayable);
      assert.equal(/connect-src 'self'[; ]/.test(policy), isPayable);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
      assert.equal(headers.get('set-cookie'), null);
      assert.doesNotMatch(
        text,
        /<script(?! src="\/static\/[^"]+" defer(?: blocking="render")?><)|\son\w+=|style=/,
      );
    }
  });

  it('show what the merchant wrote as text, never as markup', async () => {
    const evil = '"><img src=x onerror=alert(1)>{{7*7}}';
    const id = await merchant.sale({
      order_no: evil,
      customer_first_name: evil,
      product_type: evil,
      vendor_name: evil,
    });
    const { text, status } = await page(`/checkout/${id}`);
    assert.equal(status, 200);
    assert.ok(!text.includes('<img src=x'));
    assert.ok(text.includes('onerror=alert(1)'));
  });

  it('show nothing that is between us and the merchant', async () => {
    const id = await merchant.sale({
      webhook_url: 'https://shop.example/secret-hook',
      extra: { note: 'secret-extra' },
      email_recipients: ['secret@example.com'],
    });
    assert.doesNotMatch((await page(`/checkout/${id}`)).text, /secret/);
  });

  it('lead back to the shop with what names the payment, which can be paid as before', async () => {
    const redirect_url = 'https://shop.example/back?from=pay';
    const id = await merchant.sale({ order_no: 'O 1', redirect_url });
    for (const path of [`/checkout/${id}`, `/checkout/${id}/cancel/ask/`])
      assert.ok(
        (await page(path)).text.includes(
          `href="https://shop.example/back?from=pay&amp;order_no=O+1&amp;session_id=${id}"`,
        ),
        path,
      );
    assert.doesNotMatch((await page(`/checkout/${await merchant.sale()}`)).text, /Back to/);
  });

  it('are found by every link that we give away', async () => {
    const { body } = await merchant.create({
      type: 'e_commerce',
      amount: '1',
      currency_code: 'KWD',
      pg_codes: ['cash'],
    });
    const start = await send(String(body['checkout_url']));
    assert.equal(start.status, 302);
    const led = new URL(start.headers.get('location') ?? '');
    assert.equal(`${led.origin}${led.pathname}`, body['checkout_page_url']);
    assert.equal((await send(led)).status, 200);
    assert.equal((await send(String(body['checkout_page_url']))).status, 200);
  });

  it('are in the language of the transaction unless the payer chooses the other', async () => {
    const id = await merchant.sale({ language: 'ar' });
    assert.match((await page(`/checkout/${id}`)).text, /<html lang="ar" dir="rtl">/);
    assert.match((await page(`/checkout/${id}?lang=en`)).text, /<html lang="en" dir="ltr">/);
    assert.match((await page(`/checkout/${id}?lang=fr`)).text, /<html lang="ar" dir="rtl">/);
  });

  it('are pages too when there is nothing to show', async () => {
    const id = '0'.repeat(40);
    for (const [method, path] of [
      ['GET', `/checkout/${id}`],
      ['GET', '/checkout/short'],
      ['GET', '/b/checkout/redirect/start/'],
      ['GET', `/b/checkout/redirect/start/?session_id=${id}&session_id=${id}`],
      ['GET', `/b/checkout/result/${id}/`],
      ['GET', '/b/gw/return/demoNOBODY99/'],
      ['POST', `/checkout/${id}/pay/`],
      ['POST', `/checkout/${id}/cancel/`],
      ['GET', `/checkout/${id}/pay/sandbox/`],
    ] as const) {
      const { status, headers, text } = await page(path, { method });
      assert.equal(status, 404, `${method} ${path}`);
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
      assert.match(text, /<h1>/);
    }
  });

  it('say 410 once the time is over, and send the payer of a finished one to its summary', async () => {
    const expired = await merchant.sale({ expiration_time: '00:00:01' });
    await untilState(system, expired, 'expired');
    for (const path of [`/checkout/${expired}`, `/b/checkout/result/${expired}/`])
      assert.equal((await page(path)).status, 410, path);
    const cash = await merchant.sale({ pg_codes: ['cash'] });
    await pressPayButton(system, cash, { code: 'cash' });
    await untilState(system, cash, 'cod');
    const led = await page(`/checkout/${cash}`);
    assert.equal(led.status, 303);
    assert.match(led.headers.get('location') ?? '', new RegExp(`/b/checkout/result/${cash}/`));
    const summary = await page(`/b/checkout/result/${cash}/`);
    assert.match(summary.text, /Your order is confirmed/);
    assert.doesNotMatch(summary.text, /Payment date/, 'nobody has paid yet');
  });

  it('tell a chat in which a link is sent whose it is, in its language, and nothing of the payment', async () => {
    const logo = `${'b'.repeat(64)}.png`;
    const shop = await aShop(system, {}, { nameAr: 'دكان', logo });
    for (const [language, expected] of [
      ['en', ['Dukkan', 'Open this link to see the details.', 'en_US']],
      ['ar', ['دكان', 'افتح هذا الرابط لعرض التفاصيل.', 'ar_AR']],
    ] as const) {
      const { body } = await shop.client.create({
        ...SALE,
        language,
        order_no: 'order-of-sara',
        customer_first_name: 'Sara',
        shortify_checkout_url: true,
      });
      const [name, description, locale] = expected;
      const meta = {
        type: 'website',
        title: name,
        description,
        locale,
        // Who reads it has no address to which a path could belong.
        image: `${system.run.api}/media/logos/${logo}`,
      };
      for (const field of ['checkout_url', 'checkout_short_url']) {
        const { text } = await send(textIn(body, field), { redirect: 'follow' });
        assert.deepEqual(previewIn(text), meta);
        assert.doesNotMatch(JSON.stringify(previewIn(text)), /12\.340|KWD|Sara|order-of/);
      }
    }
    const { text } = await page(`/checkout/${'0'.repeat(40)}`);
    assert.equal(previewIn(text)['title'], 'Payment page');
    assert.equal(previewIn(text)['image'], undefined);
  });

  it('have the colour, the favicon and the preview of their merchant', async () => {
    const favicon = `${'a'.repeat(64)}.png`;
    const shop = await aShop(system, {}, { accent: '#ffd400', favicon });
    const { text } = await page(`/checkout/${await shop.client.sale()}`);
    assert.ok(text.includes(`rel="icon" href="${system.run.api}/media/logos/${favicon}"`));
    assert.match(text, /property="og:title" content="Dukkan"/);
    const [ofUnit, accent] = [`${'c'.repeat(64)}.png`, '#0c5049'] as const;
    const unit = { merchantId: shop.id, code: 'salmiya', name: 'Salmiya', overrides: {} };
    await system.store.units.put({ ...unit, favicon: ofUnit, accent });
    const units = await page(`/checkout/${await shop.client.sale({ unit_code: 'salmiya' })}`);
    assert.ok(units.text.includes(`rel="icon" href="${system.run.api}/media/logos/${ofUnit}"`));
    assert.ok(units.text.includes('.css?accent=0c5049"'));
    const [, stylesheet = ''] = /href="([^"]+\.css\?accent=ffd400)"/.exec(text) ?? [];
    const coloured = await page(stylesheet);
    assert.match(coloured.text, /--brand: #806a00;/);
    assert.match(coloured.headers.get('cache-control') ?? '', /immutable/);
    const [plain = ''] = stylesheet.split('?');
    for (const hostile of ['', 'red', '000000}body{display:none', 'ffd400&accent=000000'])
      assert.equal(
        (await page(`${plain}?accent=${hostile}`)).text,
        (await page(plain)).text,
        hostile,
      );
  });

  it('refuse a form that is far too large as a page', async () => {
    const id = await merchant.sale();
    const body = new URLSearchParams({ pg_code: 'x'.repeat(100_000) });
    const { status, headers } = await page(`/checkout/${id}/pay/`, { method: 'POST', body });
    assert.equal(status, 413);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
  });

  it('come with a stylesheet, a script and icons that browsers may keep', async () => {
    const id = await merchant.sale();
    const { text } = await page(`/checkout/${id}`);
    const [, script] = /src="([^"]+\.js)"/.exec(text) ?? [];
    const program = await page(script ?? '');
    assert.equal(program.status, 200);
    assert.match(program.headers.get('content-type') ?? '', /^text\/javascript/);
    assert.match(program.headers.get('cache-control') ?? '', /immutable/);
    const [, stylesheet] = /href="([^"]+\.css)"/.exec(text) ?? [];
    const answer = await page(stylesheet ?? '');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/css/);
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
    for (const kind of ['card', 'cash']) {
      const icon = await page(`/static/methods/${kind}.svg`);
      assert.equal(icon.status, 200);
      assert.match(icon.headers.get('content-type') ?? '', /svg/);
    }
    assert.match((await page('/robots.txt')).text, /Disallow: \//);
  });
});

/** What a chat reads of a page (ogp.me), by its property. */
function previewIn(html: string): Readonly<Record<string, string>> {
  const found = html.matchAll(/<meta property="og:([a-z]+)" content="([^"]*)"\/>/gu);
  return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, content]));
}
