import assert from 'node:assert/strict';
import { invoiceSheet } from '../../../render/files/invoice-pdf.ts';
import { openPress, type Press } from '../../../render/files/press.ts';
import type { BillFacts, Language } from '../../../render/pages/facts.ts';
import { aBill } from '../builders.ts';

describe('the invoice on paper', function () {
  this.timeout(120_000);
  let press: Press;
  before(() => {
    press = openPress();
  });
  after(() => press.close());

  it('has every figure as it was given, kept from turning in a text of any direction', () => {
    for (const language of ['en', 'ar'] as const) {
      const { data } = sheetOf(language);
      const { rows, sums, total, facts } = JSON.parse(data);
      const figures = (cells: readonly { readonly text: string; readonly note?: string }[]) =>
        cells.map(({ text, note = '' }) => strip(text + note));
      assert.deepEqual(rows.map(figures), [
        ['Saffron', 'SKU-1', '10', '100.000', '', '10.0001.00%', '1010.000'],
        ['زعفران (علبة 2 كغ)', 'SKU-2', '20', '200.050', '1.000', '80.0002.00%', '4080.000'],
      ]);
      assert.deepEqual(
        [...sums, total].map(([, amount]: readonly [string, string]) => amount),
        ['5090.000', '-2.000', '152.640', '1.575', '5242.215'].map(
          (amount) => `\u2066KWD ${amount}\u2069`,
        ),
      );
      assert.deepEqual(facts[0]?.[1], '\u2066INV-2026/17\u2069');
    }
  });

  it('is a PDF in both languages, byte for byte the same each time', async () => {
    for (const language of ['en', 'ar'] as const) {
      const [one, other] = [
        await press.print(sheetOf(language)),
        await press.print(sheetOf(language)),
      ];
      assert.equal(one.toString('latin1', 0, 5), '%PDF-');
      assert.deepEqual(one, other);
      assert.ok(one.includes('PlexSansArabic'), 'The font is in the file.');
    }
  });

  it('takes markup, code and imports in a text for text', async () => {
    const hostile = '#import "@preview/x:1.0.0" $x$ *b* #sys.inputs ]}) `raw` \\ <a> @b';
    const [row] = aBill().rows;
    assert.ok(row);
    const bill = aBill({
      number: hostile,
      customerName: hostile,
      rows: [{ ...row, description: hostile, sku: hostile }],
      billTo: [hostile],
    });
    const pdf = await press.print(sheetOf('en', bill));
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
  });

  it('prints a thousand items, and texts without a single blank', async () => {
    const [row] = aBill().rows;
    assert.ok(row);
    const rows = Array.from({ length: 1000 }, () => ({ ...row, sku: 'x'.repeat(255) }));
    const pdf = await press.print(sheetOf('ar', aBill({ rows })));
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
  });
});

function sheetOf(language: Language, bill: BillFacts = aBill()) {
  return invoiceSheet({ language, merchantName: 'دكّان', bill });
}

/** Without the marks that isolate, and those that allow a break. */
function strip(text: string): string {
  return text.replaceAll(/[\u2066-\u2069\u200b]/g, '');
}
