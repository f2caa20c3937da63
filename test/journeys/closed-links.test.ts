import assert from 'node:assert/strict';
import { isAccessibleIn, visit } from '../support/browser.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send, type MerchantClient } from '../support/http.ts';
import { sandboxNetworkOf } from '../api/support/network.ts';
import { untilState } from '../api/support/records.ts';

describe('a link that cannot be paid', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const EXPIRED = 'This payment link has expired';
  const LINKS: readonly {
    readonly kind: string;
    readonly told: { readonly en: string; readonly ar: string };
    readonly session: () => Promise<string>;
  }[] = [
    {
      kind: 'expired',
      told: { en: EXPIRED, ar: 'انتهت صلاحية رابط الدفع' },
      session: async () => {
        const session = await merchant.sale({ expiration_time: '00:00:01' });
        await untilState(system, session, 'expired');
        return session;
      },
    },
    {
      kind: 'canceled',
      told: { en: 'This payment was canceled', ar: 'أُلغيت عملية الدفع هذه' },
      session: async () => {
        const session = await merchant.sale();
        await send(`${system.run.api}/checkout/${session}/cancel/`, { method: 'POST' });
        return session;
      },
    },
    {
      kind: 'unknown',
      told: { en: 'We cannot find this payment', ar: 'لم نعثر على عملية الدفع هذه' },
      session: () => Promise.resolve('0'.repeat(40)),
    },
  ];

  for (const { kind, told, session: open } of LINKS)
    it(`says that it is ${kind}, in both languages`, async () => {
      const session = await open();
      await visit({}, async (page) => {
        for (const language of ['en', 'ar'] as const) {
          await page.goto(`${system.run.api}/checkout/${session}?lang=${language}`);
          assert.equal(await page.innerText('h1'), told[language]);
          assert.equal(await page.locator('form').count(), 0);
          await isAccessibleIn(page, language);
        }
      });
    });

  it('because its time ran out while the customer looked at it says so when Pay is pressed, without script', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      const session = await merchant.sale({ expiration_time: '00:10:00' });
      await page.goto(`${system.run.api}/checkout/${session}`);
      assert.match(await page.innerText('.time-left'), /^Pay before \d\d:\d\d/u);
      await page.check('input[value=sandbox]');
      await merchant.patch(session, { expiration_time: '00:00:01' });
      await untilState(system, session, 'expired');
      await page.click('button.pay');
      await page.waitForURL(/\/pay/u);
      assert.equal(await page.innerText('h1'), EXPIRED);
      assert.deepEqual(await sandboxNetworkOf(system).moved(session), []);
    });
  });
});
