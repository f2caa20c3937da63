import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { anApiKey } from '../../api/support/another-merchant.ts';
import { sandboxNetworkOf } from '../../api/support/network.ts';
import { transactionOf, untilState } from '../../api/support/records.ts';
import { aShop } from '../../api/support/shop.ts';
import { walletsOf } from '../../api/wallet/support.ts';
import { fits, isAccessible, isThorough, PHONE, visit } from '../../support/browser.ts';
import { typeInto } from '../../journeys/support/card-frame.ts';
import { rows, send, textIn, until, type Json } from '../../support/http.ts';
import { payInSheet, toldToSheet, withWallets } from '../../support/sandbox-wallets.ts';
import { theSystem, type System } from '../../support/system.ts';
import { nextTold, toldOnce, toldTo, visitNoisily } from './support/merchant-page.ts';
import { responseTo } from './support/vault.ts';
import { aWebShop, type WebShop } from './support/web-shop.ts';

const PAY = '.sarraf__pay-button';
const AMOUNT = '.sarraf__amount-input';
const COSTS = /\?amount=/u;
const SUBMIT = /\/v1\/submit\//u;
const VISA = '4012888888881881';
const CHALLENGE = '4000000000003220';
const POOR_ONCE_SAVED = '4000000000000341';
const GOOD = '4242424242424242';
const DECLINED = '4000000000000002';
const INLINE = 'sandbox-inline';
const GOOGLE = '.sarraf__googlePay';
const APPLE = '.sarraf__applePay';
const WHITE_BUTTON = {
  googlePay: { buttonType: 'buy', buttonColor: 'white', buttonSizeMode: 'static' },
};

/** The bank's question in its frame. */
const bankIn = (page: Page) => page.frameLocator('dialog iframe');
const confirm = async (page: Page): Promise<void> => {
  await bankIn(page).locator('input[name=code]').fill('123456');
  await bankIn(page).locator('button.main').click();
};

/** Closes the bank's question, which ends nothing, and asks for it again. */
const closeAndConfirm = async (page: Page): Promise<void> => {
  await bankIn(page).locator('input[name=code]').waitFor();
  const before = await toldTo(page);
  await page.click('.sarraf__popup-close-button');
  await page.waitForSelector(`${PAY}:enabled`);
  assert.deepEqual(await toldTo(page), before);
  await page.click(PAY);
  await confirm(page);
};

type Form = 'token_pay' | 'card_onsite' | 'google_pay' | 'apple_pay';

interface TellingOf {
  readonly by: Form;
  readonly callback: 'success' | 'cancel' | 'error';
  readonly challenged?: boolean;
  readonly language?: 'en' | 'ar';
  /** How many were told before. */
  readonly before?: number;
}

