import assert from 'node:assert/strict';
import { isAccessible, visit } from '../support/browser.ts';
import { theSystem, type System } from '../support/system.ts';
import { textIn } from '../support/http.ts';
import { sandboxNetworkOf } from '../api/support/network.ts';
import { eventsOf, transactionOf } from '../api/support/records.ts';
import {
  backAtShop,
  buyCoffee,
  onCheckoutAgain,
  onSummary,
  payByCard,
  shopAnswers,
  typeCard,
} from './support/customer.ts';

const CHALLENGED = '4000 0000 0000 3220';
const DECLINED = '4000 0000 0000 0002';

describe('a customer with a card', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });
  afterEach(() => shopAnswers(system, '200'));

  const moved = (session: string) => sandboxNetworkOf(system).moved(session);
  /** What the shop was told, as "failed attempted". */
  const told = async (session: string) =>
    (await eventsOf(system, session)).map(
      ({ payload }) => `${textIn(payload, 'result')} ${textIn(payload, 'state')}`,
    );

  it('that mistypes it is told so by the network, and pays by the right code only, after three wrong ones and a challenge given up', async () => {
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system);
      await payByCard(page);
      await typeCard(page, '4242 4242 4242 4243');
      await page.waitForSelector('[aria-invalid]');
      assert.equal((await transactionOf(system, session)).state, 'pending', 'nothing has ended');
      await typeCard(page, CHALLENGED);
      for (const left of [2, 1, 0]) {
        await page.waitForURL(/\/challenge/u);
        await page.fill('#code', '111111');
        await page.click('button.main');
        if (left > 0) await page.waitForSelector('[aria-invalid]');
        if (left === 2) await isAccessible(page);
      }
      assert.equal(await backAtShop(page), 'unpaid');
      assert.equal(
        await page.getAttribute('[data-engine-state]', 'data-engine-state'),
        'attempted',
      );
      assert.deepEqual(await moved(session), []);
      assert.deepEqual(await told(session), ['failed attempted']);

      const challengedAgain = async () => {
        await page.click('[data-standing] a');
        await page.waitForURL(/\/checkout\//u);
        await payByCard(page);
        await typeCard(page, CHALLENGED);
        await page.waitForURL(/\/challenge/u);
      };
      await challengedAgain();
      await page.click('button[value=cancel]');
      assert.equal(await backAtShop(page), 'unpaid');
      await challengedAgain();
      await page.fill('#code', '123456');
      await page.click('button.main');
      assert.equal(await backAtShop(page), 'paid');
      assert.deepEqual(await moved(session), ['capture 4.750 KWD']);
    });
  });

  it('cancels at the network, meets an error of the network, is declined and learns why in Arabic, and can try again each time', async () => {
    await shopAnswers(system, '201');
    await visit({ colorScheme: 'dark' }, async (page) => {
      const session = await buyCoffee(page, system);
      await payByCard(page);
      await page.click('button.quiet');
      assert.match(await onCheckoutAgain(page), /Payment canceled/u);
      await isAccessible(page);
      assert.deepEqual(await told(session), ['canceled attempted']);
      assert.deepEqual(await moved(session), []);
      await payByCard(page);
      await typeCard(page, '4000 0000 0000 0119');
      assert.match(await onCheckoutAgain(page), /could not be completed/u);
      await page.click('.language');
      await page.waitForURL(/lang=ar/u);
      await payByCard(page);
      await typeCard(page, DECLINED);
      const said = await onCheckoutAgain(page);
      assert.match(said, /لم يسمح بنك البطاقة/u);
      assert.doesNotMatch(said, /Declined by the issuer/u);
      assert.ok(page.url().includes(`/checkout/${session}`));
      assert.ok(await page.isVisible('input[value=cash]'), 'the other ways are at hand');
      assert.ok(await page.isChecked('input[value=sandbox]'), 'the last choice is still made');
      await isAccessible(page);
      await payByCard(page);
      await typeCard(page);
      assert.ok((await onSummary(page)).endsWith('4.750 د.ك'));
      assert.equal(await page.getAttribute('html', 'lang'), 'ar');
      assert.deepEqual(await told(session), [
        'canceled attempted',
        'error attempted',
        'failed attempted',
        'success paid',
      ]);
      assert.deepEqual(await moved(session), ['capture 4.750 KWD']);
      const { attempts } = await transactionOf(system, session);
      const ends = ['canceled', 'error', 'failed', 'success'];
      assert.deepEqual(
        attempts.map(({ state }) => state),
        ends,
      );
    });
  });

  it('has only one try where the method allows no more', async () => {
    await shopAnswers(system, '201');
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system, { methods: 'oneAttempt' });
      await payByCard(page, 'sandbox-single');
      await typeCard(page, DECLINED);
      assert.equal(await onSummary(page), 'The payment failed');
      assert.match(await page.innerText('main'), /did not allow this payment/u);
      const links = await page.locator('a').evaluateAll((all) => all.map((a) => a.textContent));
      assert.ok(!links.includes('Try again'));
      await page.goto(`${system.run.api}/checkout/${session}`);
      assert.equal(await onSummary(page), 'The payment failed');
      assert.deepEqual(await told(session), ['failed failed']);
      assert.deepEqual(await moved(session), []);
    });
  });

  it('has only one try there even when it is the customer who cancels', async () => {
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system, { methods: 'oneAttempt' });
      await payByCard(page, 'sandbox-single');
      await page.click('button.quiet');
      assert.equal(await backAtShop(page), 'unpaid');
      await page.goto(`${system.run.api}/checkout/${session}`);
      assert.equal(await page.innerText('h1'), 'This payment was canceled');
      assert.deepEqual(await told(session), ['canceled expired']);
    });
  });

  it('sees the fee before paying it, and pays just that', async () => {
    await visit({}, async (page) => {
      const session = await buyCoffee(page, system, { methods: 'fee' });
      await page.check('input[value=sandbox-fee]');
      assert.match(await page.innerText('button.pay'), /KWD 4\.869/u); // 4.750 and 0.11875 rounded
      await payByCard(page, 'sandbox-fee');
      assert.match(await page.innerText('button.main'), /4\.869/u);
      await typeCard(page);
      await backAtShop(page);
      await page.goto(`${system.run.api}/b/checkout/result/${session}/`);
      assert.match(await page.innerText('h1'), /Payment successful: KWD 4\.869/u);
      assert.match(await page.innerText('.details'), /KWD 4\.750[^]*KWD 0\.119[^]*KWD 4\.869/u);
      assert.deepEqual(await moved(session), ['capture 4.869 KWD']);
    });
  });
});
