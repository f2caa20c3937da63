import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { EXPIRY } from '../../drills/networks/card-expiry.ts';
import { anUncodedAccount, CODED, saveCard } from '../api/support/cards.ts';
import { sandboxNetworkOf } from '../api/support/network.ts';
import { DEMO, transactionOf } from '../api/support/records.ts';
import { isAccessibleIn, visit } from '../support/browser.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, until, type MerchantClient } from '../support/http.ts';
import { onCheckoutAgain, onSummary, payByCard, typeCard } from './support/customer.ts';

const VISA = '4012 8888 8888 1881';

/** An account that asks for no security code, as the coded one does. */
const FREE = 'journey-vault';

describe('a customer who comes again', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  let free: Awaited<ReturnType<typeof anUncodedAccount>>;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    free = await anUncodedAccount(system, FREE);
  });
  after(() => free.close());

  const moved = (session: string) => sandboxNetworkOf(system).moved(session);
  /** A payment of the customer, opened in the browser. */
  async function open(page: Page, customer_id: string, code: string, language = 'en') {
    const id = await merchant.sale({ customer_id, pg_codes: [code], language });
    await page.goto(`${system.run.api}/checkout/${id}`);
    return id;
  }
  /** Pays by a card that is typed, and lets the shop keep it. */
  async function payAndSave(page: Page, customer: string, code: string): Promise<void> {
    const id = await open(page, customer, code);
    await page.check('#save-card');
    await payByCard(page, code);
    await typeCard(page, VISA);
    await onSummary(page);
    assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    // A card is kept a moment after its payment is paid.
    const owner = { merchantId: DEMO, customerId: customer, sandbox: true };
    await until('the card', async () => (await system.store.cards.list(owner)).length > 0);
  }

  it('pays with the saved card at once where no security code is asked, and removes it after a question', async () => {
    await visit({}, async (page) => {
      const customer = `c-${randomUUID()}`;
      await payAndSave(page, customer, FREE);
      const id = await open(page, customer, FREE);
      const shown = (await page.innerText('.methods')).split('\n');
      for (const line of ['VISA **** 1881', `Expires on ${EXPIRY}`])
        assert.ok(shown.includes(line), shown.join(' | '));
      assert.ok(await page.isChecked('input[value^="card:"]'), 'it paid last');
      await page.click('button.pay');
      assert.match(await onSummary(page), /Payment successful: KWD 12\.340/u);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
      await open(page, customer, FREE);
      await page.click('a.removal');
      await page.waitForSelector('form button');
      await page.click('a.primary');
      // It was kept.
      await page.waitForSelector('input[value^="card:"]', { state: 'attached' });
      // Another card may be typed in its place.
      await payByCard(page, FREE);
      assert.equal(await page.locator('#number').count(), 1);
      await page.click('button.quiet');
      await onCheckoutAgain(page);
      await page.click('a.removal');
      await page.click('form button');
      await page.waitForURL(/\/checkout\/[0-9a-f]+(?:\?|$)/u);
      assert.equal(await page.locator('input[value^="card:"]').count(), 0);
    });
  });

  it('types the security code at the network and nowhere else, or gives the saved card up there and chooses it again, in Arabic', async () => {
    await visit({}, async (page) => {
      const customerId = `c-${randomUUID()}`;
      await saveCard(system, { customerId, code: CODED });
      const id = await open(page, customerId, CODED, 'ar');
      await page.check('input[value^="card:"]');
      assert.equal(await page.locator('[name=cvv]').count(), 0);
      await page.click('button.pay');
      await page.waitForURL(/\/pay\/pay_/u);
      assert.ok(page.url().startsWith(system.run.simulator), 'the code is typed at the network');
      assert.equal(await page.getAttribute('html', 'lang'), 'ar');
      assert.equal(await page.locator('[name=number]').count(), 0);
      await isAccessibleIn(page, 'ar');
      await page.click('button.quiet');
      assert.match(await onCheckoutAgain(page), /أُلغيت/u);
      await page.check('input[value^="card:"]');
      await page.click('button.pay');
      await page.waitForURL(/\/pay\/pay_/u);
      await page.fill('#cvv', '12');
      await page.click('button.main');
      await page.waitForSelector('[aria-invalid]');
      await page.fill('#cvv', '123');
      await page.click('button.main');
      await onSummary(page);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
      const { attempts } = await transactionOf(system, id);
      assert.deepEqual(
        attempts.map(({ state, charges }) => [state, charges?.lastFour]),
        [
          ['canceled', '1881'],
          ['success', '1881'],
        ],
      );
    });
  });
});
