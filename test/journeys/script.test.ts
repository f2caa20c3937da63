import assert from 'node:assert/strict';
import { sandboxNetworkOf } from '../api/support/network.ts';
import { transactionOf, untilState } from '../api/support/records.ts';
import { aShop, type Shop } from '../api/support/shop.ts';
import {
  connect,
  direction,
  fits,
  isAccessibleInBothColorSchemes,
  isAccessibleIn,
  PHONE,
  visit,
  waysOf,
} from '../support/browser.ts';
import { theSystem, type System } from '../support/system.ts';
import { typeCard } from './support/customer.ts';

/** Where the network asks for the card. */
const AT_NETWORK = /\/pay\/pay_/u;

describe('the payment page, with its script and without', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system, { payment_request: { enabled: true, amountEditable: true } });
  });
  const at = (id: string) => `${system.run.api}/checkout/${id}`;

  it('shows what an amount comes to while it is typed, and that is paid by one press', async () => {
    const session = await shop.client.sale({ pg_codes: ['sandbox-fee', 'sandbox'] });
    await visit({}, async (page) => {
      await page.goto(at(session));
      await page.waitForSelector('form.settled');
      assert.match(await page.innerText('button.pay'), /^Pay KWD 12\.\d+$/u);
      const browser = JSON.parse(await page.inputValue('input[name=browser]'));
      assert.equal(browser.screen_width, page.viewportSize()?.width);
      await page.fill('#amount', '1x');
      await page.waitForSelector('form:not(.settled)');
      assert.equal(await page.innerText('button.pay'), 'Pay');
      await page.fill('#amount', '٤');
      await page.waitForSelector('form.settled');
      assert.match(await page.innerText('.amounts'), /Total to pay\s+KWD 4\.100/u);
      assert.equal(await page.innerText('button.pay'), 'Pay KWD 4.100');
      await page.check('#method-1');
      assert.equal(await page.innerText('button.pay'), 'Pay KWD 4.000');
      await page.check('#method-0');
      await isAccessibleIn(page, 'en');
      await page.click('button.pay');
      await typeCard(page);
      await untilState(system, session, 'paid');
    });
    assert.deepEqual(await sandboxNetworkOf(system).moved(session), ['capture 4.100 KWD']);
  });

  it('without script says the time of the expiry, takes an amount that only confirms by the same press, and shows a fee first', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      const expiration_time = '00:10:00';
      const plain = await shop.client.sale({ pg_codes: ['sandbox'], expiration_time });
      await page.goto(at(plain));
      assert.match(await page.innerText('.time-left'), /^Pay before \d\d:\d\d GMT\+3$/u);
      assert.equal(await page.innerText('button.pay'), 'Pay');
      await page.fill('#amount', '4');
      await page.click('button.pay');
      await page.waitForURL(AT_NETWORK);
      const withFee = await shop.client.sale({ pg_codes: ['sandbox-fee'] });
      await page.goto(at(withFee));
      await page.fill('#amount', '4');
      await page.click('button.pay');
      assert.match(await page.innerText('.amounts'), /KWD 4\.100/u);
      await page.click('button.pay');
      await page.waitForURL(AT_NETWORK);
    });
  });

  it('pays by the Enter key, and does not change the language or cancel', async () => {
    const session = await shop.client.sale();
    await visit({}, async (page) => {
      await page.goto(at(session));
      await page.fill('#amount', '3');
      await page.press('#amount', 'Enter');
      await page.waitForURL(AT_NETWORK);
    });
    assert.equal((await transactionOf(system, session)).attempts[0]?.total.minor, 3000);
  });

  for (const javaScriptEnabled of [true, false])
    it(`keeps what is chosen and typed in the other language, and can be gone back to, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const session = await shop.client.sale({ pg_codes: ['cash', 'sandbox'] });
      await visit({ javaScriptEnabled, viewport: PHONE }, async (page) => {
        await page.goto(at(session));
        await page.check('input[value=cash]');
        await page.fill('#amount', '2.5');
        await page.click('.language');
        await page.waitForURL(new RegExp(`/checkout/${session}.*lang=ar`, 'u'));
        assert.deepEqual(await direction(page), ['rtl', 'ar']);
        assert.ok(await page.isChecked('input[value=cash]'));
        assert.equal(await page.inputValue('#amount'), '2.5');
        if (javaScriptEnabled) await isAccessibleIn(page, 'ar');
        await page.check('input[value=sandbox]');
        await page.click('button.pay');
        await page.waitForURL(AT_NETWORK);
        assert.deepEqual(await direction(page), ['rtl', 'ar'], 'the network speaks it too');
        await page.goBack();
        // The browser puts back what was chosen in a task of its own, which may come after the page is loaded.
        await page.waitForSelector('input[value=sandbox]:checked', { state: 'attached' });
        assert.deepEqual(await direction(page), ['rtl', 'ar']);
        await page.click('.language');
        await page.waitForURL(new RegExp(`/checkout/${session}.*lang=en`, 'u'));
        assert.ok(await page.isChecked('input[value=sandbox]'), 'the last choice is still made');
        await page.click('button.pay');
        await page.waitForURL(AT_NETWORK);
      });
    });

  for (const javaScriptEnabled of [true, false])
    it(`asks before it cancels, with the way back to what was typed, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const redirect_url = `${system.run.demo}/settings`;
      const session = await shop.client.sale({ redirect_url });
      await visit({ javaScriptEnabled }, async (page) => {
        await page.goto(at(session));
        await page.fill('#amount', '2.5');
        const cancel = () => page.click('button[formaction*="/cancel/ask/"]');
        await cancel();
        assert.equal(await page.innerText('h1'), 'Cancel this payment?');
        if (javaScriptEnabled) await isAccessibleIn(page, 'en');
        await page.click('a.primary');
        assert.equal(await page.inputValue('#amount'), '2.5');
        await page.click('a.quiet');
        await page.waitForURL(/\/settings\?/u);
        assert.equal(new URL(page.url()).searchParams.get('session_id'), session);
        await page.goto(at(session));
        await cancel();
        await page.click('form button');
        assert.equal(await page.innerText('h1'), 'This payment was canceled');
      });
      await untilState(system, session, 'canceled');
    });

  for (const [language, over] of waysOf<readonly ['en' | 'ar', string]>(
    ['ar', 'انتهت صلاحية رابط الدفع'],
    ['en', 'This payment link has expired'],
  ))
    it(`counts down to the expiry and then says that it is over, also in words that stay, in ${language}`, async () => {
      const session = await shop.client.sale({ language, expiration_time: '00:00:20' });
      await visit({}, async (page) => {
        await page.goto(at(session));
        const first = await page.innerText('[data-left]');
        assert.match(first, /^0:(?:20|[01]\d)$/u);
        await page.locator('[data-left]').filter({ hasNotText: first }).waitFor();
        await page.waitForURL(/lang=/u, { timeout: 40_000 });
        assert.equal(await page.innerText('h1'), over);
      });
    });

  for (const javaScriptEnabled of [true, false])
    it(`shows the fields of the country that is chosen, with what was typed, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const session = await shop.client.sale({
        capture_delivery_address: true,
        capture_delivery_location: true,
      });
      await visit({ javaScriptEnabled, viewport: PHONE }, async (page) => {
        await page.goto(at(session));
        assert.equal(await page.inputValue('#country'), 'KW');
        await page.fill('#street', '12');
        await page.selectOption('#country', 'BH');
        if (!javaScriptEnabled) await page.click('[data-refit]');
        await page.waitForURL(/country=BH/u);
        assert.equal(await page.innerText('label[for=street]'), 'Road');
        assert.equal(await page.inputValue('#street'), '12');
        if (javaScriptEnabled) await isAccessibleIn(page, 'en');
      });
    });

  it('takes the place of the phone where the payer wants it, shows no coordinates, and says so where the phone does not tell', async () => {
    const session = await shop.client.sale({ capture_delivery_location: true });
    const other = await shop.client.sale({ capture_delivery_location: true });
    const geolocation = { latitude: 29.3759, longitude: 47.9774 };
    await visit({ geolocation, permissions: ['geolocation'] }, async (page) => {
      await page.goto(at(session));
      await page.click('[data-locate]');
      await page.waitForSelector('[data-place=here]:not([hidden])');
      await isAccessibleInBothColorSchemes(page);
      assert.doesNotMatch(await page.innerText('main'), /29\.|47\./u);
      await page.click('button.primary');
      await page.waitForSelector('#amount');
      await page.click('summary');
      assert.match(await page.innerText('.order'), /Saved on the map/u);
      await page.context().clearPermissions();
      await page.goto(at(other));
      await page.click('[data-locate]');
      await page.waitForSelector('[data-place=unknown]:not([hidden])');
      // Then it is typed.
      await page.fill('#location', '29.3759, 47.9774');
      await page.click('button.primary');
      await page.waitForSelector('#amount');
    });
    for (const id of [session, other])
      assert.deepEqual((await transactionOf(system, id)).dropOff?.place, geolocation);
  });

  it('says that the network is gone, with what was typed, until it is back, in both languages', async () => {
    const session = await shop.client.sale();
    await visit({ viewport: PHONE }, async (page) => {
      for (const [language, said] of [
        ['en', /^No internet connection\. Nothing is lost/u],
        ['ar', /^لا يوجد اتصال بالإنترنت/u],
      ] as const) {
        await page.goto(`${at(session)}?lang=${language}`);
        const notice = page.locator('[aria-live=polite]', { hasText: said });
        await page.fill('#amount', '2.5');
        await page.locator('button.pay', { hasText: '2.500' }).waitFor();
        assert.equal((await notice.innerText()).trim(), '');
        await connect(page, false);
        await notice.locator('.notice').waitFor();
        assert.match((await notice.innerText()).trim(), said);
        await isAccessibleIn(page, language);
        await fits(page);
        // What has the focus is not below it.
        const link = page.locator('.header .language');
        await link.focus();
        const [over, below] = [await notice.boundingBox(), await link.boundingBox()];
        assert.ok(over && below && below.y + below.height < over.y);
        await connect(page, true);
        await notice.locator('.notice').waitFor({ state: 'hidden' });
        assert.equal(await page.inputValue('#amount'), '2.5');
      }
    });
  });
});
