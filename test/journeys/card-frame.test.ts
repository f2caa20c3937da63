import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FrameLocator, Page, Route } from 'playwright-core';
import { CODED, saveCard } from '../api/support/cards.ts';
import { walletsOf } from '../api/wallet/support.ts';
import { CHALLENGED_CARD, sandboxNetworkOf } from '../api/support/network.ts';
import { DEMO, transactionOf, untilState } from '../api/support/records.ts';
import { aShop } from '../api/support/shop.ts';
import { isAccessible, isAccessibleIn, PHONE, visit, waysOf } from '../support/browser.ts';
import { codeOf } from '../support/builders.ts';
import { merchantAt, type Json, type MerchantClient } from '../support/http.ts';
import { AS_BEFORE_IOS_16 } from '../support/old-browsers.ts';
import { payInSheet, withWallets } from '../support/sandbox-wallets.ts';
import { theSystem, type System } from '../support/system.ts';
import { onCheckoutAgain, onSummary } from './support/customer.ts';
import { cardFrameOf, typeInFrame } from './support/card-frame.ts';

const GOOD = '4242424242424242';
const DECLINED = '4000000000000002';

const pressPay = (page: Page) => page.click('button.pay');

/** The window above the page in which the bank asks. */
const bank = (page: Page): FrameLocator => page.frameLocator('dialog[open] iframe');

async function confirm(page: Page): Promise<void> {
  await bank(page).locator('#code').fill('123456');
  await bank(page).locator('button.main').click();
}

/** No button of a wallet is seen, nor the place for them. */
async function hasNoWallet(page: Page): Promise<void> {
  await page.waitForSelector('button.pay');
  assert.equal(await page.locator('.service:visible').count(), 0);
  assert.equal(await page.isVisible('.services'), false);
}

