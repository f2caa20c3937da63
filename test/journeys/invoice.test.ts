import assert from 'node:assert/strict';
import { sandboxNetworkOf, paymentIdIn } from '../api/support/network.ts';
import { goToNetwork } from '../api/support/payer.ts';
import { billerAt, untilStatus, type Biller } from '../api/support/invoices.ts';
import { direction, isAccessibleIn, PHONE, visit, waysOf } from '../support/browser.ts';
import { theSystem, type System } from '../support/system.ts';
import { send, textIn } from '../support/http.ts';

const ADDRESS = { line1: '12 Gulf Road', city: 'Kuwait City', country: 'KW' };

/** The example of contract/invoices#figures. */
const BILL = {
  due_date: '2099-12-29',
  company_name: 'Pearl Trading',
  customer_first_name: 'سارة',
  customer_last_name: "O'Neil",
  billing_address: ADDRESS,
  invoice_items: [
    { sku: 'SKU-1', description: 'Saffron', quantity: '10', unit_price: '100', tax_rate: '1' },
    { sku: 'SKU-2', description: 'زعفران', quantity: '20', unit_price: '200', tax_rate: '2' },
  ],
  discount_amount: '2',
  tax_rate: '3',
};
const FIGURES = ['1,010.000', '4,080.000', '5,090.000', '-2.000', '152.640', '5,240.640'];

describe('a customer with an invoice', () => {
  let system: System;
  let biller: Biller;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    biller = billerAt(system);
  });

  for (const language of waysOf('ar', 'en'))
    it(`reads it from the checkout, in ${language}, and comes back to pay`, async () => {
      const body = await biller.billed({ ...BILL, language });
      await visit({}, async (page) => {
        await page.goto(textIn(body, 'checkout_url'));
        await isAccessibleIn(page, language);
        await page.click('a.invoice-link');
        await page.waitForURL(/\/b\/invoice\//u);
        assert.deepEqual(await direction(page), [language === 'ar' ? 'rtl' : 'ltr', language]);
        const shown = await page.innerText('main');
        for (const figure of FIGURES) assert.ok(shown.includes(figure), `${figure} in ${shown}`);
        await isAccessibleIn(page, language);
        await page.setViewportSize(PHONE);
        await isAccessibleIn(page, language);
        await page.click('a.language');
        await page.waitForURL(/lang=/u);
        assert.deepEqual(await direction(page), language === 'ar' ? ['ltr', 'en'] : ['rtl', 'ar']);
        await page.click('a.primary');
        await page.waitForURL(/\/checkout\//u);
      });
    });

  it('gets a PDF of the page’s language, named by its number', async () => {
    const body = await biller.billed({ ...BILL, invoice_number: `A/${Date.now()} "x"` });
    for (const language of ['en', 'ar']) {
      const url = new URL(textIn(body, 'invoice_pdf_url'));
      url.searchParams.set('lang', language);
      const { status, headers, text: pdf } = await send(url);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/pdf');
      assert.match(
        headers.get('content-disposition') ?? '',
        /^inline; filename="?invoice-A-\d+-x-\.pdf"?$/u,
      );
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/u);
      assert.ok(pdf.startsWith('%PDF-'));
    }
  });

  it('sees it paid, with nothing more to pay', async () => {
    const id = textIn(await biller.billed(BILL), 'session_id');
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, id)));
    await untilStatus(biller, id, 'paid');
    await visit({}, async (page) => {
      await page.goto(`${system.run.api}/b/checkout/result/${id}/`);
      await page.click('.actions a[href*="/b/invoice/"]');
      await page.waitForURL(/\/b\/invoice\//u);
      assert.equal(await page.innerText('.badge'), 'Paid');
      assert.equal(await page.locator('a.primary').count(), 0);
    });
  });

  it('finds a page that says so where there is no invoice', async () => {
    const sale = await biller.merchant.sale();
    for (const id of [sale, 'f'.repeat(40), 'x'])
      for (const path of ['', 'pdf/']) {
        const answer = await send(`${system.run.api}/b/invoice/${id}/${path}`);
        assert.equal(answer.status, 404);
        assert.match(answer.headers.get('content-type') ?? '', /text\/html/u);
      }
  });
});
