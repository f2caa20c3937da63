import assert from 'node:assert/strict';
import { paymentIdIn, sandboxNetworkOf } from '../../api/support/network.ts';
import { goToNetwork } from '../../api/support/payer.ts';
import { transactionOf, untilState } from '../../api/support/records.ts';
import { theSystem, type System } from '../../support/system.ts';
import { toldOnce, visitNoisily } from './support/merchant-page.ts';
import { aWebShop, type WebShop } from './support/web-shop.ts';

describe('a payment in the page of a merchant, while the bank asks on the page of another method', function () {
  this.timeout(120_000);
  let system: System;
  let shop: WebShop;
  before(async () => {
    system = await theSystem();
    shop = await aWebShop(system);
  });
  after(() => shop.close());

  it('asks whether to go on, also where the first request was lost, waits when told to, and pays once when told to go on', async () => {
    const customer_id = await shop.vault.customerWith('4012888888881881');
    const id = await shop.merchant.sale({ customer_id, pg_codes: ['sandbox', shop.vault.code] });
    const elsewhere = paymentIdIn(await goToNetwork(system, id));
    await sandboxNetworkOf(system).beginChallenge(elsewhere);
    await visitNoisily({}, async (page) => {
      await page.route('**/submit-token/**', (route) => route.abort(), { times: 1 });
      await shop.open(page, id);
      await page.click('.sarraf__pay-button');
      const question = page.getByRole('dialog', { name: /still open/ });
      await question.getByRole('button', { name: 'Wait' }).click();
      await page.waitForSelector('.sarraf__pay-button:enabled');
      assert.equal(await page.innerText('[role=alert]'), '');
      assert.equal((await transactionOf(system, id)).attempts.length, 1);
      await page.click('.sarraf__pay-button');
      await question.getByRole('button', { name: 'Not paid there, go on' }).click();
      await toldOnce(page, 'success');
    });
    const { attempts } = await untilState(system, id, 'paid');
    assert.deepEqual(
      attempts.map(({ state }) => state),
      ['canceled', 'success'],
    );
    assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
  });
});
