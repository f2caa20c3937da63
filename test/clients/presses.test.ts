import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { typeInto } from '../journeys/support/card-frame.ts';
import { part, rows, type Json } from '../support/http.ts';
import { payInSheet, withWallets } from '../support/sandbox-wallets.ts';
import { theSystem, type System } from '../support/system.ts';
import { openInApp } from './ios/support/app.ts';
import { fixture, type Fixture } from './support/fixtures.ts';
import { aMerchantPage, visitNoisily } from './web/support/merchant-page.ts';

const SESSION = '0123456789abcdef0123456789abcdef01234567';
const AMOUNTS = ['total', 'amount', 'currency_code', 'wallet_amount', 'wallet_currency_code'];
const PAY = '.sarraf__pay-button';

type Opened = (page: Page, preload: Json) => Promise<void>;

/** What a payer was shown is what a press says, in every library: the server charges that or nothing. */
describe('a press of Pay', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Awaited<ReturnType<typeof aMerchantPage>>;
  before(async () => {
    system = await theSystem();
    shop = await aMerchantPage(system);
  });
  after(() => shop.close());

  const inShop: Opened = (page, setupPreload) => shop.open(page, SESSION, { setupPreload });
  const inApp: Opened = (page, preload) =>
    openInApp(page, system, { kind: 'sheet', session: SESSION, preload });

  const presses = fixture('presses');
  const byApple = presses.filter(({ by }) => by === 'apple_pay');
  const byOthers = presses.filter(({ by }) => by !== 'apple_pay');
  // In an app Apple Pay is the app's own, and proved in Swift with the same file.
  for (const [where, entries, open] of [
    ['a page of a merchant', byOthers, inShop],
    ['a page of a merchant with Apple Pay', byApple, inShop],
    ['an app', byOthers, inApp],
  ] as const)
    // One visit for all of them: neither library keeps anything in the browser.
    it(`says what was shown in ${where}`, () =>
      visitNoisily({}, async (page) => {
        if (entries === byApple) await withWallets(page, system);
        let preload: Json = {};
        await answerForServer(page, () => preload);
        for (const entry of entries) {
          preload = preloadOf(String(entry['payload']));
          await says(page, entry, { preload, open }).catch((cause: unknown) => {
            throw new Error(entry.name, { cause });
          });
        }
      }));

  async function says(
    page: Page,
    entry: Fixture,
    { preload, open }: { readonly preload: Json; readonly open: Opened },
  ): Promise<void> {
    const wanted = part(entry, 'says');
    await open(page, preload);
    await page.waitForSelector(`${PAY}:enabled`);
    const pressed = page.waitForRequest(/\/sdk\/v1\/(?:submit|submit-token|apay\/pay)\//u);
    await press(page, entry, preload);
    const body: Json = (await pressed).postDataJSON();
    for (const [name, value] of Object.entries(wanted)) assert.equal(body[name], value, name);
    // Of these a bank may want to know in which browser the payer waits.
    if (entry['by'] === 'card' || entry['by'] === 'apple_pay')
      assert.equal(part(body, 'browser')['screen_width'], page.viewportSize()?.width);
    const others = AMOUNTS.filter((name) => name in body && !(name in wanted));
    assert.deepEqual(others, []);
  }

  function preloadOf(name: string): Json {
    const found = fixture('preloads').find((one) => one.name === name);
    assert.ok(found, name);
    const { api, simulator } = system.run;
    return JSON.parse(
      JSON.stringify(found['payload'])
        .replaceAll('https://pay.example.com', api)
        .replaceAll('https://network.example.com', simulator),
    );
  }
});

/** There is no such payment: what pays is answered as if another attempt were undecided. */
async function answerForServer(page: Page, preload: () => Json): Promise<void> {
  const headers = { 'Access-Control-Allow-Origin': '*' };
  await page.route('**/concur-payer-view/**', (route) => route.fulfill({ status: 204, headers }));
  await page.route('**/pymt-txn/submit/**', (route) => route.fulfill({ headers, json: preload() }));
  await page.route('**/apay/validate-session/', (route) =>
    route.fulfill({ headers, json: { merchantSessionIdentifier: 'SSH1' } }),
  );
  for (const path of ['submit', 'submit-token', 'apay/pay'])
    await page.route(new RegExp(`/sdk/v1/${path}/`, 'u'), (route) =>
      route.fulfill({ status: 423, headers, json: { code: 'locked' } }),
    );
}

/** Rows may be folded away, so what is chosen is pressed by script. */
async function press(page: Page, { by, code }: Fixture, preload: Json): Promise<void> {
  if (by === 'apple_pay') {
    await page.click('.sarraf__applePay');
    return payInSheet(page);
  }
  const chosen = (group: string, index: number) =>
    page.locator(`.sarraf__${group} input[type=radio]`).nth(index).dispatchEvent('click');
  if (by === 'card')
    await chosen(
      'saved-cards',
      rows(preload, 'cards').findIndex(({ token }) => token === code),
    );
  else
    await chosen(
      'redirect-links',
      rows(preload, 'payment_methods').findIndex((method) => method['code'] === code),
    );
  if (by === 'wallet') await page.locator('.sarraf__wallet').dispatchEvent('click');
  if (by === 'typed') {
    const frame = page.frameLocator('.sarraf__methods iframe');
    await frame.locator('#number').waitFor();
    await typeInto(frame, '4242424242424242');
  }
  await page.click(PAY);
}
