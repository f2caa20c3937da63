import assert from 'node:assert/strict';
import { grouped } from '../../../render/figures.ts';
import type { Language } from '../../../domain/language.ts';
import type { LegalDetails } from '../../../domain/merchant.ts';
import { billFacts } from '../../../render/pages/bill-facts.ts';
import type { BillFacts } from '../../../render/pages/facts.ts';
import { renderCheckout } from '../../../render/pages/checkout.tsx';
import { renderInvoice } from '../../../render/pages/invoice.tsx';
import { renderSummary } from '../../../render/pages/summary.tsx';
import { aBill, aCheckout, anInvoicePage, aSummary } from '../builders.ts';
import { anInvoice, aTransaction } from '../../support/builders.ts';
import { inside, visibleText } from '../read.ts';

describe('the page of an invoice', () => {
  it('shows every figure to the last digit, its thousands apart', () => {
    const html = renderInvoice(anInvoicePage());
    const shown = visibleText(html);
    const { rows } = aBill();
    for (const { quantity, unitPrice, discount, tax, total } of rows)
      for (const figure of [quantity, unitPrice, discount?.amount, tax?.amount, total])
        if (figure !== undefined) assert.ok(shown.includes(grouped(figure)), figure);
    for (const figure of ['5,090.000', '-2.000', '152.640', '1.575', '5,242.215'])
      assert.ok(shown.includes(`KWD ${figure}`), figure);
    for (const rate of ['1.00%', '2.00%', '3.00%']) assert.ok(shown.includes(rate), rate);
    assert.match(shown, /14 February 2026/);
    assert.match(shown, /29 December 2026/);
  });

  it('has columns for discount and tax only where an item has them', () => {
    assert.equal(headings(renderInvoice(anInvoicePage())), 7);
    const [row] = aBill().rows;
    assert.ok(row);
    const { tax: _tax, ...bare } = row;
    const plain = anInvoicePage({ bill: aBill({ rows: [bare] }) });
    assert.equal(headings(renderInvoice(plain)), 5);
  });

  it('leaves out what there is none of', () => {
    const {
      discount: _off,
      tax: _tax,
      shipping: _shipping,
      customerName: _name,
      ...bare
    } = aBill();
    const { memo: _memo, ...unsaid } = bare;
    const bill = { ...unsaid, billTo: [], shipTo: [], seller: [] };
    const html = renderInvoice(anInvoicePage({ bill }));
    const shown = visibleText(inside(html, 'dl', 'class="sums"'));
    assert.match(shown, /^Subtotal\s*KWD 5,090\.000\s*Total\s*KWD 5,242\.215$/);
    assert.doesNotMatch(visibleText(html), /Hello|Billing|Shipping|Seller|Goods/);
  });

  it('offers to pay only where that is possible, and the PDF always', () => {
    assert.ok(renderInvoice(anInvoicePage()).includes('href="/pay"'));
    const { payUrl: _pay, ...over } = anInvoicePage();
    const html = renderInvoice(over);
    assert.ok(!html.includes('href="/pay"'));
    assert.ok(html.includes('href="/pdf"'));
  });

  it('says who sells, by which numbers, and what the merchant has to say', () => {
    const shown = visibleText(renderInvoice(anInvoicePage()));
    assert.match(shown, /Goods stay ours.*Seller\s*Pearl Shop\s*Block 4.*300000000000003/s);
  });

  for (const [language, name, tax] of [
    ['en', 'Pearl Shop', 'Tax number: 3000'],
    ['ar', 'متجر اللؤلؤ', 'الرقم الضريبي: 3000'],
  ] as const)
    it(`names the seller where the merchant has said more than a name, in ${language}`, () => {
      const { seller, memo } = billedBy(language, {
        address: ['Block 4'],
        taxNumber: '3000',
        memo: 'Thanks.',
      });
      assert.deepEqual(
        seller.map((line) => line.replaceAll(/[\u2066-\u2069]/g, '')),
        [name, 'Block 4', tax],
      );
      assert.equal(memo, 'Thanks.');
      assert.deepEqual(billedBy(language).seller, []);
      assert.deepEqual(billedBy(language, { memo: 'Thanks.' }).seller, []);
    });

  it('says the time of day where the merchant named one', () => {
    const html = renderInvoice(
      anInvoicePage({ bill: aBill({ dueDatetime: '2026-12-29T15:30:00Z' }) }),
    );
    assert.match(visibleText(html), /29 December 2026.*15:30.*UTC/s);
  });

  it('shows hostile words as text only', () => {
    const hostile = '"><script>alert(1)</script>';
    const [row] = aBill().rows;
    assert.ok(row);
    const html = renderInvoice(
      anInvoicePage({
        bill: aBill({
          number: hostile,
          customerName: hostile,
          rows: [{ ...row, description: hostile, sku: hostile }],
          billTo: [hostile],
        }),
      }),
    );
    assert.doesNotMatch(html, /<script/);
  });
});

describe('the way to an invoice', () => {
  it('is a link on the checkout and on the summary, where there is one', () => {
    assert.ok(renderCheckout(aCheckout({ invoiceUrl: '/bill' })).includes('href="/bill"'));
    assert.ok(renderSummary(aSummary({ invoiceUrl: '/bill' })).includes('href="/bill"'));
    assert.doesNotMatch(visibleText(renderCheckout(aCheckout())), /invoice/i);
    assert.doesNotMatch(visibleText(renderSummary(aSummary())), /invoice/i);
  });
});

function headings(html: string): number {
  return html.split('scope="col"').length - 1;
}

function billedBy(language: Language, legal?: LegalDetails): BillFacts {
  const merchant = { name: 'Pearl Shop', nameAr: 'متجر اللؤلؤ', ...(legal && { legal }) };
  return billFacts({ invoice: anInvoice(), transaction: aTransaction(), merchant }, language);
}
