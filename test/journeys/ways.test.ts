import assert from 'node:assert/strict';
import { direction, ignoreRefresh, isAccessibleIn, visit, waysOf } from '../support/browser.ts';
import { EXPIRY } from '../../drills/networks/card-expiry.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, textIn, type MerchantClient } from '../support/http.ts';
import { paymentIdIn, sandboxNetworkOf } from '../api/support/network.ts';
import { goToNetwork, returnAddress } from '../api/support/payer.ts';
import { eventsOf, transactionOf, untilState } from '../api/support/records.ts';
import {
  backAtShop,
  buyCoffee,
  onSummary,
  payByCard,
  shopAnswers,
  typeCard,
} from './support/customer.ts';
import { aSlowMerchant } from './support/slow-merchant.ts';

describe('the way of a customer', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });
  afterEach(() => shopAnswers(system, '200'));
  const moved = (session: string) => sandboxNetworkOf(system).moved(session);

  it('ends at our summary when the shop says that the customer shall stay', async () => {
    await shopAnswers(system, '201');
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system);
      await payByCard(page);
      await typeCard(page);
      assert.equal(await onSummary(page), 'Payment successful: KWD 4.750');
      await isAccessibleIn(page, 'en');
      await page.reload();
      assert.equal(await page.innerText('h1'), 'Payment successful: KWD 4.750');
      await page.click('.language');
      await page.waitForURL(/lang=ar/u);
      assert.equal(await page.innerText('h1'), 'تم الدفع بنجاح: 4.750 د.ك');
      await page.click('.actions a');
      assert.equal(await backAtShop(page), 'paid');
      assert.equal(new URL(page.url()).searchParams.get('session_id'), session);
      assert.deepEqual(await moved(session), ['capture 4.750 KWD']);
    });
  });

  it('ends at our summary when the shop is down, which says in both languages that the money is safe', async () => {
    await shopAnswers(system, '500');
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system);
      await payByCard(page);
      await typeCard(page);
      assert.ok((await onSummary(page)).endsWith('KWD 4.750'));
      assert.match(await page.innerText('[role=status]'), /Your payment is safe/u);
      const [event] = await eventsOf(system, session);
      assert.deepEqual([event?.verdict, event?.calls[0]?.status], ['failed', 500]);
      assert.equal((await transactionOf(system, session)).state, 'paid');
      assert.deepEqual(await moved(session), ['capture 4.750 KWD']);
      await page.click('.language');
      await page.waitForURL(/lang=ar/u);
      assert.ok((await onSummary(page)).endsWith('4.750 د.ك'));
      assert.match(await page.innerText('[role=status]'), /دفعتك في أمان/u);
    });
  });

  it('leads over a waiting page while the merchant has not answered, and goes on by itself', async () => {
    const slow = await aSlowMerchant();
    try {
      await visit({}, async (page) => {
        const session = await merchant.sale({
          webhook_url: slow.url,
          redirect_url: `${system.run.demo}/settings?kept=yes`,
          order_no: 'slow one',
        });
        await page.goto(`${system.run.api}/checkout/${session}`);
        await payByCard(page);
        await typeCard(page);
        await page.waitForURL(/\/b\/gw\/return\//u);
        assert.equal(await page.innerText('h1'), 'We are confirming your payment');
        slow.say(200);
        await page.waitForURL(/\/settings/u);
        const { attempts } = await transactionOf(system, session);
        assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
          kept: 'yes',
          order_no: 'slow one',
          reference_number: attempts[0]?.referenceNumber,
          session_id: session,
        });
        assert.deepEqual(await moved(session), ['capture 12.340 KWD']);
      });
    } finally {
      await slow.close();
    }
  });

  it('leads over a waiting page while the network has not decided, to a summary that says so', async () => {
    await visit({}, async (page) => {
      await ignoreRefresh(page, /\/b\/(?:gw\/return|checkout\/result)\//u);
      const session = await buyCoffee(page, system);
      await payByCard(page);
      await sandboxNetworkOf(system).order(paymentIdIn(page.url()), {
        fault: 'queued',
        on: ['pay'],
      });
      await typeCard(page);
      await page.waitForURL(/\/b\/gw\/return\//u);
      await page.goto(await returnAddress(system, session, 'ar'));
      assert.equal(await page.innerText('h1'), 'نعمل على تأكيد عملية الدفع');
      await page.goto(`${system.run.api}/b/checkout/result/${session}/`);
      assert.equal(await page.innerText('h1'), 'We are checking your payment');
      assert.deepEqual(await moved(session), []);
    });
  });

  for (const language of waysOf('ar', 'en'))
    it(`leads from a link of payment_methods to the network by one press, and has a button on the page that leads back, for browsers that do not follow, in ${language}`, async () => {
      await visit({}, async (page) => {
        const { body } = await merchant.create({
          type: 'e_commerce',
          amount: '1.5',
          currency_code: 'BHD',
          pg_codes: ['cash', 'sandbox'],
          redirect_url: `${system.run.demo}/settings`,
          language,
        });
        const session = textIn(body, 'session_id');
        await page.goto(`${system.run.api}/checkout/${session}/pay/sandbox/`);
        assert.equal(await page.isChecked('input[value=sandbox]'), true);
        await isAccessibleIn(page, language);
        await page.click('button.pay');
        await page.waitForURL(/\/pay\/pay_/u);
        await typeCard(page);
        await page.waitForURL(/\/settings\?/u);
        assert.deepEqual(await moved(session), ['capture 1.500 BHD']);
        // The browser is led through the return page by a redirect, which cannot be held up; so it comes again.
        await ignoreRefresh(page, /\/b\/gw\/return\//u);
        await page.goto(await returnAddress(system, session, language));
        await isAccessibleIn(page, language);
        assert.deepEqual(await direction(page), [language === 'ar' ? 'rtl' : 'ltr', language]);
        await page.click('.actions a');
        await page.waitForURL(/\/settings\?/u);
        assert.deepEqual(await moved(session), ['capture 1.500 BHD']);
      });
    });

  it('pays with cash in two presses', async () => {
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system);
      await page.check('input[value=cash]');
      assert.match(await page.innerText('button.pay'), /KWD 4\.750 in cash/u);
      await page.click('button.pay');
      assert.equal(await backAtShop(page), 'cod');
      await page.goto(`${system.run.api}/checkout/${session}`);
      assert.equal(await onSummary(page), 'Pay KWD 4.750 in cash');
      assert.deepEqual(await moved(session), []);
    });
  });

  it('says what is missing when Pay is pressed without a choice, and the page stays usable', async () => {
    await visit({}, async (page) => {
      await buyCoffee(page, system);
      // A form that has lost the choice which the page made, in a browser that checks nothing itself.
      await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
      await page.locator('input[name=pg_code]:checked').evaluate((radio) => radio.remove());
      await page.click('button.pay');
      await page.waitForSelector('[role=alert]');
      assert.match(await page.innerText('[role=alert]'), /Choose a payment method/u);
      await isAccessibleIn(page, 'en');
      await page.click('.language');
      await page.waitForURL(/\/checkout\/[0-9a-f]{40}\/?\?lang=ar/u);
      await payByCard(page);
    });
  });

  it('is one payment, however often Pay is pressed, and cannot be paid again by going back', async () => {
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system);
      await page.check('input[value=sandbox]');
      await page.dblclick('button.pay');
      // The second press ends the first navigation, which would end a wait for an address, too.
      await page.waitForSelector('#name');
      assert.match(page.url(), /\/pay\/pay_/u);
      await page.fill('#name', 'Sara Al-Ali');
      await page.fill('#number', '4242424242424242');
      await page.fill('#expiry', EXPIRY);
      await page.fill('#cvv', '123');
      await page.dblclick('button.main');
      assert.equal(await backAtShop(page), 'paid');
      const { attempts } = await transactionOf(system, session);
      assert.equal(attempts.length, 1);
      const payments = await sandboxNetworkOf(system).paymentsOf(
        attempts[0]?.referenceNumber ?? '',
      );
      assert.equal(payments.length, 1);
      assert.deepEqual(await moved(session), ['capture 4.750 KWD']);

      // Back through everything that the browser remembers.
      const seen: string[] = [];
      for (let steps = 0; steps < 4; steps += 1) {
        const answer = await page.goBack();
        if (answer === null) break;
        await page.waitForLoadState();
        seen.push(new URL(page.url()).pathname);
        assert.equal(await page.locator('button.pay, #number').count(), 0, page.url());
      }
      assert.ok(seen.length > 0);
      await page.goto(`${system.run.api}/checkout/${session}`);
      assert.equal(await onSummary(page), 'Payment successful: KWD 4.750');
      assert.deepEqual(await moved(session), ['capture 4.750 KWD']);
    });
  });

  it('is the same for two people with the same link: one pays, the other sees that it is paid', async () => {
    const session = await merchant.sale();
    await visit({}, async (page) => {
      await page.goto(`${system.run.api}/checkout/${session}`);
      await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
      await untilState(system, session, 'paid');
      await page.check('input[value=sandbox]');
      await page.click('button.pay');
      assert.equal(await onSummary(page), 'Payment successful: KWD 12.340');
    });
    assert.deepEqual(await moved(session), ['capture 12.340 KWD']);
  });
});
