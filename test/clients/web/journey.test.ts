import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { anApiKey, anotherMerchant } from '../../api/support/another-merchant.ts';
import { CODED, saveCard } from '../../api/support/cards.ts';
import { DEMO, transactionOf, untilState } from '../../api/support/records.ts';
import { aShop } from '../../api/support/shop.ts';
import { CARD_SCRIPT_PATH } from '../../../simulator/pages/card-frame-script.ts';
import { backAtShop, typeCard } from '../../journeys/support/customer.ts';
import { typeInto } from '../../journeys/support/card-frame.ts';
import {
  connect,
  DESKTOP,
  fits,
  isAccessible,
  isThorough,
  PHONE,
  theBrowser,
  visit,
  waysOf,
} from '../../support/browser.ts';
import { rows, send, until, type Json } from '../../support/http.ts';
import { aCustomer, walletsOf } from '../../api/wallet/support.ts';
import { payInSheet, withWallets } from '../../support/sandbox-wallets.ts';
import { theSystem, type System } from '../../support/system.ts';
import { gate } from '../../workflows/support/lines.ts';
import { nextTold, toldOnce, toldTo, visitNoisily } from './support/merchant-page.ts';
import { responseTo } from './support/vault.ts';
import { aWebShop, type WebShop } from './support/web-shop.ts';

const MAIN = `document.querySelector('.sarraf__sdk-main')`;

