import assert from 'node:assert/strict';
import { renderCheckout } from '../../../render/pages/checkout.tsx';
import type { CheckoutFacts } from '../../../render/pages/facts.ts';
import type { Language } from '../../../domain/language.ts';
import { renderSummary } from '../../../render/pages/summary.tsx';
import { aCheckout, aMethodFacts, aSummary, dinars } from '../builders.ts';
import { inside, tags, visibleText } from '../read.ts';

const PART: NonNullable<CheckoutFacts['wallet']> = {
  balance: dinars('10.000'),
  pays: dinars('10.000'),
  rest: dinars('2.340'),
  isChosen: false,
  methods: [aMethodFacts({ total: dinars('2.340') })],
};
const ALL = { ...PART, balance: dinars('50.000'), pays: dinars('12.340'), rest: dinars('0.000') };

function render(changes: Partial<CheckoutFacts> = {}): string {
  return renderCheckout(aCheckout(changes));
}

/** The words of the Pay button without the wallet, and with it. */
function payButton(html: string): readonly string[] {
  const button = inside(html, 'button', 'primary');
  return [inside(button, 'span', 'without-wallet'), inside(button, 'span', 'with-wallet')].map(
    (part) => visibleText(part),
  );
}

function box(html: string): string {
  return tags(html, 'input').find((tag) => tag.includes('name="wallet"')) ?? '';
}

describe('a wallet on the checkout page', () => {
  const ROWS: Readonly<Record<Language, readonly [string, string]>> = {
    en: ['Wallet (KWD 10.000)', 'Pays KWD 10.000. Choose below how to pay the rest.'],
    ar: ['المحفظة (10.000 د.ك)', 'تدفع 10.000 د.ك. اختر أدناه طريقة دفع المبلغ المتبقي.'],
  };
  for (const language of ['en', 'ar'] as const)
    it(`is a box to tick that says what is in it and what it pays: ${language}`, () => {
      const row = visibleText(inside(render({ language, wallet: PART }), 'label', 'wallet'));
      for (const words of ROWS[language]) assert.ok(row.includes(words), row);
    });

  it('is not there without one', () => {
    assert.equal(box(render()), '');
    assert.doesNotMatch(render(), /with-wallet/);
  });

  it('changes the sum to pay, without script', () => {
    assert.deepEqual(payButton(render({ wallet: PART })), ['Pay KWD 12.340', 'Pay KWD 2.340']);
    const amounts = visibleText(render({ wallet: PART }));
    for (const words of ['Left to pay', 'KWD 2.340', 'From the wallet', 'KWD -10.000'])
      assert.ok(amounts.includes(words), amounts);
  });

  it('stands in the one list, after the saved cards and before the methods', () => {
    const expiry = { expiry: '03/27', asksCvv: false };
    const card = aMethodFacts({ code: 'card:tok_1', name: 'VISA **** 1881', saved: expiry });
    for (const [methods, order] of [
      [
        [card, aMethodFacts()],
        ['card:tok_1', 'yes', 'card'],
      ],
      [[aMethodFacts()], ['yes', 'card']],
      [[card], ['card:tok_1', 'yes']],
    ] as const) {
      const list = inside(render({ wallet: PART, methods }), 'fieldset', 'methods');
      const values = tags(list, 'input').map((tag) => /value="([^"]*)"/.exec(tag)?.[1]);
      assert.deepEqual(values, order);
    }
  });

  it('that pays all leaves nothing to choose, and says what it pays and never that nothing is paid', () => {
    const html = render({ wallet: ALL, methods: [aMethodFacts(), aMethodFacts({ code: 'bank' })] });
    assert.deepEqual(payButton(html)[1], 'Pay KWD 12.340 from the wallet');
    assert.doesNotMatch(visibleText(html), /\b0\.000/);
    const arabic = render({ language: 'ar', wallet: ALL });
    assert.deepEqual(payButton(arabic)[1], 'ادفع 12.340 د.ك من المحفظة');
    assert.match(box(html), /covers-all/);
    for (const radio of tags(html, 'input').filter((tag) => tag.includes('radio')))
      assert.doesNotMatch(radio, /required/);
  });

  it('stays ticked when the page is shown again', () => {
    assert.doesNotMatch(box(render({ wallet: PART })), /checked/);
    assert.match(box(render({ wallet: { ...PART, isChosen: true } })), /checked/);
  });

  it('is told on the summary, beside what was charged', () => {
    const wallet = { paid: dinars('10.000'), charged: dinars('2.340') };
    const rows = visibleText(inside(renderSummary(aSummary({ wallet })), 'section'));
    for (const words of ['From the wallet KWD 10.000', 'Charged KWD 2.340'])
      assert.ok(rows.includes(words), rows);
  });
});