/** The server does it, and the browser hears nothing. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

describe('the fields of the network in our payment page', function () {
  this.timeout(180_000);
  let system: System;
  let merchant: MerchantClient;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const moved = (session: string) => sandboxNetworkOf(system).moved(session);
  const sell = (more: Json = {}) =>
    merchant.sale({ pg_codes: ['sandbox-inline', 'cash'], ...more });
  const open = async (page: Page, more: Json = {}) => {
    const session = await sell(more);
    await page.goto(`${system.run.api}/checkout/${session}`);
    return session;
  };
  const isPaidOnce = async (session: string, attempts = 1) => {
    await untilState(system, session, 'paid');
    assert.deepEqual(await moved(session), ['capture 12.340 KWD']);
    assert.equal((await transactionOf(system, session)).attempts.length, attempts);
  };
  for (const language of waysOf('en', 'ar'))
    it(`come in few bytes under a policy that opens the network alone, hear no other window, say what is wrong with the card and keep it, and pay without leaving the page before it is paid, in ${language}`, async () => {
      await visit({ viewport: PHONE }, async (page) => {
        const sizes: Promise<number>[] = [];
        page.on('response', (response) => {
          if (response.url().startsWith(system.run.api))
            sizes.push(response.body().then(({ length }) => length));
        });
        const session = await sell({ language });
        const answer = await page.goto(`${system.run.api}/checkout/${session}`, {
          waitUntil: 'networkidle',
        });
        const frame = await cardFrameOf(page);
        const policy = answer?.headers()['content-security-policy'] ?? '';
        const network = new URL(system.run.simulator).origin;
        assert.ok(policy.includes(`frame-src 'self' ${network};`), policy);
        assert.ok(policy.includes("script-src 'self';"), policy);
        assert.ok(sizes.length >= 3 && sizes.length <= 5, `${sizes.length} requests`);
        const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
        assert.ok(bytes <= 60_000, `${bytes} bytes`);
        await isAccessibleIn(page, language);
        await page.evaluate("postMessage({ type: 'done', reference: 'crd_forged' }, '*')");
        await typeInFrame(page, '4242424242424241');
        await pressPay(page);
        await frame.locator('#number-fault:not([hidden])').waitFor();
        assert.deepEqual((await transactionOf(system, session)).attempts, []);
        assert.equal(await frame.locator('#number').inputValue(), '4242 4242 4242 4241');
        assert.equal(await frame.locator('#cvv').inputValue(), '123');
        await isAccessible(page);
        await frame.locator('#number').fill(GOOD);
        await pressPay(page);
        await onSummary(page);
        await isPaidOnce(session);
      });
    });

  for (const language of waysOf('ar', 'en'))
    it(`show the question of the bank above the page, again to who has closed it, or in the whole window, in ${language}`, async () => {
      await visit({ viewport: PHONE }, async (page) => {
        const session = await open(page, { language });
        await typeInFrame(page, CHALLENGED_CARD);
        await pressPay(page);
        await bank(page).locator('#code').waitFor();
        await isAccessibleIn(page, language);
        await page.click('[data-close]');
        await page.waitForSelector('dialog[open]', { state: 'detached' });
        await pressPay(page);
        await bank(page).locator('#code').waitFor();
        await page.click('[data-whole]');
        await page.waitForURL(/\/challenge/u);
        await page.fill('#code', '123456');
        await page.click('button.main');
        await onSummary(page);
        await isPaidOnce(session);
        assert.equal((await transactionOf(system, session)).attempts[0]?.threeDs?.challenge, true);
      });
    });

  it('leave a declined payer on the page, who pays with another card, once, however often Pay is pressed, and where the page is loaded again in the middle', async () => {
    await visit({}, async (page) => {
      const session = await open(page);
      await typeInFrame(page, DECLINED);
      await pressPay(page);
      await onCheckoutAgain(page);
      await typeInFrame(page, GOOD);
      await page.route(/\/pay\/\?/u, async (route) => {
        await route.fetch();
      });
      await page.evaluate(
        "for (let i = 0; i < 4; i += 1) document.querySelector('button.pay').click()",
      );
      await untilState(system, session, 'paid');
      await page.goto(`${system.run.api}/checkout/${session}`);
      await onSummary(page);
      await page.goBack();
      await isPaidOnce(session, 2);
    });
  });

  it('are pressed by nobody but the payer where the answer is that it went wrong, and charge once where the request or the answer is lost', async () => {
    const session = await sell();
    let presses = 0;
    const ends: string[] = [];
    // The browser says on its console that requests have failed.
    await assert.rejects(
      visit({ viewport: PHONE }, async (page) => {
        await page.route('**/pay/**', async (route) => {
          presses += 1;
          await route.fulfill({ status: 502, contentType: 'text/html', body: '<p>No.</p>' });
        });
        await page.goto(`${system.run.api}/checkout/${session}`);
        await typeInFrame(page, GOOD);
        const again = page.waitForEvent('load');
        await pressPay(page);
        await again;
        // The page says how it stands.
        await cardFrameOf(page);
        assert.match(page.url(), /\/checkout\/[0-9a-f]{40}/u);
        assert.equal(presses, 1);
        await page.unroute('**/pay/**');

        await page.route(/\/pay\/\?/u, (route) => route.abort(), { times: 1 });
        await typeInFrame(page, DECLINED);
        await pressPay(page);
        await page.locator('.checkout [role=alert]', { hasText: 'did not allow' }).waitFor();
        assert.equal((await transactionOf(system, session)).attempts.length, 1);

        await page.route(/\/pay\/\?/u, loseAnswer, { times: 1 });
        await typeInFrame(page, GOOD);
        await pressPay(page);
        ends.push(await onSummary(page));
      }),
      /ERR_FAILED[^]*ERR_FAILED/u,
    );
    assert.deepEqual(ends, ['Payment successful: KWD 12.340']);
    await isPaidOnce(session, 2);
  });

  it('charge once in two tabs, and the other says that it is paid', async () => {
    await visit({}, async (page) => {
      const session = await open(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      for (const tab of [page, other]) await typeInFrame(tab, GOOD);
      await Promise.all([pressPay(page), pressPay(other)]);
      await untilState(system, session, 'paid');
      assert.deepEqual(await moved(session), ['capture 12.340 KWD']);
      for (const tab of [page, other]) await tab.waitForURL(/\/(?:result|pay|return)\//u);
      const again = await page.context().newPage();
      await again.goto(`${system.run.api}/checkout/${session}`);
      await onSummary(again);
    });
  });

  it('ask for the security code of a saved card, too, where they are', async () => {
    const { gatewayAccounts } = system.store;
    const opened = await gatewayAccounts.open(DEMO, codeOf(CODED));
    assert.ok(opened);
    const account = { ...opened.account, code: codeOf('journey-frame') };
    const settings = { ...opened.settings, card_frame: true };
    await gatewayAccounts.put(account, settings);
    try {
      const customerId = `c-${randomUUID()}`;
      await saveCard(system, { customerId, code: account.code });
      await visit({}, async (page) => {
        const session = await open(page, { customer_id: customerId, pg_codes: [account.code] });
        await page.check('input[value^="card:"]');
        const code = page.frameLocator('.frame-place.code iframe').locator('#cvv');
        await code.waitFor();
        assert.equal(await page.isVisible('.code-elsewhere'), false);
        await isAccessible(page);
        await pressPay(page);
        await page.frameLocator('.frame-place.code iframe').locator('[aria-invalid]').waitFor();
        await code.fill('123');
        await pressPay(page);
        await onSummary(page);
        await isPaidOnce(session);
      });
    } finally {
      await gatewayAccounts.put({ ...account, active: false }, settings);
    }
  });

  it('give way to the page of the network without script, and where they do not come, with no button of a wallet that the browser does not have', async () => {
    const atNetwork = /\/pay\/pay_/u;
    await visit({ javaScriptEnabled: false }, async (page) => {
      await open(page);
      assert.equal(await page.isVisible('.frame-place'), false, 'no empty place');
      assert.ok(await page.isVisible('.cards-elsewhere'));
      await hasNoWallet(page);
      await pressPay(page);
      await page.waitForURL(atNetwork);
    });
    await visit({}, async (page) => {
      await page.route(/\/card\?/u, (route) => route.fulfill({ status: 200, body: 'nothing' }));
      await open(page);
      await hasNoWallet(page);
      await pressPay(page);
      await page.waitForURL(atNetwork);
    });
  });
});

describe('the wallets of a device in our payment page', function () {
  this.timeout(180_000);
  let system: System;
  let merchant: MerchantClient;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const GOOGLE = '.service.google_pay';
  const APPLE = '.service.apple_pay';
  const moved = (session: string) => sandboxNetworkOf(system).moved(session);
  const sell = (more: Json = {}) =>
    merchant.sale({ pg_codes: ['sandbox-inline', 'cash'], ...more });
  const open = async (page: Page, more: Json = {}) => {
    await withWallets(page, system);
    const session = await sell(more);
    await page.goto(`${system.run.api}/checkout/${session}`);
    return session;
  };
  const isPaidOnce = async (session: string, attempts = 1) => {
    await untilState(system, session, 'paid');
    assert.deepEqual(await moved(session), ['capture 12.340 KWD']);
    assert.equal((await transactionOf(system, session)).attempts.length, attempts);
  };

  it('leave a declined payer on the page, who pays with another card, without leaving it before it is paid, even after a bank’s question', async () => {
    await visit({ viewport: PHONE }, async (page) => {
      const session = await open(page);
      for (const one of [GOOGLE, APPLE]) await page.waitForSelector(one);
      await isAccessibleIn(page, 'en');
      await page.click(GOOGLE);
      await page.waitForSelector('.sandbox-wallet[open]');
      await isAccessibleIn(page, 'en');
      await payInSheet(page, 'decline');
      await onCheckoutAgain(page);
      await page.click(GOOGLE);
      await payInSheet(page, 'challenge');
      await confirm(page);
      await onSummary(page);
      await isPaidOnce(session, 2);
      const [, attempt] = (await transactionOf(system, session)).attempts;
      assert.deepEqual([attempt?.deviceWallet, attempt?.threeDs?.challenge], ['google_pay', true]);
    });
  });

  it('pay by Apple Pay of an old device, without leaving the page before it is paid, in Arabic', async () => {
    await visit({ viewport: PHONE }, async (page) => {
      await page.addInitScript(AS_BEFORE_IOS_16);
      const session = await open(page, { language: 'ar' });
      for (const one of [GOOGLE, APPLE]) await page.waitForSelector(one);
      await isAccessibleIn(page, 'ar');
      await page.click(APPLE);
      await page.waitForSelector('.sandbox-wallet[open]');
      await isAccessibleIn(page, 'ar');
      await payInSheet(page);
      await onSummary(page);
      await isPaidOnce(session);
      const [attempt] = (await transactionOf(system, session)).attempts;
      assert.equal(attempt?.deviceWallet, 'apple_pay');
    });
  });

  it('charge once where the request or the answer is lost: the page asks what became of it', async () => {
    const session = await sell();
    const ends: string[] = [];
    await assert.rejects(
      visit({}, async (page) => {
        await withWallets(page, system);
        await page.goto(`${system.run.api}/checkout/${session}`);
        for (const [lose, leads, attempts] of [
          [(route: Route) => route.abort(), /\/pay-by\//u, 0],
          [loseAnswer, /\/result\//u, 1],
        ] as const) {
          await page.route(/\/pay-by\/google_pay\//u, lose, { times: 1 });
          await page.click(GOOGLE);
          const next = page.waitForURL(leads);
          await payInSheet(page);
          await next;
          assert.equal((await transactionOf(system, session)).attempts.length, attempts);
        }
        ends.push(await onSummary(page));
      }),
      /ERR_FAILED[^]*ERR_FAILED/u,
    );
    assert.deepEqual(ends, ['Payment successful: KWD 12.340']);
    await isPaidOnce(session);
  });

  it('charge nothing that the payer has closed, that the browser has brought back in the middle of a press, or of which another amount is asked for by now', async () => {
    await visit({}, async (page) => {
      const session = await open(page);
      await page.click(GOOGLE);
      await page.click('.sandbox-wallet button:not([value])');
      await page.waitForSelector('form[aria-busy=false]');
      assert.deepEqual((await transactionOf(system, session)).attempts, []);

      await page.click(GOOGLE);
      await page.waitForSelector('form[aria-busy=true]');
      const again = page.waitForEvent('load');
      await page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
      );
      await again;
      await page.waitForSelector(GOOGLE);
      assert.equal(await page.locator('form[aria-busy=true]').count(), 0);

      await page.click(GOOGLE);
      await merchant.patch(session, { amount: '9.000' });
      await payInSheet(page);
      await page.waitForSelector('.alert');
      assert.match(await page.innerText('.alert'), /changed/u);
      assert.match(await page.innerText('.amount'), /9\.000/u);
      assert.deepEqual((await transactionOf(system, session)).attempts, []);
    });
  });

  it('ask before they pay in place of a page that is still open, and ask again for what is paid otherwise, once the window of the bank was closed', async () => {
    await visit({}, async (page) => {
      const session = await open(page, { pg_codes: ['sandbox', 'cash'] });
      await pressPay(page);
      await page.waitForURL(/\/pay\/pay_/u);
      await page.goBack();
      page.once('dialog', (dialog) => dialog.accept());
      await page.click(GOOGLE);
      await payInSheet(page, 'challenge');
      await bank(page).locator('#code').waitFor();
      await page.click('[data-close]');
      const kept = "new FormData(document.querySelector('button.pay').form).get('replace_attempt')";
      assert.equal(await page.evaluate(kept), null);
      const [, attempt] = (await transactionOf(system, session)).attempts;
      // The bank is answered on its own page.
      await page.goto(String(attempt?.pageUrl));
      await page.fill('#code', '123456');
      await page.click('button.main');
      await onSummary(page);
      await isPaidOnce(session, 2);
    });
  });

  it('have no button while a part is typed, also on a page that begins with one', async () => {
    const shop = await aShop(system, { payment_request: { enabled: true, amountEditable: true } });
    const session = await shop.client.sale();
    await visit({}, async (page) => {
      await withWallets(page, system);
      await page.goto(`${system.run.api}/checkout/${session}?amount=5`);
      await page.waitForSelector(`${GOOGLE}:not(.looked-for):not([hidden])`, { state: 'attached' });
      assert.equal(await page.isVisible(GOOGLE), false);
      await page.fill('#amount', '12.340');
      assert.ok(await page.isVisible(GOOGLE));
      await page.fill('#amount', '5');
      assert.equal(await page.isVisible(GOOGLE), false);
    });
  });

  it('have no button beside another wallet', async () => {
    const customer_id = `c-${randomUUID()}`;
    await walletsOf(system, { id: DEMO }).give(customer_id, '10.000');
    await visit({}, async (page) => {
      await open(page, { customer_id, pg_codes: ['sandbox'] });
      await page.waitForSelector(GOOGLE);
      await page.check('#wallet');
      assert.equal(await page.isVisible(GOOGLE), false);
      await page.uncheck('#wallet');
      assert.ok(await page.isVisible(GOOGLE));
    });
  });
});
