import assert from 'node:assert/strict';
import { invoiceSheet } from '../../../render/files/invoice-pdf.ts';
import { openPdfPool, type PdfPool } from '../../../pdf/pool.ts';
import type { BillFacts } from '../../../render/pages/facts.ts';
import type { Language } from '../../../domain/language.ts';
import { renderInvoice } from '../../../render/pages/invoice.tsx';
import { qrSvg } from '../../../render/qr.ts';
import { pdfText } from '../../support/pdf.ts';
import { contained } from '../../../render/isolates.ts';
import { aBill, anInvoicePage } from '../builders.ts';
import { CONTROL_TEXTS, HOSTILE_TEXTS, TURNING_TEXTS } from '../office/hostile-texts.ts';
import { inside, visibleText } from '../read.ts';

describe('the invoice on paper', function () {
  this.timeout(120_000);
  let pdfPool: PdfPool;
  before(() => {
    // It gives way to all else, so that a long document takes long on a busy machine.
    pdfPool = openPdfPool({ deadlineMs: 100_000 });
  });
  after(() => pdfPool.close());

  it('has every digit of a figure, kept from turning in a text of any direction', () => {
    for (const language of ['en', 'ar'] as const) {
      const { data } = sheetOf(language);
      const { rows, sums, total, facts } = JSON.parse(data);
      const figures = (cells: readonly { readonly text: string; readonly note?: string }[]) =>
        cells.map(({ text, note = '' }) => strip(text + note));
      assert.deepEqual(rows.map(figures), [
        ['Saffron', 'SKU-1', '10', '100.000', '', '10.0001.00%', '1,010.000'],
        ['زعفران (علبة 2 كغ)', 'SKU-2', '20', '200.050', '1.000', '80.0002.00%', '4,080.000'],
      ]);
      assert.deepEqual(
        [...sums, total].map(([, amount]: readonly [string, string]) => amount),
        ['5,090.000', '-2.000', '152.640', '1.575', '5,242.215'].map((amount) =>
          language === 'en' ? `\u2066KWD ${amount}\u2069` : `\u2067\u2066${amount}\u2069 د.ك\u2069`,
        ),
      );
      assert.deepEqual(facts[0]?.[1], '\u2066INV-2026/17\u2069');
    }
  });

  it('is a PDF in both languages, byte for byte the same each time', async () => {
    for (const language of ['en', 'ar'] as const) {
      const [one, other] = [
        await pdfPool.print(sheetOf(language)),
        await pdfPool.print(sheetOf(language)),
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
      seller: [hostile],
      memo: hostile,
    });
    const pdf = await pdfPool.print(sheetOf('en', bill));
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
  });

  it('is printed whole, whatever others have written', async () => {
    const texts = [...HOSTILE_TEXTS, ...TURNING_TEXTS, ...CONTROL_TEXTS];
    const [row] = aBill().rows;
    assert.ok(row);
    // Those of ten thousand letters are most of the work: only where people type much.
    const all = texts.filter(({ length }) => length < 1000).join(' ');
    const bill = aBill({
      number: '\u2069\u202eINV\u0000',
      customerName: all,
      rows: texts.map((text) => ({ ...row, description: text, sku: text.slice(0, 300) })),
      billTo: texts,
      seller: [all],
      memo: `${all} ${'x'.repeat(10_000)}`,
    });
    for (const language of ['en', 'ar'] as const) {
      // The title stands alone, outside of the paper.
      const { title: _title, ...shown } = JSON.parse(sheetOf(language, bill).data);
      for (const word of wordsIn(shown)) assert.equal(word, contained(word));
      const plain = sheetOf(language, { ...bill, rows: texts.map(() => row) });
      const [hostile, harmless] = [
        pdfText(await pdfPool.print(sheetOf(language, bill))),
        pdfText(await pdfPool.print(plain)),
      ];
      assert.deepEqual(figuresOf(hostile), figuresOf(harmless));
    }
  });

  for (const language of ['en', 'ar'] as const)
    it(`has the figures of the page, item by item, for 1, 12 and 300 items in ${language}`, async () => {
      for (const count of [1, 12, 300]) {
        const bill = aBill({ rows: numbered(count) });
        const page = inside(renderInvoice(anInvoicePage({ language, bill })), 'main');
        const onPaper = figuresOf(pdfText(await pdfPool.print(sheetOf(language, bill))));
        assert.deepEqual(
          onPaper,
          figuresOf(visibleText(page.replaceAll(/<(?:t[dhr]|span)/g, ' $&'))),
        );
        assert.ok(onPaper.length > 3 * count, 'There is something to agree in.');
      }
    });

  it('goes on over pages with the name, the number and the head of the table on each', async () => {
    const pdf = pdfText(await pdfPool.print(sheetOf('en', aBill({ rows: numbered(300) }))));
    const [, pages = ''] = /Page 1 of (\d+)/.exec(pdf) ?? [];
    assert.ok(Number(pages) > 5);
    assert.ok(pdf.includes(`Page ${pages} of ${pages}`));
    assert.equal(pdf.split('Description SKU Quantity').length - 1, Number(pages));
    assert.equal(pdf.split('Invoice INV-2026/17').length - 1, Number(pages) - 1);
  });

  it('has a code to pay by, where it can be paid, which leads to the same address', async () => {
    const url = 'https://pay.example/b/x';
    const open = await pdfPool.print(
      invoiceSheet({
        language: 'en',
        merchantName: 'Noor',
        bill: aBill(),
        isSandbox: true,
        pay: { url, code: await qrSvg(url) },
      }),
    );
    assert.match(pdfText(open), /Scan to pay/);
    assert.match(pdfText(open), /Test mode/);
    assert.ok(open.includes(`/URI (${url})`));
    const closed = await pdfPool.print(sheetOf('en'));
    assert.doesNotMatch(pdfText(closed), /Scan to pay|Test mode/);
  });

  it('prints a thousand items, and texts without a single blank', async () => {
    const [row] = aBill().rows;
    assert.ok(row);
    const rows = Array.from({ length: 1000 }, () => ({ ...row, sku: 'x'.repeat(255) }));
    const pdf = await pdfPool.print(sheetOf('ar', aBill({ rows })));
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
  });
});

function sheetOf(language: Language, bill: BillFacts = aBill()) {
  return invoiceSheet({ language, merchantName: 'دكّان', bill });
}

/** Every text in what a template is given. */
function wordsIn(data: unknown): readonly string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(wordsIn) : [];
}

/** So many items, each with a price of its own. */
function numbered(count: number): BillFacts['rows'] {
  return Array.from({ length: count }, (_, at) => ({
    description: at % 2 ? 'سجاد يدوي ١٢٠×١٨٠' : 'Saffron',
    sku: `S${at}`,
    quantity: String(at + 1),
    unitPrice: `${at}.125`,
    tax: { amount: `0.${100 + at}`, rate: '5.00' },
    total: `${at * 2}.250`,
  }));
}

/** Every number with decimals: prices, taxes, totals and sums. */
function figuresOf(words: string): readonly string[] {
  return (words.match(/-?\b\d+\.\d{3}\b/g) ?? []).toSorted();
}

/** Without the marks that isolate, and those that allow a break. */
function strip(text: string): string {
  return text.replaceAll(/[\u2066-\u2069\u200b]/g, '');
}
