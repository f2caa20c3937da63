import assert from 'node:assert/strict';
import { receiptSheet } from '../../../render/files/receipt-pdf.ts';
import { openPdfPool, type PdfPool } from '../../../pdf/pool.ts';
import type { SummaryFacts } from '../../../render/pages/facts.ts';
import { renderSummary } from '../../../render/pages/summary.tsx';
import { DOCUMENTS } from '../../support/documents.ts';
import { pdfText } from '../../support/pdf.ts';
import { aSummary, besideWallet, inDollars, dinars } from '../builders.ts';
import { figuresIn, inside, visibleText } from '../read.ts';

const AT = '2026-11-21T10:04:00Z';

/** A part of an order, paid with wallet and card, of which some was given back. */
function muchDone(): SummaryFacts {
  const refund = { kind: 'refund', isDone: true, at: AT } as const;
  return aSummary({
    outcome: { kind: 'partly-refunded' },
    orderAmount: dinars('20.000'),
    fee: dinars('0.250'),
    total: dinars('12.590'),
    wallet: { paid: dinars('5.000'), charged: dinars('7.590') },
    paymentDate: AT,
    referenceNumber: 'DEMO123456',
    orderNo: 'O-1',
    afterwards: {
      operations: [
        { ...refund, referenceNumber: 'DEMO777777', amount: dinars('3.000') },
        { ...refund, toWallet: true, referenceNumber: 'DEMO888888', amount: dinars('1.100') },
        { ...refund, isDone: false, referenceNumber: 'DEMO999999', amount: dinars('1.200') },
      ],
      refunded: dinars('4.100'),
      net: dinars('8.490'),
    },
  });
}

describe('the receipt on paper', function () {
  this.timeout(120_000);
  let pdfPool: PdfPool;
  before(() => {
    // It gives way to all else, so that a long document takes long on a busy machine.
    pdfPool = openPdfPool({ deadlineMs: 100_000 });
  });
  after(() => pdfPool.close());
  const printed = async (summary: SummaryFacts, logo?: Buffer) =>
    pdfPool.print(
      receiptSheet({
        summary,
        merchantName: 'دكّان',
        ...(logo && { logo }),
        customer: { name: 'سارة O’Neil', email: 'sara@example.test', phone: '+965 5555 1234' },
      }),
    );

  const subjects: Readonly<Record<string, SummaryFacts>> = {
    'a plain payment': aSummary({ referenceNumber: 'DEMO123456' }),
    'a charge in another currency': aSummary(inDollars()),
    'a wallet beside a charge in another currency': aSummary(besideWallet()),
    'parts, wallet and refunds': muchDone(),
  };
  for (const [name, facts] of Object.entries(subjects))
    for (const language of ['en', 'ar'] as const)
      it(`has the figures of the page, no more and no fewer, for ${name} in ${language}`, async () => {
        const summary = { ...facts, language };
        const page = inside(renderSummary(summary), 'main').replace(/<h1>.*?<\/h1>/s, '');
        const pdf = pdfText(await printed(summary));
        assert.deepEqual(
          figuresIn(pdf),
          figuresIn(visibleText(page.replaceAll('<span', ' <span'))),
        );
        assert.ok(figuresIn(pdf).length > 0);
      });

  it('says in words how it stands, who paid and by which reference', async () => {
    const pdf = pdfText(await printed(muchDone()));
    for (const words of [
      'Status Partly refunded',
      'Payment date 21 November 2026 at 10:04 UTC',
      'Reference number DEMO123456',
      'Order number O-1',
      'Amount of the order KWD 20.000 Amount KWD 12.340 Fee KWD 0.250 Total KWD 12.590',
      'Email sara@example.test',
      'Total KWD 12.590 From the wallet KWD 5.000 Charged KWD 7.590',
      'Refund 21 November 2026 at 10:04 UTC DEMO777777 KWD 3.000',
      'Refund to the wallet',
      'Refund (in progress)',
      'Refunded in total KWD 4.100 Net paid KWD 8.490',
      'Page 1 of 1',
    ])
      assert.ok(pdf.includes(words), `${words} in ${pdf}`);
  });

  it('leads from the amount to the charge where a wallet has paid in another currency, and adds nothing of the two', async () => {
    const pdf = pdfText(await printed(aSummary(besideWallet())));
    const sums =
      'Amount KWD 100.000 From the wallet KWD 30.000 Exchange rate KWD 1 = USD 3.2857 Converted amount USD 230.00 Fee USD 0.60 Charged USD 230.60';
    assert.ok(pdf.includes(sums), pdf);
    assert.doesNotMatch(pdf, /Total/);
  });

  it('has five rows for a plain payment: no status, and no amount beside the total', async () => {
    const pdf = pdfText(
      await printed(
        aSummary({
          paymentDate: AT,
          referenceNumber: 'DEMO123456',
          orderNo: 'O-1',
          gatewayName: 'Card',
          parameters: [{ label: 'Authorization code', value: 'B8' }],
        }),
      ),
    );
    const rows =
      'Payment method Card Payment date 21 November 2026 at 10:04 UTC Order number O-1 Reference number DEMO123456 Name';
    assert.ok(pdf.includes(rows), pdf);
    assert.match(pdf, /\+965 5555 1234 Total KWD 12\.340 Bank details Authorization code B8/);
    assert.doesNotMatch(pdf, /Status|Amount/);
  });

  it('says when no real money moved, and only then', async () => {
    assert.match(pdfText(await printed(aSummary({ isSandbox: true }))), /Test mode/);
    assert.doesNotMatch(pdfText(await printed(aSummary())), /Test mode/);
  });

  it('has the logo, and does without one that is broken inside', async () => {
    const plain = await printed(muchDone());
    assert.ok(!plain.includes('/Subtype /Image'));
    const whole = DOCUMENTS['png'] ?? Buffer.alloc(0);
    assert.ok((await printed(muchDone(), whole)).includes('/Subtype /Image'));
    assert.deepEqual(await printed(muchDone(), whole.subarray(0, 40)), plain);
  });

  it('goes on over pages with the name, the number and the table’s head on each', async () => {
    const summary = muchDone();
    const { afterwards } = summary;
    assert.ok(afterwards);
    const [one] = afterwards.operations;
    assert.ok(one);
    const operations = Array.from({ length: 80 }, () => one);
    const pdf = pdfText(await printed({ ...summary, afterwards: { ...afterwards, operations } }));
    const [, pages = ''] = /Page 1 of (\d+)/.exec(pdf) ?? [];
    assert.ok(Number(pages) > 1);
    assert.equal(pdf.split('Operation Date').length - 1, Number(pages));
    assert.equal(pdf.split('Receipt DEMO123456').length - 1, Number(pages) - 1);
  });
});
