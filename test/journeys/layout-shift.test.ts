import assert from 'node:assert/strict';
import { vitalsOf } from '../../bench/page-vitals.ts';
import { operating } from '../api/support/operating.ts';
import { aShop, type Shop } from '../api/support/shop.ts';
import { theBrowser } from '../support/browser.ts';
import { DOCUMENTS } from '../support/documents.ts';
import { merchantAt, SALE, textIn } from '../support/http.ts';
import { walletsScript } from '../support/sandbox-wallets.ts';
import { theSystem, type System } from '../support/system.ts';

/** What is pressed must not have moved away: on a slow network, with a picture that comes late. */
describe('nothing that a customer sees moves by itself', function () {
  this.timeout(240_000);
  let system: System;
  let shop: Shop;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    const name = `${'d4'.repeat(32)}.png`;
    const bytes = DOCUMENTS['png'] ?? Buffer.alloc(0);
    await system.store.logos.put({ merchantId: shop.id, name, bytes });
    await shop.set({ logo: name });
  });

  const open = async (more: object = {}) => {
    const { body } = await shop.client.create({
      ...SALE,
      pg_codes: ['sandbox', 'sandbox-fee', 'cash'],
      generate_qr_code: true,
      ...more,
    });
    return textIn(body, 'session_id');
  };
  const pages: readonly (readonly [name: string, path: () => Promise<string>])[] = [
    ['the checkout', async () => `/checkout/${await open()}`],
    [
      'the checkout of an amount of their own, in Arabic',
      async () => `/checkout/${await open({ is_amount_editable: true, language: 'ar' })}`,
    ],
    [
      'the checkout with the fields of the network',
      async () => {
        const { api, keys } = system.run;
        return `/checkout/${await merchantAt(api, keys.private).sale({ pg_codes: ['sandbox-inline', 'cash'] })}`;
      },
    ],
    ['the question before canceling', async () => `/checkout/${await open()}/cancel/`],
    [
      'the delivery',
      async () =>
        `/checkout/${await open({ capture_delivery_address: true, capture_delivery_location: true })}/delivery/`,
    ],
    [
      'the summary',
      async () => `/b/checkout/result/${await operating(system, shop.client).paid()}/`,
    ],
    ['the reference of the API', () => Promise.resolve('/docs/')],
  ];
  for (const [name, path] of pages)
    it(`on ${name}`, async () => {
      const url = `${system.run.api}${await path()}`;
      // With wallets of the device, whose buttons stand above the methods.
      const init = await walletsScript(system);
      const late = /\/media\/logos\//;
      const { shift, largestPaintMs } = await vitalsOf(await theBrowser(), url, { late, init });
      assert.ok(largestPaintMs > 0, 'something was painted');
      assert.equal(shift, 0);
    });
});