describe("the checkout in a merchant's own page", function () {
  this.timeout(240_000);
  let system: System;
  let shop: WebShop;
  before(async () => {
    system = await theSystem();
    shop = await aWebShop(system);
  });
  after(() => shop.close());

  const responseOf = (id: string) => responseTo(system, id);

  it('is a page of the demo shop in both languages, where the customer pays in the fields of the network, or by the sandbox’s wallets', async () => {
    await visit({ viewport: PHONE }, async (page) => {
      for (const language of ['ar', 'en'] as const) {
        await page.goto(`${system.run.demo}/?lang=${language}`);
        await page.click('button[name=here][value=coffee]');
        await page.waitForSelector('.sarraf__pay-button');
        await (isThorough || language === 'ar' ? isAccessible(page) : fits(page));
        assert.deepEqual(await page.evaluate(`[${MAIN}.lang, ${MAIN}.dir]`), [
          language,
          language === 'ar' ? 'rtl' : 'ltr',
        ]);
        // The first method is chosen, as on our own page; amounts are written as there.
        assert.equal(await page.locator('.sarraf__methods input >> nth=0').isChecked(), true);
        assert.match(
          await page.innerText('.sarraf__pay-button'),
          language === 'ar' ? /^ادفع \d+\.\d{3} د\.ك$/u : /^Pay KWD \d+\.\d{3}$/u,
        );
      }
      await typeInto(page.frameLocator('.sarraf__card-frame'), '4242424242424242');
      for (const wallet of ['googlePay', 'applePay'])
        await page.waitForSelector(`.sarraf__${wallet}`);
      await page.click('.sarraf__pay-button');
      assert.equal(await backAtShop(page), 'paid');
    });
  });

  it('charges a saved card whose security code is typed in the gateway’s frame, and hears no other frame', async () => {
    const customer_id = `c-${randomUUID()}`;
    await saveCard(system, { customerId: customer_id, code: CODED });
    const id = await shop.merchant.sale({ customer_id, pg_codes: [CODED] });
    await visit({}, async (page) => {
      const sent: (string | null)[] = [];
      page.on('request', (request) => {
        if (request.url().includes('submit-token')) sent.push(request.postData());
      });
      await shop.open(page, id, { displayMode: 'grid' });
      await page.waitForSelector('iframe');
      await isAccessible(page);
      await frameStranger(page, shop.stranger);
      await page.click('.sarraf__pay-button');
      const frame = page.frameLocator('.sarraf__cvv-frame');
      await frame.locator('[aria-invalid]').waitFor();
      assert.deepEqual(sent, []);
      await frame.locator('#cvv').fill('123');
      await page.click('.sarraf__pay-button');
      const [name, data] = await nextTold(page);
      assert.equal(name, 'success');
      assert.deepEqual(data, await responseOf(id));
      assert.deepEqual([data['form_of_payment'], sent.length], ['token_pay', 1]);
      assert.doesNotMatch(String(sent[0]), /"123"|cvv_stolen/u);
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
      assert.equal(await page.locator('button').count(), 0);
    });
  });

  it('charges the card that was typed and sent before the script of the network’s frame was there', async () => {
    const id = await shop.merchant.sale({ pg_codes: ['sandbox-inline'] });
    await visit({}, async (page) => {
      // However long that takes here, the page does not give the frame up.
      await page.addInitScript(
        'const timer = setTimeout; setTimeout = (work, ms) => (ms === 10000 ? 0 : timer(work, ms));',
      );
      const pressed = gate();
      await page.route(`**${CARD_SCRIPT_PATH}`, async (route) => {
        await pressed.passed;
        await route.continue();
      });
      await shop.open(page, id);
      await typeInto(page.frameLocator('.sarraf__card-frame'), '4242424242424242');
      await page.click('.sarraf__pay-button');
      pressed.open();
      await toldOnce(page, 'success');
    });
    assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
  });

  it('shows a challenge of the bank above the page, and goes on once it was answered elsewhere', async () => {
    const customer_id = `c-${randomUUID()}`;
    await shop.vault.save(customer_id);
    const id = await shop.merchant.sale({
      customer_id,
      pg_codes: [shop.vault.code],
      amount: '9006',
    });
    // The browser complains of a field of the bank's that wants the focus.
    await visitNoisily({}, async (page) => {
      await shop.open(page, id);
      await page.click('.sarraf__pay-button');
      await page.frameLocator('dialog iframe').locator('input[name=code]').waitFor();
      await isAccessible(page);
      assert.equal(await page.evaluate('document.activeElement.closest("dialog") !== null'), true);
      const tab = await page.context().newPage();
      await tab.goto(String((await transactionOf(system, id)).attempts[0]?.pageUrl));
      await tab.fill('input[name=code]', '123456');
      await tab.click('button.main');
      await tab.waitForURL(/\/b\/checkout\/result\//u);
      await tab.close();
      const [name, data] = await nextTold(page);
      assert.deepEqual([name, data['challenge_occurred']], ['success', true]);
      assert.deepEqual(data, await responseOf(id));
      // It is closed by then, and goes with the event of that, which comes after.
      await page.locator('dialog').waitFor({ state: 'detached' });
      assert.equal((await toldTo(page)).length, 1);
    });
  });

  it('charges no other total than the payer was shown by a saved card or one that is typed, and keeps what was chosen', async () => {
    const customer_id = `c-${randomUUID()}`;
    await shop.vault.save(customer_id);
    const id = await shop.merchant.sale({
      customer_id,
      amount: '10',
      pg_codes: [shop.vault.code, 'sandbox-inline'],
    });
    // The browser complains of the 400.
    await visitNoisily({ viewport: PHONE }, async (page) => {
      await shop.open(page, id);
      const pays = (amount: string) =>
        page
          .locator('.sarraf__pay-button')
          .filter({ hasText: `Pay ${amount}` })
          .waitFor();
      const isRefused = async (change: Json, now: string) => {
        await shop.merchant.patch(id, change);
        await page.click('.sarraf__pay-button');
        await pays(now);
        await page.getByRole('alert').filter({ hasText: 'has changed' }).waitFor();
        assert.deepEqual((await transactionOf(system, id)).attempts, []);
        assert.deepEqual(await toldTo(page), []);
      };
      await pays('KWD 10.000');
      // The same number says nothing of the currency.
      await isRefused({ currency_code: 'BHD' }, 'BHD 10.000');
      // The page of the saved card's account stands before it.
      await page.check('.sarraf__redirect-links input >> nth=1');
      await typeInto(page.frameLocator('.sarraf__card-frame'), '4242424242424242');
      await isRefused({ amount: '15' }, 'BHD 15.000');
      await page.click('.sarraf__pay-button');
      const data = await toldOnce(page, 'success');
      assert.equal(data['form_of_payment'], 'card_onsite');
      assert.deepEqual(data, await responseOf(id));
    });
    assert.deepEqual(await shop.moved(id), ['capture 15.000 BHD']);
  });

  it('says that the network is gone, until it is back, in both languages', async () => {
    const id = await shop.merchant.sale({ pg_codes: ['cash', 'sandbox'] });
    await visit({ viewport: PHONE }, async (page) => {
      for (const [lang, said] of [
        ['en', 'No connection.'],
        ['ar', 'لا يوجد اتصال.'],
      ] as const) {
        await shop.open(page, id, { lang });
        await page.check('.sarraf__redirect-links input >> nth=1');
        const notice = page.locator('.sarraf__notice p');
        assert.equal(await notice.count(), 0);
        await connect(page, false);
        await page.getByRole('alert').filter({ hasText: said }).waitFor();
        assert.equal(await notice.count(), 1);
        await (isThorough || lang === 'ar' ? isAccessible(page) : fits(page));
        await connect(page, true);
        await notice.waitFor({ state: 'detached' });
        assert.equal(await page.isChecked('.sarraf__redirect-links input >> nth=1'), true);
      }
    });
  });

  it('shows the sheet of a wallet as the only way to pay, and does not say that there is none', async () => {
    const id = await shop.merchant.sale({ pg_codes: ['sandbox-inline'] });
    await visit({ viewport: PHONE }, async (page) => {
      const none = page.getByText('No payment method is available.');
      const only = { formsOfPayment: ['applePay'] };
      await shop.open(page, id, only);
      await none.waitFor();
      await withWallets(page, system);
      await shop.open(page, id, only);
      await page.waitForSelector('.sarraf__applePay');
      assert.equal(await none.isVisible(), false);
      assert.equal(await page.isVisible('.sarraf__pay-button'), false);
      await isAccessible(page);
      await page.click('.sarraf__applePay');
      await payInSheet(page);
      await toldOnce(page, 'success');
    });
  });

  it('comes from the API packed, for any page, and is asked for again by its tag', async () => {
    const url = `${system.run.api}/assets/checkout/v3/checkout.min.js`;
    const { status, headers, text } = await send(url);
    assert.deepEqual([status, headers.get('content-encoding')], [200, 'gzip']);
    assert.match(text, /Checkout:\{init:/u);
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    // Without a word of ours on caches, fetch asks for a fresh one.
    const known = { 'If-None-Match': String(headers.get('etag')), 'Cache-Control': 'max-age=0' };
    const again = await send(url, { headers: known });
    assert.deepEqual([again.status, again.text.length], [304, 0]);
    const plain = await send(url, { headers: { 'Accept-Encoding': 'identity' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.ok(plain.text === text);
  });

  it('has the wallet pay its part, and a method the rest', async () => {
    const customer_id = aCustomer();
    await walletsOf(system, { id: DEMO }).give(customer_id, '10.000');
    const id = await shop.merchant.sale({
      customer_id,
      redirect_url: `${system.run.demo}/settings`,
    });
    await visit({}, async (page) => {
      await shop.open(page, id);
      await page.getByText('Use the wallet balance').click();
      assert.match(await page.innerText('.sarraf__amount-box'), /The wallet pays\s+KWD 10\.000/u);
      assert.equal(await page.innerText('.sarraf__pay-button'), 'Pay');
      await isAccessible(page);
      await page.click('.sarraf__pay-button');
      await page.waitForURL(/\/pay\/pay_/u);
      await typeCard(page);
      await page.waitForURL(/\/settings\?/u);
      assert.deepEqual(await shop.moved(id), ['capture 2.340 KWD']);
    });
  });

  it('asks before it cancels the payment or removes a card, by keyboard alone', async () => {
    const customer_id = `c-${randomUUID()}`;
    await shop.vault.save(customer_id);
    const id = await shop.merchant.sale({ customer_id, pg_codes: [shop.vault.code] });
    await visit({}, async (page) => {
      await shop.open(page, id);
      await page.focus('.sarraf__delete-card-logo');
      await page.keyboard.press('Enter');
      await isAccessible(page);
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.sarraf__saved-cards .sarraf__methods').count(), 1);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.sarraf__saved-cards', { state: 'detached' });
      await page.focus('.sarraf__reject-button');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await untilState(system, id, 'pending');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const [name, data] = await nextTold(page);
      assert.equal(name, 'cancel');
      assert.deepEqual(data, await responseOf(id));
      await untilState(system, id, 'canceled');
      assert.equal(await page.locator('button').count(), 0);
      await isAccessible(page);
    });
  });

  for (const [lang, viewport] of waysOf<readonly ['ar' | 'en', typeof PHONE]>(
    ['ar', PHONE],
    ['en', DESKTOP],
  ))
    it(`pays nothing before the payer has agreed to the terms, in ${lang}, ${viewport.width} pixels wide`, async () => {
      const text = { en: 'the rules of this shop', ar: 'قواعد هذا المتجر' };
      const url = 'https://shop.example.test/terms';
      const strict = await aShop(system, {
        payment_request: {
          enabled: true,
          disclaimer: { en: 'All sales are final.', ar: 'لا تُردّ المبيعات.' },
          terms: { text, url },
        },
      });
      const apiKey = await anApiKey(system, { merchantId: strict.id, kind: 'public' });
      const id = await strict.client.sale({ language: lang, pg_codes: ['sandbox', 'cash'] });
      await visit({ viewport }, async (page) => {
        await shop.open(page, id, { apiKey, lang });
        const box = page.getByRole('checkbox', { name: new RegExp(text[lang], 'u') });
        await box.waitFor();
        assert.equal(await page.getAttribute('.sarraf__terms-link', 'href'), url);
        // In a page that is dark it stays light, its boxes too: one that is not ticked would look as if it were.
        await page.evaluate("document.documentElement.style.colorScheme = 'dark'");
        assert.equal(await page.evaluate(`getComputedStyle(${MAIN}).colorScheme`), 'light');
        await isAccessible(page);
        await fits(page);
        await page.click('.sarraf__pay-button');
        assert.equal(await page.evaluate('document.activeElement.type'), 'checkbox');
        assert.deepEqual((await transactionOf(system, id)).attempts, []);
        await box.check();
        await page.click('.sarraf__pay-button');
        await page.waitForURL((at) => at.href.startsWith(system.run.simulator));
      });
    });

  it('shows texts as texts, whoever has set them, and sends nobody to a place that a payload names', async () => {
    const hostile = '<img src=x onerror="told.push(1)"><script>told.push(2)</script>\u202egpj.exe';
    const { id, preload } = await shop.preloaded({ order_no: '<b>1</b>' });
    const [method, ...others] = rows(preload, 'payment_methods');
    const named = {
      ...method,
      name: hostile,
      fee_description: hostile,
      icon: 'javascript:alert(1)',
    };
    await visit({ viewport: PHONE }, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const theme = {
        'pay-button': { color: 'white', background: 'url(https://evil.example/x)', all: 'unset;' },
        main: { borderTop: '3px solid rgb(1, 2, 3)' },
      };
      await shop.open(page, id, {
        setupPreload: { ...preload, payment_methods: [named, ...others] },
        theme,
      });
      await page.waitForSelector('.sarraf__methods');
      const shown = await page.innerText('.sarraf__payment-method-name >> nth=0');
      assert.equal(shown, hostile.replace('\u202e', ''));
      await page.evaluate(
        `Checkout.showPopup('error', ${JSON.stringify(hostile)}, { ${JSON.stringify(hostile)}: ${JSON.stringify(hostile)}, none: null })`,
      );
      assert.equal(await page.locator('dialog dt').count(), 1);
      const box = await page.locator('dialog > div').boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.width, 'the window is cut off');
      await isAccessible(page);
      assert.equal(await page.locator('.sarraf__sdk-main :is(img[src="x"], script)').count(), 0);
      assert.equal(await page.locator('dialog :is(img, script)').count(), 0);
      assert.deepEqual(await toldTo(page), []);
      assert.equal(await page.evaluate(`getComputedStyle(${MAIN}).borderTopColor`), 'rgb(1, 2, 3)');
      assert.equal(
        await page.locator('.sarraf__pay-button').getAttribute('style'),
        'color: white;',
      );
      // A good payload saves the first request.
      assert.ok(asked.some((path) => path.includes('/concur-payer-view/')));
      assert.ok(!asked.some((path) => path.includes('/pymt-txn/submit/')));
    });
  });

  it('says on the console what is wrong, tells the error callback, and asks nothing by a private key', async () => {
    const { client } = await anotherMerchant(system);
    const [own, theirs] = [await shop.merchant.sale(), await client.sale()];
    const late = await shop.merchant.sale({ expiration_time: '00:00:01' });
    const { id, preload } = await shop.preloaded();
    const elsewhere = { ...preload, cancel_url: 'https://evil.example/' };
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();
    const heard: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => heard.push(message.text()));
    page.on('request', (request) => {
      if (request.url().includes('/b/')) asked.push(request.url());
    });
    const refusals: readonly (readonly [string, Json, RegExp, isAsked?: true])[] = [
      [own, { apiKey: system.run.keys.private }, /private key.*revoke it now/u],
      [own, { formsOfPayment: ['redirect', 'barter'] }, /not "barter"/u],
      [own, { selector: 'nowhere' }, /no element with the id "nowhere"/u],
      [own, { session_id: 'x' }, /session_id has 40 characters/u],
      [theirs, {}, /answered 404/u, true],
      [late, {}, /answered 400/u, true],
    ];
    try {
      await until(
        'the expiry',
        async () => (await transactionOf(system, late)).expiresAt < Date.now(),
      );
      for (const [session, config, complaint, isAsked = false] of refusals) {
        heard.length = asked.length = 0;
        await shop.open(page, session, config);
        const [name, data] = await nextTold(page);
        assert.deepEqual([name, data['status']], ['error', 'error']);
        assert.match(heard.join('\n'), complaint);
        assert.equal(asked.length > 0, isAsked, asked.join(' '));
        assert.equal(await page.locator('.sarraf__pay-button').count(), 0);
        assert.equal((await toldTo(page)).length, 1);
      }
      // A payload that leads elsewhere is not believed: the server is asked.
      const formsOfPayment = ['redirect', 'stcPay'];
      await shop.open(page, id, { setupPreload: elsewhere, formsOfPayment });
      await page.waitForSelector('.sarraf__pay-button');
      assert.match(
        heard.join('\n'),
        /no gateway has stcPay[^]*setupPreload is not of this session/u,
      );
      await page.evaluate('Checkout.init({})');
      assert.match(heard.join('\n'), /init was called before/u);
      assert.equal(await page.locator('.sarraf__pay-button').count(), 1);
    } finally {
      await context.close();
    }
  });

  it('lets the page stop a payment, and sees what the page has changed meanwhile', async () => {
    const id = await shop.merchant.sale({ pg_codes: ['sandbox'] });
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();
    try {
      await page.exposeFunction('discount', () => shop.merchant.patch(id, { amount: '10.000' }));
      await shop.open(page, id);
      await page.waitForSelector('.sarraf__pay-button');
      await page.evaluate(`(() => {
        window.asked = [];
        Checkout.reload();
        const { hostname, port } = new URL(document.scripts[0].src);
        Checkout.init({
          selector: '#checkout', merchant_id: hostname + ':' + port, session_id: '${id}', apiKey: '${system.run.keys.public}',
          validatePayment: () => { asked.push('validate'); },
          beforePayment: async (data) => {
            asked.push(data);
            await discount();
            if (asked.length < 3) throw new Error('out of stock');
          },
        });
      })()`);
      await page.waitForSelector('.sarraf__pay-button:enabled');
      await page.click('.sarraf__pay-button');
      await until('both hooks', () => page.evaluate('asked.length === 2'));
      await page.waitForSelector('.sarraf__sdk-main[aria-busy=false]');
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      await page.click('.sarraf__pay-button');
      await page.waitForURL(/\/pay\/pay_/u);
      assert.match(await page.innerText('main'), /10\.000/u);
    } finally {
      await context.close();
    }
  });
});

/** A part of the page that somebody else has, such as an advertisement. */
async function frameStranger(page: Page, url: string): Promise<void> {
  const posted = page.evaluate(
    `new Promise((resolve) => addEventListener('message', ({ data }) => data.reference === 'cvv_stolen' && resolve()))`,
  );
  await page.evaluate(
    `document.querySelector('main').append(Object.assign(document.createElement('iframe'), { src: '${url}', title: 'Stranger' }))`,
  );
  await posted;
}
