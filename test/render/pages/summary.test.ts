import assert from 'node:assert/strict';
import { renderSummary } from '../../../render/pages/summary.tsx';
import { aSummary, besideWallet, inDollars, dinars } from '../builders.ts';
import { LANGUAGES, OUTCOMES } from '../every-page.ts';
import { inside, tags, visibleText } from '../read.ts';

const HEADINGS = [
  { said: 'paid', en: 'Payment successful: KWD 12.340', ar: 'تم الدفع بنجاح: 12.340 د.ك' },
  { said: 'authorized', en: 'KWD 12.340 is reserved', ar: 'تم حجز 12.340 د.ك' },
  {
    said: 'partly refunded',
    en: 'Payment successful: KWD 12.340',
    ar: 'تم الدفع بنجاح: 12.340 د.ك',
  },
  { said: 'refunded', en: 'Your payment was refunded', ar: 'تم استرداد مبلغ دفعتك' },
  { said: 'partly collected', en: 'KWD 12.340 was reserved', ar: 'تم حجز 12.340 د.ك' },
  { said: 'collected', en: 'KWD 12.340 was reserved', ar: 'تم حجز 12.340 د.ك' },
  { said: 'released', en: 'The reservation was released', ar: 'أُلغي حجز المبلغ' },
  { said: 'cod', en: 'Pay KWD 12.340 in cash', ar: 'ادفع 12.340 د.ك نقدًا' },
  { said: 'failed', en: 'The payment failed', ar: 'لم تنجح عملية الدفع' },
  { said: 'canceled', en: 'The payment was canceled', ar: 'أُلغيت عملية الدفع' },
  { said: 'expired', en: 'The time to pay is over', ar: 'انتهت مهلة الدفع' },
  { said: 'pending', en: 'We are checking your payment', ar: 'نتحقق من عملية الدفع' },
];

describe('summary', () => {
  OUTCOMES.forEach((outcome, i) => {
    const expected = HEADINGS[i];
    it(`tells in both languages how it stands: ${expected?.said}`, () => {
      const en = renderSummary(aSummary({ outcome }));
      const ar = renderSummary(aSummary({ outcome, language: 'ar' }));
      assert.equal(visibleText(inside(en, 'h1')), expected?.en);
      assert.equal(visibleText(inside(ar, 'h1')), expected?.ar);
    });

    const looksAgain = outcome.kind === 'pending';
    it(`${looksAgain ? 'looks again by itself' : 'stands still'}: ${expected?.said}`, () => {
      const html = renderSummary(aSummary({ outcome }));
      assert.equal(html.includes('http-equiv="refresh" content="5;url=/result"'), looksAgain);
    });
  });

  it('lists what is known, with labels of the page', () => {
    const html = renderSummary(
      aSummary({
        paymentDate: '2026-11-21T10:04:00Z',
        referenceNumber: 'R1',
        orderNo: 'O-1',
        gatewayName: 'Sandbox',
        fee: dinars('0.100'),
        total: dinars('12.440'),
        parameters: [
          { label: 'Authorization', value: 'B8' },
          { label: 'Empty', value: '' },
        ],
      }),
    );
    assert.equal(
      visibleText(inside(html, 'section')),
      'Payment detailsPaid Amount KWD 12.340 Fee KWD 0.100 Total KWD 12.440 ' +
        'Payment method Sandbox Payment date 21 November 2026 at 10:04 UTC ' +
        'Order number O-1 Reference number R1 ' +
        'Show bank detailsHide bank details Authorization B8',
    );
    assert.deepEqual(tags(html, 'time'), ['<time datetime="2026-11-21T10:04:00.000Z">']);
  });

  it('has five rows for a plain payment, and folds up what is for the bank, without script', () => {
    for (const language of LANGUAGES) {
      const html = renderSummary(
        aSummary({
          language,
          paymentDate: '2026-11-21T10:04:00Z',
          referenceNumber: 'R1',
          orderNo: 'O-1',
          gatewayName: 'Sandbox',
          parameters: [{ label: 'Authorization', value: 'B8' }],
        }),
      );
      const [shown = '', folded = ''] = html.split('<details');
      assert.equal(tags(shown, 'dt').length, 5);
      assert.equal(tags(folded, 'dt').length, 1);
      assert.match(folded, /^ class="bank"><summary>/);
      assert.match(folded, /<bdi dir="ltr" class="code">B8<\/bdi>/);
    }
    assert.deepEqual(tags(renderSummary(aSummary()), 'details'), []);
  });

  it('writes Arabic dates in Western digits', () => {
    const html = renderSummary(aSummary({ language: 'ar', paymentDate: '2026-11-21T10:04:00Z' }));
    assert.match(visibleText(inside(html, 'time')), /^21 نوفمبر 2026 .*10:04 UTC$/);
  });

  it('has no fee and total rows without a fee', () => {
    const rows = inside(renderSummary(aSummary()), 'section');
    assert.doesNotMatch(visibleText(rows), /Fee|Total/);
  });

  it('shows both amounts and the rate where it was paid in another currency', () => {
    const { exchange, fee, total } = inDollars();
    const html = visibleText(renderSummary(aSummary({ exchange, fee, total })));
    assert.match(html, /Payment successful: USD 40\.85/);
    assert.match(
      html,
      /Amount KWD 12\.340 Exchange rate KWD 1 = USD 3\.2616 Converted amount USD 40\.25 Fee USD 0\.60 Total USD 40\.85/,
    );
  });

  it('shows what was asked for, who paid what of it and in which currency, with a wallet and another currency', () => {
    const html = visibleText(renderSummary(aSummary(besideWallet())));
    assert.match(html, /Payment successful: KWD 100\.000/);
    assert.match(
      html,
      /Amount KWD 100\.000 From the wallet KWD 30\.000 Exchange rate KWD 1 = USD 3\.2857 Converted amount USD 230\.00 Fee USD 0\.60 Charged USD 230\.60/,
    );
  });

  it('reassures while the merchant could not be told, and only when money is safe', () => {
    const untold = { merchantNotified: false };
    const failed = { kind: 'failed' } as const;
    assert.match(renderSummary(aSummary(untold)), /Your payment is safe/);
    assert.doesNotMatch(renderSummary(aSummary()), /Your payment is safe/);
    assert.doesNotMatch(renderSummary(aSummary({ ...untold, outcome: failed })), /payment is safe/);
  });

  it('leads back to the merchant when there is a way', () => {
    const html = renderSummary(aSummary({ backToMerchantUrl: 'https://shop.example/?a=1&b=2' }));
    const link = inside(html, 'a', 'href="https://shop.example/?a=1&amp;b=2"');
    assert.equal(visibleText(link), 'Back to Noor');
    assert.doesNotMatch(renderSummary(aSummary()), /Back to/);
  });

  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'java\nscript:x',
  ])
    it(`does not lead to ${JSON.stringify(url)}`, () => {
      assert.doesNotMatch(renderSummary(aSummary({ backToMerchantUrl: url })), /Back to/);
    });

  it('leads back to the app of a merchant that has one', () => {
    const html = renderSummary(aSummary({ backToMerchantUrl: 'noorshop://paid' }));
    assert.match(html, /href="noorshop:\/\/paid"/);
  });

  it('keeps hostile messages and parameters as text', () => {
    const hostile = '<script>alert(1)</script>';
    const parameters = [{ label: hostile, value: hostile }];
    const html = renderSummary(aSummary({ message: hostile, parameters, orderNo: hostile }));
    assert.doesNotMatch(html, /<script/);
  });
});
