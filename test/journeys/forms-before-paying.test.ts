import assert from 'node:assert/strict';
import { aShop, type Shop } from '../api/support/shop.ts';
import { sandboxNetworkOf } from '../api/support/network.ts';
import { transactionOf, untilState } from '../api/support/records.ts';
import { DESKTOP, direction, isAccessibleIn, PHONE, visit, waysOf } from '../support/browser.ts';
import { theSystem, type System } from '../support/system.ts';
import { typeCard } from './support/customer.ts';

const WORDS = {
  en: {
    delivery: 'Delivery address',
    total: /Total to pay\s+KWD 5\.125/u,
    pay: /Pay KWD 5\.125/u,
    country: 'Kuwait',
    governorate: 'Hawalli',
  },
  ar: {
    delivery: 'عنوان التوصيل',
    total: /الإجمالي المطلوب\s+5\.125 د\.ك/u,
    pay: /ادفع 5\.125 د\.ك/u,
    country: 'الكويت',
    governorate: 'حولي',
  },
} as const;

describe('the forms before paying', () => {
  let system: System;
  let shop: Shop;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system, {
      payment_request: {
        enabled: true,
        amountEditable: true,
        disclaimer: {
          en: 'Fresh flowers cannot be returned once they are delivered.',
          ar: 'لا يمكن إرجاع الزهور الطازجة بعد توصيلها.',
        },
        terms: {
          text: { en: 'the rules of delivery of this shop', ar: 'قواعد التوصيل في هذا المتجر' },
          url: 'https://shop.example.test/terms',
        },
      },
    });
  });

  for (const [language, viewport] of waysOf<readonly ['ar' | 'en', typeof PHONE]>(
    ['ar', PHONE],
    ['en', DESKTOP],
  ))
    it(`lead to a payment of a part, with delivery and consent, in ${language}, ${viewport.width} pixels wide`, async () => {
      const words = WORDS[language];
      const session = await shop.client.sale({
        language,
        pg_codes: ['sandbox-fee', 'sandbox'],
        customer_phone_2: '+96555550000',
        capture_delivery_address: true,
        capture_delivery_location: true,
      });
      await visit({ viewport }, async (page) => {
        await page.goto(`${system.run.api}/checkout/${session}`);
        assert.equal(await page.innerText('h1'), words.delivery);
        assert.deepEqual(await direction(page), [language === 'ar' ? 'rtl' : 'ltr', language]);
        await isAccessibleIn(page, language);

        await page.click('button.primary');
        await page.waitForSelector('[role=alert]');
        await isAccessibleIn(page, language);

        await page.selectOption('#country', { label: words.country });
        await page.selectOption('#state', { label: words.governorate });
        await page.fill('#city', 'Salmiya');
        await page.fill('#block', '4');
        await page.fill('#street', '12');
        await page.fill('#building', '7');
        await page.fill('#location', 'https://maps.example/@29.3759,47.9774,17z');
        await page.click('button.primary');
        await page.waitForSelector('#amount');
        await isAccessibleIn(page, language);

        await page.fill('#amount', '5');
        await page.fill('#customer-phone-2', '+96566660000');
        await page.check('#method-0');
        await page.check('#terms');
        // The script shows what it comes to, so that one press is enough.
        await page.waitForSelector('form.settled');
        assert.match(await page.innerText('.panel'), words.total);
        assert.match(await page.innerText('button.pay'), words.pay);
        await isAccessibleIn(page, language);

        await page.click('button.primary');
        await typeCard(page);
        const paid = await untilState(system, session, 'paid');
        assert.equal(paid.customer.phone2, '+96566660000');
      });
      const { dropOff } = await transactionOf(system, session);
      assert.equal(dropOff?.address?.country, 'KW');
      assert.deepEqual(await sandboxNetworkOf(system).moved(session), ['capture 5.125 KWD']);
    });

  it('work without any script', async () => {
    const session = await shop.client.sale({ capture_delivery_location: true });
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${system.run.api}/checkout/${session}`);
      await page.fill('#location', '29.3759, 47.9774');
      await page.click('button.primary');
      await page.fill('#amount', '5.5');
      await page.check('#terms');
      await page.click('button.primary');
      await page.waitForURL((url) => url.href.startsWith(system.run.simulator));
    });
    const [attempt] = (await transactionOf(system, session)).attempts;
    assert.equal(attempt?.total.minor, 5500);
  });
});