describe('how a payment ends in the page of a merchant', function () {
  this.timeout(240_000);
  let system: System;
  let shop: WebShop;
  before(async () => {
    system = await theSystem();
    shop = await aWebShop(system);
  });
  after(() => shop.close());

  let usual: Promise<string> | undefined;
  /** The one customer with a card that pays. */
  const usualCustomer = () => (usual ??= shop.vault.customerWith(VISA));
  const sell = async (more: Json = {}) =>
    shop.merchant.sale({
      customer_id: await usualCustomer(),
      pg_codes: [shop.vault.code],
      order_no: 'order-1',
      redirect_url: `${system.run.demo}/thanks`,
      ...more,
    });

  /** A payment of an account with the network's fields for a card, which takes wallets of devices, too. */
  const sellInline = () =>
    shop.merchant.sale({
      pg_codes: [INLINE],
      order_no: 'order-1',
      redirect_url: `${system.run.demo}/thanks`,
    });

  let inParts: ReturnType<typeof aShopForParts> | undefined;
  const aShopForParts = async () => {
    const { id, client } = await aShop(system, {
      payment_request: { enabled: true, amountEditable: true },
    });
    return { client, apiKey: await anApiKey(system, { merchantId: id, kind: 'public' }) };
  };

  /** A payment of which the payer may choose a part, with the key that reads it. */
  const sellInParts = async (more: Json) => {
    const { client, apiKey } = await (inParts ??= aShopForParts());
    return { apiKey, id: await client.sale({ language: 'ar', ...more }) };
  };

  /** One whose cards are declined, or ask. */
  const aCustomerWhoseCardsFail = async () => {
    const customerId = await shop.vault.customerWith(POOR_ONCE_SAVED);
    await shop.vault.save(customerId, CHALLENGE);
    return customerId;
  };

  interface Ending {
    readonly name: string;
    readonly by: Form;
    /** A saved card by its last digits, what is typed into the network's fields, or what is chosen in the sheet of a wallet. */
    readonly card: string;
    readonly at?: (page: Page) => Promise<void>;
    readonly callback: 'success' | 'cancel' | 'error';
    readonly challenged?: true;
    readonly says?: RegExp;
  }
  /** What a callback was told of an ending, which is all that is known. */
  const isTold = async (
    page: Page,
    id: string,
    { by, callback, challenged = false, language = 'en', before = 0 }: TellingOf,
  ): Promise<Json> => {
    const data = await toldOnce(page, callback, before);
    const { message, reference_number, redirect_url, payment_gateway_info, ...rest } = data;
    assert.deepEqual(rest, {
      status: callback === 'cancel' ? 'canceled' : callback,
      form_of_payment: by,
      challenge_occurred: challenged,
      session_id: id,
      order_no: 'order-1',
    });
    assert.equal(/\p{Script=Arabic}/u.test(String(message)), language === 'ar');
    const { attempts } = await transactionOf(system, id);
    assert.equal(reference_number, attempts.at(-1)?.referenceNumber);
    assert.equal(typeof redirect_url, callback === 'success' ? 'string' : 'undefined');
    const { pg_code, pg_name, pg_response } = Object(payment_gateway_info);
    const code = by === 'token_pay' ? shop.vault.code : INLINE;
    assert.deepEqual([pg_code, pg_name], [code, 'sandbox']);
    assert.equal(pg_response.merchant_reference, reference_number);
    assert.deepEqual(data, await responseTo(system, id));
    return data;
  };
  /** One payment each, which only its last ending may end. */
  const walks: readonly {
    readonly language: 'en' | 'ar';
    /** Whose cards are charged. */
    readonly customer?: () => Promise<string>;
    readonly amount?: string;
    readonly endings: readonly Ending[];
  }[] = [
    {
      language: 'ar',
      customer: aCustomerWhoseCardsFail,
      endings: [
        {
          name: 'declined',
          by: 'token_pay',
          card: '0341',
          callback: 'cancel',
          says: /^رصيد البطاقة لا يكفي لهذا المبلغ\.$/u,
        },
        {
          name: 'not confirmed to the bank',
          by: 'token_pay',
          card: '3220',
          at: (page) => bankIn(page).locator('button[value=cancel]').click(),
          callback: 'cancel',
          challenged: true,
        },
        {
          name: 'confirmed to the bank, in its frame, once that was closed and opened again',
          by: 'token_pay',
          card: '3220',
          at: closeAndConfirm,
          callback: 'success',
          challenged: true,
        },
      ],
    },
    {
      language: 'en',
      endings: [
        { name: 'declined', by: 'card_onsite', card: DECLINED, callback: 'cancel' },
        {
          name: 'confirmed to the bank, in its frame',
          by: 'card_onsite',
          card: CHALLENGE,
          at: confirm,
          callback: 'success',
          challenged: true,
        },
      ],
    },
    {
      language: 'ar',
      endings: [
        { name: 'declined', by: 'google_pay', card: 'decline', callback: 'cancel' },
        {
          name: 'confirmed to the bank, in its frame',
          by: 'google_pay',
          card: 'challenge',
          at: confirm,
          callback: 'success',
          challenged: true,
        },
      ],
    },
    {
      language: 'en',
      endings: [
        { name: 'declined', by: 'apple_pay', card: 'decline', callback: 'cancel' },
        { name: 'paid', by: 'apple_pay', card: 'visa', callback: 'success' },
      ],
    },
    {
      language: 'en',
      customer: usualCustomer,
      amount: '9005',
      endings: [
        { name: 'trouble at the gateway', by: 'token_pay', card: '1881', callback: 'error' },
        { name: 'trouble at the gateway', by: 'card_onsite', card: GOOD, callback: 'error' },
      ],
    },
  ];
  /** What a wallet's sheet is told: nothing where the bank asks first. */
  const sheetEnding = ({ callback, challenged }: Ending) =>
    challenged ? 'unknown' : callback === 'success' ? 'success' : 'fail';
  /** What axe sees afterwards is the same in every language, and for every way to pay but a saved card. */
  const lookedAt = new Set<string>();
  for (const { language, customer, amount = '12.340', endings } of walks)
    it(`is told once, with all that is known: ${endings.map(({ by, name }) => `${by}, ${name}`).join('; ')}, in ${language}`, async () => {
      const codes = endings.map(({ by }) => (by === 'token_pay' ? shop.vault.code : INLINE));
      const isByWallet = endings.some(({ by }) => by === 'google_pay' || by === 'apple_pay');
      const isBySavedCardsAlone = endings.every(({ by }) => by === 'token_pay');
      const id = await shop.merchant.sale({
        ...(customer && { customer_id: await customer() }),
        pg_codes: [...new Set(codes)],
        order_no: 'order-1',
        redirect_url: `${system.run.demo}/thanks`,
        amount,
        language,
      });
      await visitNoisily({ viewport: PHONE }, async (page) => {
        if (isByWallet) await withWallets(page, system);
        await shop.open(page, id, {
          lang: language,
          theme: WHITE_BUTTON,
          ...(isBySavedCardsAlone && { formsOfPayment: ['tokenPay'] }),
        });
        if (isByWallet) await hasWhiteButton(page, language);
        for (const [before, ending] of endings.entries()) {
          const { by, card, at, callback, challenged, says } = ending;
          if (by === 'token_pay') await page.getByText(card).click();
          if (isBySavedCardsAlone)
            assert.equal(await page.locator('.sarraf__redirect-links').count(), 0);
          if (by === 'card_onsite') {
            // The page of the saved card's account stands before it.
            if (customer) await page.check('.sarraf__redirect-links input >> nth=1');
            // The checkout around it is light on every device.
            await page.waitForSelector('.sarraf__card-frame[src*="scheme=light"]');
            await typeInto(page.frameLocator('.sarraf__card-frame'), card);
          }
          if (isByWallet) {
            await page.click(by === 'google_pay' ? GOOGLE : APPLE);
            await payInSheet(page, card);
          } else await page.click(PAY);
          await at?.(page);
          const { message } = await isTold(page, id, {
            by,
            callback,
            language,
            before,
            ...(challenged && { challenged }),
          });
          if (says) assert.match(String(message), says);
          if (callback === 'cancel') assert.equal(await page.innerText('[role=alert]'), message);
          if (isByWallet) assert.equal((await toldToSheet(page)).at(-1), sheetEnding(ending));
          // What can be tried again stays open.
          assert.equal(await page.locator(PAY).count(), callback === 'success' ? 0 : 1);
          const look = `${by === 'token_pay'} ${callback}`;
          await (isThorough || !lookedAt.has(look) ? isAccessible(page) : fits(page));
          lookedAt.add(look);
        }
        if (isByWallet) assert.equal((await toldToSheet(page)).length, endings.length);
      });
      const isPaid = endings.some(({ callback }) => callback === 'success');
      assert.deepEqual(await shop.moved(id), isPaid ? ['capture 12.340 KWD'] : []);
      // The bank's question is of the same attempt before and after it was closed.
      assert.equal((await transactionOf(system, id)).attempts.length, endings.length);
    });

  it('is one payment where the answer to a wallet is lost, and its sheet is told nothing that nobody knows', async () => {
    const id = await sellInline();
    await visitNoisily({}, async (page) => {
      await withWallets(page, system);
      let asked = 0;
      await page.route('**/gpay/pay/', async (route) => {
        asked += 1;
        await route.fetch();
        await route.abort();
      });
      await shop.open(page, id);
      await page.click(GOOGLE);
      await payInSheet(page);
      assert.deepEqual(await toldOnce(page, 'success'), await responseTo(system, id));
      assert.deepEqual(await toldToSheet(page), ['unknown']);
      assert.equal(asked, 1, 'the payment was read, and nothing asked again');
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('is one payment where the answer to a typed card is lost', async () => {
    const id = await sellInline();
    await visitNoisily({}, async (page) => {
      await page.route(SUBMIT, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await shop.open(page, id);
      await typeInto(page.frameLocator('.sarraf__card-frame'), GOOD);
      await page.click(PAY);
      await isTold(page, id, { by: 'card_onsite', callback: 'success' });
      assert.equal((await transactionOf(system, id)).attempts.length, 1);
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('is never told where the page says no to a wallet, whose sheet closes, and is what the page has made of the amount', async () => {
    const id = await sellInline();
    await visitNoisily({}, async (page) => {
      await withWallets(page, system);
      await page.exposeFunction('discount', () => shop.merchant.patch(id, { amount: '10.000' }));
      await shop.open(page, id);
      await page.waitForSelector(GOOGLE);
      await page.evaluate(`(() => {
        Checkout.reload();
        const { hostname, port } = new URL(document.scripts[0].src);
        window.says = [];
        Checkout.init({
          selector: 'checkout', merchant_id: hostname + ':' + port, session_id: '${id}', apiKey: '${system.run.keys.public}',
          successCallback: paid, cancelCallback: notPaid, errorCallback: broken,
          validatePayment: () => { says.push('validate'); if (says.length === 1) throw new Error('not yet'); },
          beforePayment: async () => { says.push('before'); await discount(); },
        });
      })()`);
      await page.click(GOOGLE);
      await page.waitForSelector(`.sarraf__sdk-main[aria-busy=false] ${GOOGLE}:enabled`);
      assert.equal(await page.locator('.sandbox-wallet').count(), 0);
      await page.click(GOOGLE);
      await page.locator('.sandbox-wallet').getByText('Pay KWD 10.000').waitFor();
      await payInSheet(page);
      await isTold(page, id, { by: 'google_pay', callback: 'success' });
      assert.deepEqual(await toldToSheet(page), ['success']);
      assert.deepEqual(await page.evaluate('says'), ['validate', 'validate', 'before']);
      assert.deepEqual(await shop.moved(id), ['capture 10.000 KWD']);
    });
  });

  it('offers only what the page wants, and what the browser has', async () => {
    const id = await sellInline();
    await visitNoisily({}, async (page) => {
      await shop.open(page, id, { formsOfPayment: ['googlePay', 'redirect'] });
      await page.waitForSelector(`${PAY}:enabled`);
      assert.equal(await page.locator(`${GOOGLE}:visible, ${APPLE}, iframe`).count(), 0);
      await page.click(PAY);
      await page.waitForURL(/\/pay\/pay_/u);
      await page.route(/\/card\?/u, (route) => route.fulfill({ status: 200, body: 'nothing' }));
      await shop.open(page, id, { formsOfPayment: ['jazz'] });
      await page.waitForSelector('iframe');
      await page.clock.fastForward(10_500);
      await page.waitForSelector('iframe', { state: 'detached' });
      await page.click(PAY);
      await page.waitForURL(/\/pay\/pay_/u);
    });
  });

  it('is of the amount that the page shows by now, with its fee, on the button of a wallet and its sheet too', async () => {
    const { id: merchantId, client } = await aShop(system);
    await walletsOf(system, { id: merchantId }).serve('sandbox-fee', ['google_pay']);
    const apiKey = await anApiKey(system, { merchantId, kind: 'public' });
    const id = await client.sale({ amount: '10', pg_codes: ['sandbox-fee'] });
    // The browser complains of the 400.
    await visitNoisily({}, async (page) => {
      await withWallets(page, system);
      await shop.open(page, id, { apiKey });
      await page.locator(GOOGLE).filter({ hasText: 'KWD 0.250' }).waitFor();
      await client.patch(id, { amount: '12' });
      await page.click(PAY);
      await page.locator(PAY).filter({ hasText: 'Pay KWD 12.300' }).waitFor();
      await page.getByRole('alert').getByText('has changed').waitFor();
      assert.match(await page.innerText(GOOGLE), /KWD 0\.300/u);
      await page.click(GOOGLE);
      const [sent] = await Promise.all([page.waitForRequest('**/gpay/pay/'), payInSheet(page)]);
      assert.equal(sent.postDataJSON().amount, '12.300');
      await toldOnce(page, 'success');
    });
    assert.deepEqual(await shop.moved(id), ['capture 12.300 KWD']);
  });

  it('is told when the gateway has decided, also to a page that was opened again, and nothing else can be paid meanwhile', async () => {
    const id = await sell();
    await shop.vault.order({ fault: 'queued', on: ['charge'] });
    await visitNoisily({}, async (page) => {
      await shop.open(page, id);
      await page.click(PAY);
      const waits = page.getByRole('alert').getByText('Do not pay again');
      await waits.waitFor();
      // Who opens the page again and presses once more is told the same of the same attempt.
      await shop.open(page, id);
      await page.click(PAY);
      await waits.waitFor();
      await shop.vault.order();
      assert.equal(await page.locator(PAY).isDisabled(), true);
      assert.deepEqual(await toldTo(page), []);
      const [attempt, ...others] = (await transactionOf(system, id)).attempts;
      assert.deepEqual(others, []);
      // Its time to pay is over meanwhile, which says nothing of what was paid.
      await shop.merchant.patch(id, { expiration_time: '00:00:01' });
      await untilState(system, id, 'expired');
      await page.waitForResponse((response) => response.status() === 423);
      assert.deepEqual(await toldTo(page), []);
      const [payment] = await sandboxNetworkOf(system).paymentsOf(attempt?.referenceNumber ?? '');
      await send(`${system.run.simulator}/control/payments/${textIn(payment ?? {}, 'id')}/decide`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      assert.deepEqual(await toldOnce(page, 'success'), await responseTo(system, id));
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('is one payment, however often the button is pressed, in tabs that press at once, and told as paid to each, also where it was paid elsewhere meanwhile', async () => {
    const id = await sell();
    await visitNoisily({}, async (page) => {
      const [other, late] = [await page.context().newPage(), await page.context().newPage()];
      for (const tab of [page, other, late]) {
        await shop.open(tab, id);
        await tab.waitForSelector(`${PAY}:enabled`);
      }
      let presses = 0;
      other.on('request', (one) => {
        if (one.method() !== 'POST' || !one.url().includes('/submit-token/')) return;
        presses += 1;
      });
      await Promise.all([
        page.click(PAY),
        other.evaluate(`for (let i = 0; i < 5; i += 1) document.querySelector('${PAY}').click()`),
      ]);
      await Promise.all([toldOnce(page, 'success'), toldOnce(other, 'success')]);
      assert.equal(presses, 1);
      const { attempts } = await transactionOf(system, id);
      await late.click(PAY);
      assert.deepEqual(await toldOnce(late, 'success'), await responseTo(system, id));
      assert.equal((await transactionOf(system, id)).attempts.length, attempts.length);
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('goes on in a page that the browser brings back as it was left, on the way to the gateway', async () => {
    const id = await shop.merchant.sale({ pg_codes: ['sandbox'] });
    await visit({}, async (page) => {
      await shop.open(page, id);
      const away = (url: URL) => url.origin === system.run.simulator;
      // The page is left, and is there still.
      await page.route(away, (route) => route.fulfill({ status: 204 }));
      await page.click(PAY);
      await page.getByText('You are being taken').waitFor();
      assert.equal(await page.locator(PAY).isDisabled(), true);
      await page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
      );
      await page.waitForSelector(`${PAY}:enabled`);
      await page.unroute(away);
      await page.click(PAY);
      await page.waitForURL(/\/pay\/pay_/u);
      await page.goBack();
      await page.waitForSelector(`${PAY}:enabled`);
      assert.equal((await transactionOf(system, id)).attempts.length, 1);
    });
  });

  it('is an error where it expired while the payer chose', async () => {
    const id = await sell({ language: 'ar' });
    await visitNoisily({}, async (page) => {
      await shop.open(page, id, { lang: 'ar' });
      await page.waitForSelector(`${PAY}:enabled`);
      await shop.merchant.patch(id, { expiration_time: '00:00:01' });
      await untilState(system, id, 'expired');
      await page.click(PAY);
      const { status, message, session_id } = await toldOnce(page, 'error');
      assert.deepEqual([status, session_id], ['error', id]);
      assert.match(String(message), /انتهت صلاحية/u);
      assert.equal(await page.locator(PAY).count(), 0);
      assert.deepEqual(await shop.moved(id), []);
    });
  });

  it('is reached by the keyboard alone, in Arabic', async () => {
    // An amount that its network declines.
    const id = await sell({ amount: '9001', language: 'ar' });
    await visit({}, async (page) => {
      await shop.open(page, id, { lang: 'ar' });
      await page.waitForSelector(`${PAY}:enabled`);
      const focus = async (what: string): Promise<void> => {
        for (let presses = 0; presses < 12; presses += 1) {
          await page.keyboard.press('Tab');
          if (await page.evaluate(`document.activeElement.matches('${what}')`)) return;
        }
        assert.fail(`Tab never comes to ${what}`);
      };
      // The saved card is chosen at first; an arrow goes to the method below it, and back.
      await focus('[type=radio]');
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.locator('.sarraf__redirect-links [type=radio]').isChecked(), true);
      await page.keyboard.press('ArrowUp');
      await focus(PAY);
      await page.keyboard.press('Enter');
      await nextTold(page);
      await page.waitForSelector(`${PAY}:enabled`);
      await focus('[type=radio]');
      await page.keyboard.press('ArrowDown');
      await focus(PAY);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/pay\/pay_/u);
    });
  });

  it('is of the part that the payer has typed, whose total follows', async () => {
    const { id, apiKey } = await sellInParts({
      pg_codes: ['sandbox', 'sandbox-fee'],
      amount: '1234.500',
    });
    await visit({ viewport: PHONE }, async (page) => {
      await shop.open(page, id, { apiKey, lang: 'ar' });
      const field = page.locator(AMOUNT);
      assert.equal(await page.innerText(PAY), 'ادفع 1,234.500 د.ك');
      for (const wrong of ['', '0', '1234.501', '1.2345']) {
        await field.fill(wrong);
        assert.match(await page.innerText('.sarraf__amount-label'), /1,234\.500 د\.ك/u);
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
        await page.click(PAY);
      }
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'INPUT');
      await isAccessible(page);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      await field.fill('١٠٠٠٫٥');
      assert.equal(await page.innerText(PAY), 'ادفع 1,000.500 د.ك');
      // With a fee the total is said by whoever computes it: nothing is promised before.
      await page.locator('.sarraf__methods input >> nth=1').check();
      assert.doesNotMatch(await page.innerText('.sarraf__amount-box'), /1,234/u);
      const pays = (text: string) => page.locator(PAY).filter({ hasText: text }).waitFor();
      await pays('ادفع 1,025.513 د.ك');
      const costs = /1,000\.500 د\.ك[^]*25\.013 د\.ك[^]*1,025\.513 د\.ك/u;
      assert.match(await page.innerText('.sarraf__amount-box'), costs);
      assert.match(await page.innerText('.sarraf__methods >> nth=1'), /25\.013/u);
      await field.fill('4');
      assert.equal(await page.innerText(PAY), 'ادفع');
      await pays('ادفع 4.100 د.ك');
      await isAccessible(page);
      await field.fill('1000.5');
      await page.locator('.sarraf__methods input >> nth=0').check();
      await page.click(PAY);
      await page.waitForURL(/\/pay\/pay_/u);
      const [attempt] = (await transactionOf(system, id)).attempts;
      assert.equal(attempt?.total.minor, 1_000_500);
    });
  });

  it('is of no part whose total the payer has not seen, and of the total that was read since the page was asked', async () => {
    const { id, apiKey } = await sellInParts({ pg_codes: ['sandbox-fee'], amount: '100' });
    await visitNoisily({}, async (page) => {
      await shop.open(page, id, { apiKey, lang: 'ar' });
      await page.waitForSelector(`${PAY}:enabled`);
      const says = (text: string) => page.getByRole('alert').getByText(text).waitFor();
      await page.route(COSTS, (route) => route.abort());
      await typeAndPay(page, '4');
      await says('حدث خطأ');
      assert.equal(await page.inputValue(AMOUNT), '4');
      await page.unroute(COSTS);
      await typeAndPay(page, '5');
      await says('تغيّرت الدفعة');
      assert.equal(await page.innerText(PAY), 'ادفع 5.125 د.ك');
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      await page.evaluate(`(() => {
        Checkout.reload();
        const { hostname, port } = new URL(document.scripts[0].src);
        Checkout.init({
          selector: 'checkout', merchant_id: hostname + ':' + port, session_id: '${id}', apiKey: '${apiKey}',
          beforePayment: () => {},
        });
      })()`);
      await page.fill(AMOUNT, '4');
      await page.locator(PAY).filter({ hasText: '4.100' }).waitFor();
      const [sent] = await Promise.all([page.waitForRequest(SUBMIT), page.click(PAY)]);
      const { amount, total } = sent.postDataJSON();
      assert.deepEqual([amount, total], ['4.000', '4.100']);
      await page.waitForURL(/\/pay\/pay_/u);
      const [attempt] = (await transactionOf(system, id)).attempts;
      assert.equal(attempt?.total.minor, 4100);
    });
  });

  it('is of another part where the network cannot charge the one that was typed, which stays', async () => {
    const { id, apiKey } = await sellInParts({ pg_codes: ['sandbox'], amount: '100' });
    await visitNoisily({}, async (page) => {
      await shop.open(page, id, { apiKey, lang: 'ar' });
      await page.waitForSelector(`${PAY}:enabled`);
      await page.route(SUBMIT, (route) =>
        route.fulfill({
          status: 400,
          headers: { 'Access-Control-Allow-Origin': '*' },
          json: { amount: ['"stripe" cannot charge KWD 1.005.'] },
        }),
      );
      await page.fill(AMOUNT, '1.005');
      await page.click(PAY);
      await page.getByRole('alert').getByText('لا يمكن دفع هذا المبلغ').waitFor();
      assert.equal(await page.inputValue(AMOUNT), '1.005');
      assert.equal(await page.innerText(PAY), 'ادفع 1.005 د.ك');
      await page.unroute(SUBMIT);
      await page.fill(AMOUNT, '1.01');
      await page.click(PAY);
      await page.waitForURL(/\/pay\/pay_/u);
      const [attempt] = (await transactionOf(system, id)).attempts;
      assert.equal(attempt?.total.minor, 1010);
    });
  });

  it('begins on the page of a method that has card fields of its own', async () => {
    const { id, preload } = await shop.preloaded();
    const [method, ...others] = rows(preload, 'payment_methods');
    const hosted = { ...method, flow: 'hosted_card' };
    await visit({}, async (page) => {
      await shop.open(page, id, {
        setupPreload: { ...preload, payment_methods: [hosted, ...others] },
        formsOfPayment: ['hostedCard'],
      });
      await page.waitForSelector(`${PAY}:enabled`);
      assert.equal(await page.locator('.sarraf__methods').count(), 1);
      const [asked] = await Promise.all([
        page.waitForRequest((request) => request.isNavigationRequest()),
        page.click(PAY),
      ]);
      assert.equal(asked.url(), method?.['redirect_url']);
      await page.waitForLoadState();
    });
  });

  it('fits every width in both forms, with the theme of the width', async () => {
    const id = await sell({ pg_codes: [shop.vault.code, 'sandbox-fee'], language: 'ar' });
    const theme = {
      main: { 'border-top': '1px solid rgb(1, 1, 1)' },
      responsive: {
        700: { main: { 'border-top': '2px solid rgb(2, 2, 2)' } },
        350: { main: { 'border-top': '3px solid rgb(3, 3, 3)' } },
      },
    };
    await visit({}, async (page) => {
      for (const displayMode of ['column', 'grid']) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await shop.open(page, id, { lang: 'ar', displayMode, theme });
        await page.waitForSelector(`${PAY}:enabled`);
        const columns: unknown[] = [];
        for (const [width, border] of [
          [1280, '1px'],
          [390, '2px'],
          [320, '3px'],
          [1280, '1px'],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          await until('the theme of the width', async () => {
            const style = `getComputedStyle(document.querySelector('.sarraf__main')).borderTopWidth`;
            return (await page.evaluate(style)) === border;
          });
          // What there is on it depends on neither the width nor the form.
          const isSmall = width === 320 && displayMode === 'grid';
          await (isSmall ? isAccessible(page) : fits(page));
          columns.push(
            await page.evaluate(
              `new Set([...document.querySelectorAll('.sarraf__columns > *')].map((one) => one.getBoundingClientRect().x)).size`,
            ),
          );
        }
        assert.deepEqual(columns, displayMode === 'grid' ? [2, 1, 1, 2] : [1, 1, 1, 1]);
      }
    });
  });
});

/** Both at once: nobody has rested in between. */
async function typeAndPay(page: Page, amount: string): Promise<void> {
  await page.evaluate(`(() => {
    const field = document.querySelector('${AMOUNT}');
    field.value = '${amount}';
    field.dispatchEvent(new Event('input'));
    document.querySelector('${PAY}').click();
  })()`);
}

/** As `WHITE_BUTTON` wants it. */
async function hasWhiteButton(page: Page, language: 'en' | 'ar'): Promise<void> {
  await page.waitForSelector(GOOGLE);
  const name = language === 'en' ? 'Buy with Google Pay' : 'اشترِ عبر Google Pay';
  assert.equal(await page.innerText(GOOGLE), name);
  const ground = `getComputedStyle(document.querySelector('${GOOGLE}')).backgroundColor`;
  assert.equal(await page.evaluate(ground), 'rgb(255, 255, 255)');
  const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width;
  const [own = 0, room = 0] = [await widthOf(GOOGLE), await widthOf('.sarraf__wallet-buttons')];
  assert.ok(own > 0 && own < room - 40, `${own} of ${room}`);
}
