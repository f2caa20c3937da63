import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { readConfig } from '../../../clients/web/src/config.ts';
import { paymentIdIn, sandboxNetworkOf } from '../../api/support/network.ts';
import { goToNetwork } from '../../api/support/payer.ts';
import { transactionOf, untilState } from '../../api/support/records.ts';
import { fits, isAccessibleIn, PHONE, visit } from '../../support/browser.ts';
import {
  merchantAt,
  part,
  rows,
  SALE,
  send,
  textIn,
  until,
  type Json,
} from '../../support/http.ts';
import type { MerchantClient } from '../../support/http.ts';
import { AS_IOS_14 } from '../../support/old-browsers.ts';
import { theSystem, type System } from '../../support/system.ts';
import { fixture } from '../support/fixtures.ts';
import { typeInto } from '../../journeys/support/card-frame.ts';
import { visitNoisily } from '../web/support/merchant-page.ts';
import { ledTo, openInApp, PAGES, toldToApp } from './support/app.ts';

const SELECTOR = '.sarraf__selector-button';
const SHOWN = '.sarraf__methods:not([hidden])';

describe('the page in the web view of the iOS library', function () {
  this.timeout(240_000);
  let system: System;
  let merchant: MerchantClient;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  /** What the server says of how the last attempt ended: the app reads the same. */
  async function responseOf(id: string): Promise<Json> {
    const { body } = await send(`${system.run.api}/b/checkout/api/sdk/v1/pymt-txn/submit/${id}/`, {
      headers: { Authorization: `Api-Key ${system.run.keys.public}` },
    });
    return part(body, 'response');
  }

  it('asks who pays another way while a page of the bank is open, in a view that is high enough, on iOS 14', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'] });
    const elsewhere = paymentIdIn(await goToNetwork(system, id));
    await sandboxNetworkOf(system).beginChallenge(elsewhere);
    await visitNoisily({ viewport: PHONE }, async (page) => {
      await page.addInitScript(AS_IOS_14);
      await openInApp(page, system, { kind: 'list', session: id });
      await page.waitForSelector('.sarraf__pay-button');
      assert.equal(
        await page.evaluate("getComputedStyle(document.querySelector('.sarraf__row')).display"),
        'flex',
      );
      await page.getByText('Cash on delivery').click();
      await page.click('.sarraf__pay-button');
      const question = page.getByRole('dialog', { name: /still open/u });
      await question.waitFor();
      await until('a view that is high enough', async () => {
        const needs = await page.evaluate("document.querySelector('dialog > div').scrollHeight");
        return (await heightTold(page)) >= Number(needs);
      });
      await question.getByRole('button', { name: 'Wait' }).click();
      await page.waitForSelector('.sarraf__pay-button:enabled');
      assert.deepEqual(await toldToApp(page, 'outcome'), []);
      await page.click('.sarraf__pay-button');
      const goOn = question.getByRole('button', { name: 'Not paid there, go on' });
      const leads = await ledTo(page, `${system.run.api}/b`, () => goOn.click());
      assert.match(leads, /\/return\//u);
    });
    await untilState(system, id, 'cod');
  });

  it('has the payer choose in a list and pay at the gateway, and tells the app how it ended, once', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash', 'sandbox-fee'] });
    await visit({ viewport: PHONE }, async (page) => {
      await openInApp(page, system, { kind: 'list', session: id });
      await page.waitForSelector('.sarraf__pay-button');
      // A web view can ask for Apple Pay, too, which is the app's.
      assert.equal(await page.evaluate('typeof window.PaymentRequest'), 'undefined');
      assert.equal(await page.innerText('.sarraf__pay-button > span'), 'Place order');
      // One row, and that which the app has chosen.
      assert.equal(await page.locator(SHOWN).count(), 2);
      assert.equal(await page.locator('.sarraf__selected-method').count(), 1);
      assert.equal(await page.innerText(SELECTOR), '+1 more');
      await page.click(SELECTOR);
      assert.equal(await page.locator(SHOWN).count(), 3);
      assert.equal(await page.innerText(SELECTOR), 'Show less');
      await isAccessibleIn(page, 'en');
      const usual = await until('the height of all of it', async () => {
        const told = await heightTold(page);
        const real = await page.evaluate("document.getElementById('checkout').offsetHeight");
        return Math.abs(told - Number(real)) <= 1 && told;
      });
      await page.evaluate('checkoutPage.scaleText(2)');
      await until('a higher view', async () => (await heightTold(page)) > usual * 1.3);
      await fits(page);
      await page.evaluate('checkoutPage.scaleText(1)');
      await until('the same height', async () => (await heightTold(page)) === usual);
      assert.equal(
        await page.evaluate(
          "getComputedStyle(document.querySelector('.sarraf__pay-button')).backgroundColor",
        ),
        'rgb(15, 92, 92)',
      );
      const { value, currency, reference } = await lastTold(page, 'transaction');
      assert.deepEqual([value, currency, reference], ['12.340', 'KWD', null]);
      const [service] = rows(await lastTold(page, 'transaction'), 'services');
      assert.deepEqual(
        ['flow', 'amount', 'country_code'].map((key) => service?.[key]),
        ['apple_pay', '12.340', 'KW'],
      );

      await page.locator('.sarraf__methods').first().click();
      const url = await ledTo(page, system.run.simulator, () => page.click('.sarraf__pay-button'));
      assert.deepEqual(await lastTold(page, 'verify'), { type: 'verify', card: null });
      const { attempts } = await transactionOf(system, id);
      assert.deepEqual(
        attempts.map(({ channel }) => channel),
        ['mobile_sdk'],
      );
      await sandboxNetworkOf(system).pay(paymentIdIn(url));
      await until('the end', async () => (await responseOf(id))['status']);
      await page.evaluate('checkoutPage.reload()');
      const { data } = await lastTold(page, 'outcome');
      assert.deepEqual(data, await responseOf(id));
      assert.equal(part({ data }, 'data')['status'], 'success');
      await page.evaluate('checkoutPage.reload()');
      await until('the reading', async () => (await toldToApp(page, 'transaction')).length >= 3);
      assert.equal(await page.evaluate('document.body.inert'), true);
      assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
    });
  });

  it('opens our own payment page as that of an app, where only that can ask for the delivery, as it was read and of a payload', async () => {
    const { body } = await merchant.create({
      ...SALE,
      capture_delivery_address: true,
      capture_delivery_location: true,
      include_sdk_setup_preload: true,
    });
    const session = textIn(body, 'session_id');
    const preload = part(body, 'sdk_setup_preload_payload');
    await visit({ viewport: PHONE }, async (page) => {
      for (const more of [{}, { preload }]) {
        await openInApp(page, system, { kind: 'list', session, ...more });
        await page.waitForSelector('.sarraf__pay-button');
        const own = `${system.run.api}/checkout`;
        const url = new URL(await ledTo(page, own, () => page.click('.sarraf__pay-button')));
        assert.equal(url.pathname, `/checkout/${session}/pay/sandbox/`);
        assert.equal(url.searchParams.get('channel'), 'mobile_sdk');
      }
    });
  });

  it('shows one row in Arabic and has the app show the others in its sheet', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'], language: 'ar' });
    await visit({ viewport: PHONE }, async (page) => {
      await openInApp(page, system, { kind: 'sheet', session: id, answers: { choose: 1 } });
      await page.waitForSelector(SELECTOR);
      assert.equal(await page.locator(SHOWN).count(), 1);
      assert.equal(await page.innerText(SELECTOR), 'تغيير');
      await page.click(SELECTOR);
      const { options } = await lastTold(page, 'choose');
      const titles = await page.locator('.sarraf__payment-method-name').allTextContents();
      assert.deepEqual(
        options,
        titles.map((title, index) => ({
          title,
          detail: '',
          isSelected: index === 0,
          isEnabled: true,
        })),
      );
      await page.waitForSelector(`.sarraf__redirect-links > .sarraf__selected-method:nth-child(2)`);
      assert.equal(await page.locator(SHOWN).count(), 1);
      assert.equal(await page.innerText(`${SHOWN} .sarraf__payment-method-name`), titles[1]);
      assert.equal(await page.innerText(SELECTOR), 'تغيير');
      assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl');
      await isAccessibleIn(page, 'ar');
    });
  });

  it('asks for the terms for the app’s own button, and says of no missing method where that button is the only one', async () => {
    const { body } = await merchant.create({ ...SALE, include_sdk_setup_preload: true });
    const preload = {
      ...part(body, 'sdk_setup_preload_payload'),
      payment_methods: [],
      terms: { text: 'the rules', label: 'I accept: the rules' },
    };
    await visit({ viewport: PHONE }, async (page) => {
      const session = textIn(body, 'session_id');
      await openInApp(page, system, { kind: 'list', session, preload });
      const [block, pay] = [
        page.locator('.sarraf__methods-block'),
        page.locator('.sarraf__pay-button'),
      ];
      await block.getByText('No payment method is available.').waitFor();
      await page.evaluate('checkoutPage.offerApplePay(true)');
      assert.deepEqual([await block.isVisible(), await pay.isVisible()], [false, false]);
      assert.equal(await page.evaluate('checkoutPage.termsAccepted()'), false);
      await page.getByRole('checkbox', { name: 'I accept: the rules' }).check();
      assert.equal(await page.evaluate('checkoutPage.termsAccepted()'), true);
      await page.evaluate('checkoutPage.offerApplePay(false, true)');
      await block.waitFor();
      const missing = page.getByText('Apple Pay is not available on this device.');
      assert.equal(await missing.isVisible(), true);
      await page.evaluate('checkoutPage.reload()');
      await page.waitForSelector('.sarraf__methods-block');
      await page.evaluate('checkoutPage.offerApplePay(false, true)');
      assert.equal(await missing.count(), 1);
      await page.evaluate('checkoutPage.offerApplePay(false, false)');
      assert.equal(await missing.count(), 0);
    });
  });

  it('pays with a new card in the network’s own frame, which the app keeps from screenshots', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox-inline', 'cash'] });
    await visit({ viewport: PHONE }, async (page) => {
      await openInApp(page, system, { kind: 'sheet', session: id });
      const frame = page.frameLocator('.sarraf__methods iframe');
      await frame.locator('#number').waitFor();
      await until(
        'the word that it is there',
        async () => (await lastTold(page, 'secure'))['isShown'] === true,
      );
      // It follows the device, as the page around it does.
      const src = await page.locator('.sarraf__methods iframe').getAttribute('src');
      assert.equal(new URL(src ?? '').searchParams.get('scheme'), null);
      await typeInto(frame, '4242424242424242');
      await page.click('.sarraf__pay-button');
      const { data } = await lastTold(page, 'outcome');
      assert.deepEqual(data, await responseOf(id));
      const { status, form_of_payment: form } = part({ data }, 'data');
      assert.deepEqual([status, form], ['success', 'card_onsite']);
      assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
    });
  });

  it('tells the app when the web side does not come, and while a security code can be typed, draws a payload without asking, and pays nothing when the app says no', async () => {
    const coded = fixture('preloads').find(({ name }) => name.includes('security code'));
    const preload: Json = JSON.parse(
      JSON.stringify(coded?.['payload'])
        .replaceAll('https://pay.example.com', system.run.api)
        .replaceAll('https://network.example.com', system.run.simulator),
    );
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'] });
    // The browser complains of what does not come.
    await visitNoisily({ viewport: PHONE }, async (page) => {
      const webSide = '**/assets/checkout/**';
      await page.route(webSide, (route) => route.abort());
      await openInApp(page, system, { kind: 'list', session: id });
      assert.deepEqual(await lastTold(page, 'unavailable'), { type: 'unavailable' });
      await page.unroute(webSide);

      // There is no such payment: that it was seen is answered for the server.
      await page.route('**/concur-payer-view/**', (route) => route.fulfill({ status: 204 }));
      const session = '0123456789abcdef0123456789abcdef01234567';
      await openInApp(page, system, { kind: 'list', session, preload });
      await page.waitForSelector('.sarraf__card-number');
      await until('the frame', async () =>
        (await toldToApp(page, 'secure')).some(({ isShown }) => isShown === true),
      );
      assert.equal((await toldToApp(page, 'transaction')).length, 1);

      const answers = { verify: 'Out of stock.' };
      await openInApp(page, system, { kind: 'list', session: id, answers });
      await page.click('.sarraf__pay-button');
      assert.equal(await page.innerText('.sarraf__error-popup-message'), 'Out of stock.');
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      assert.deepEqual(await toldToApp(page, 'outcome'), []);
      const dialog = await page.locator('dialog > div').boundingBox();
      await until(
        'a view that the window fits in',
        async () => (await heightTold(page)) >= Number(dialog?.height),
      );
    });
  });

  const lists = fixture('display-settings').filter(
    ({ on, fault, given }) =>
      on === 'mobile' && fault === null && part({ given }, 'given')['mode'] === 'list',
  );
  it('shows as many rows as client libraries agree on', () =>
    visit({ viewport: PHONE }, async (page) => {
      const sales: Record<string, string> = {};
      for (const { name, given, methods, visible, selected } of lists) {
        const session = (sales[String(methods)] ??= await merchant.sale({ pg_codes: methods }));
        const display = part({ given }, 'given');
        await openInApp(page, system, { kind: 'list', session, display });
        await page.waitForSelector('.sarraf__pay-button');
        assert.equal(await page.locator(SHOWN).count(), visible, name);
        const chosen = await page.evaluate(
          "[...document.querySelectorAll('.sarraf__methods')].findIndex((row) => row.querySelector('input').checked)",
        );
        // Where the app names none of them, the first is chosen, as on all our pages.
        assert.equal((methods as readonly string[])[Number(chosen)], selected, name);
      }
    }));

  for (const [kind, { settings }] of Object.entries(PAGES))
    it(`has a configuration that the web SDK takes, for a ${kind}`, () => {
      const read = readConfig(settings.config);
      assert.ok('settings' in read, JSON.stringify(read));
    });
});

/** How high the page wants its view to be: it says so a moment after it has become higher. */
async function heightTold(page: Page): Promise<number> {
  return Number((await lastTold(page, 'height'))['height']);
}

function lastTold(page: Page, type: string): Promise<Json> {
  return until(type, async () => (await toldToApp(page, type)).at(-1));
}
