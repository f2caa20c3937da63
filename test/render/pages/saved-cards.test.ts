import assert from 'node:assert/strict';
import { renderCardRemoval } from '../../../render/pages/card-removal.tsx';
import { renderCheckout } from '../../../render/pages/checkout.tsx';
import { renderContinue } from '../../../render/pages/continue.tsx';
import type { Language } from '../../../domain/language.ts';
import { aCheckout, aFrame, aMethodFacts } from '../builders.ts';
import { inside, tags, visibleText } from '../read.ts';

const CARD = aMethodFacts({
  code: 'card:tok_1',
  name: 'VISA **** 1881',
  saved: { expiry: '03/27', asksCvv: true, removeUrl: '/remove' },
});

describe('a saved card on the checkout page', () => {
  const ROWS: Readonly<Record<Language, string>> = {
    en: 'VISA **** 1881Expires on 03/27The payment provider asks for its security code on the next page.',
    ar: 'VISA **** 1881تنتهي في 03/27يطلب مزوّد خدمة الدفع رمز الأمان في الصفحة التالية.',
  };
  for (const language of ['en', 'ar'] as const)
    it(`is a way to pay with its last digits and its month: ${language}`, () => {
      const html = renderCheckout(aCheckout({ language, methods: [CARD, aMethodFacts()] }));
      assert.equal(visibleText(inside(html, 'label', 'method')), ROWS[language]);
      const radio = tags(html, 'input').find((tag) => tag.includes('value="card:tok_1"'));
      assert.match(radio ?? '', /name="pg_code"/u);
      assert.ok(
        !tags(html, 'input').some((tag) => /cvv|cc-csc/u.test(tag)),
        'a code is typed here',
      );
    });

  it('is chosen when the page says so, and can be removed by a link that says which one', () => {
    const html = renderCheckout(
      aCheckout({ methods: [CARD, aMethodFacts()], selected: CARD.code }),
    );
    const radio = tags(html, 'input').find((tag) => tag.includes('value="card:tok_1"'));
    assert.match(radio ?? '', /checked/u);
    const link = tags(html, 'a').find((tag) => tag.includes('class="removal"'));
    assert.match(link ?? '', /href="\/remove"/u);
    assert.match(link ?? '', /aria-label="Remove this card: VISA \*{4} 1881"/u);
  });

  it('has no link to remove it where an agreement needs it, nor one that runs as script', () => {
    for (const saved of [
      { expiry: '03/27', asksCvv: false },
      { expiry: '03/27', asksCvv: false, removeUrl: 'javascript:alert(1)' },
    ]) {
      const html = renderCheckout(aCheckout({ methods: [{ ...CARD, saved }] }));
      assert.ok(!html.includes('class="removal"'));
      assert.ok(!html.includes('security code'));
    }
  });
});

describe('the question before a card is removed', () => {
  it('names the card and both ways out', () => {
    const html = renderCardRemoval({
      ...aFrame(),
      card: 'VISA **** 1881',
      expiry: '03/27',
      formAction: '/remove',
      keepUrl: '/checkout',
    });
    assert.match(
      visibleText(inside(html, 'main', 'card')),
      /Remove this card\?.*VISA \*{4} 1881.*03\/27/u,
    );
    assert.match(html, /<form method="post" action="\/remove"/u);
    assert.match(html, /href="\/checkout"/u);
  });
});

describe('the document that leads to a bank', () => {
  it('has one link, for the whole window', () => {
    const html = renderContinue({ url: 'https://net.test/pay/1?a=1&b=2', language: 'ar' });
    assert.match(html, /dir="rtl"/u);
    assert.deepEqual(tags(html, 'a'), [
      '<a href="https://net.test/pay/1?a=1&amp;b=2" target="_top">',
    ]);
  });

  it('goes there at once and stays in its frame where that page may be framed', () => {
    const url = 'https://net.test/pay/1?a=1&b=2';
    const html = renderContinue({ url, language: 'en', inFrame: true });
    assert.ok(html.includes('content="0;url=https://net.test/pay/1?a=1&amp;b=2"'));
    assert.deepEqual(tags(html, 'a'), [
      '<a href="https://net.test/pay/1?a=1&amp;b=2" target="_self">',
    ]);
  });

  it('is not made of an address that runs as script', () => {
    assert.throws(() => renderContinue({ url: 'javascript:alert(1)', language: 'en' }));
  });
});
