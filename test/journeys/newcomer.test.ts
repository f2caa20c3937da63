import type { Language } from '../../domain/language.ts';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { direction, isAccessible, PHONE, visit } from '../support/browser.ts';
import { EXPIRY } from '../../drills/networks/card-expiry.ts';
import { theSystem, type System } from '../support/system.ts';
import { sandboxNetworkOf } from '../api/support/network.ts';
import { cardFrameOf, typeInFrame } from './support/card-frame.ts';
import { backAtShop, payByCard, sessionInAddress, typeCard } from './support/customer.ts';

/** What the checkout page says first. */
const AMOUNT = { en: /KWD 4\.750/u, ar: /4\.750 د\.ك/u } as const;
const HEADING = { en: 'Pay Dukkan', ar: 'الدفع إلى دكّان' } as const;

/** Each language and each way once: what depends on the one does not depend on the other. */
const WALKS = [
  ['en', 'at a desk, with the keyboard alone', {}, true],
  [
    'ar',
    'on a phone, in the dark',
    { viewport: PHONE, colorScheme: 'dark', isMobile: true },
    false,
  ],
  ['en', 'without JavaScript', { javaScriptEnabled: false }, false],
] as const;

describe('a newcomer who buys in the shop', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  for (const [language, how, options, byKeyboard] of WALKS)
    it(`pays by card and comes back to a shop that knows it, in ${language} ${how}`, async function () {
      this.timeout(120_000);
      const script = !('javaScriptEnabled' in options);
      await visit(options, async (page) => {
        const look = async () => {
          if (script) await isAccessible(page);
          assert.deepEqual(await direction(page), directionOf(language));
        };
        await page.goto(`${system.run.demo}/?lang=${language}`);
        await look();
        const session = await pressCoffee(page);
        await look();
        assert.equal(await page.innerText('h1'), HEADING[language]);
        assert.match(await page.innerText('.amount'), AMOUNT[language]);
        if (byKeyboard) {
          await typeByKeyboard(page);
          await page.keyboard.press('Enter');
        } else if (script) {
          await typeInFrame(page, '4242424242424242');
          await page.click('button.pay');
        } else {
          await payByCard(page, 'sandbox-inline');
          await look();
          assert.match(await page.innerText('button.main'), /4\.750/u);
          await typeCard(page);
        }
        assert.equal(await backAtShop(page), 'paid');
        await look();
        assert.equal(await page.getAttribute('[data-engine-state]', 'data-engine-state'), 'paid');
        assert.equal(await page.locator('[data-verified=true]').count(), 1);
        assert.equal(await page.locator('[data-verified=false]').count(), 0);
        assert.deepEqual(await sandboxNetworkOf(system).moved(session), ['capture 4.750 KWD']);
      });
    });
});

/** Chooses the first method and types a card into its fields, key by key. */
async function typeByKeyboard(page: Page): Promise<void> {
  const first = page.locator('input[name=pg_code]').first();
  await first.focus();
  await page.keyboard.press('Space');
  const frame = await cardFrameOf(page);
  for (const value of ['4242424242424242', EXPIRY.replace('/', ''), '123', 'Sara Al-Ali']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(value);
  }
  assert.equal(await frame.locator('#number').inputValue(), '4242 4242 4242 4242');
  assert.equal(await frame.locator('#expiry').inputValue(), EXPIRY);
}

/** Buys the coffee by its button in the shop. */
async function pressCoffee(page: Page): Promise<string> {
  await page.click('button[value=coffee]');
  await page.waitForURL(/\/checkout\//u);
  return sessionInAddress(page);
}

function directionOf(language: Language): readonly string[] {
  return [language === 'ar' ? 'rtl' : 'ltr', language];
}
