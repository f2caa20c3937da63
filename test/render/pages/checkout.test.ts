import assert from 'node:assert/strict';
import { renderCheckout } from '../../../render/pages/checkout.tsx';
import { FOLLOWED_METHODS } from '../../../render/pages/choices.ts';
import type { CheckoutFacts } from '../../../render/pages/facts.ts';
import { aCheckout, aMethod, kwd } from '../builders.ts';
import { inside, tags, text } from '../read.ts';

const cash = aMethod({ code: 'cash', kind: 'cash', fee: kwd('0.250'), total: kwd('12.590') });
const bank = aMethod({ code: 'bank', kind: 'other', fee: kwd('0.100'), total: kwd('12.440') });

function render(changes: Partial<CheckoutFacts> = {}): string {
  return renderCheckout(aCheckout(changes));
}

function payButton(html: string): string {
  return inside(html, 'button', 'primary');
}

describe('checkout', () => {
  it('repeats the exact total on the Pay button', () => {
    assert.equal(text(payButton(render())), 'Pay KWD 12.340');
  });

  it('shows an amount as it was given, however many digits it has', () => {
    const total = { value: '123456789012.3400', currency: 'BHD' };
    const html = render({ methods: [aMethod({ total })] });
    assert.equal(text(payButton(html)), 'Pay BHD 123456789012.3400');
  });

  it('chooses the only method', () => {
    const [radio, ...others] = tags(render(), 'input').filter((tag) => tag.includes('radio'));
    assert.match(radio ?? '', /name="pg_code" value="card" checked/);
    assert.deepEqual(others, []);
  });

  it('chooses none of several, and asks for one', () => {
    const radios = tags(render({ methods: [aMethod(), bank] }), 'input').filter((tag) =>
      tag.includes('radio'),
    );
    assert.equal(radios.length, 2);
    for (const radio of radios) {
      assert.doesNotMatch(radio, /checked/);
      assert.match(radio, /required/);
    }
  });

  it('chooses the method that was chosen before', () => {
    const html = render({ methods: [aMethod(), bank], selected: 'bank' });
    const [checked, ...others] = tags(html, 'input').filter((tag) => tag.includes('checked'));
    assert.match(checked ?? '', /value="bank"/);
    assert.deepEqual(others, []);
  });

  it('names the group of methods and labels each', () => {
    const html = inside(render({ methods: [aMethod(), bank] }), 'fieldset');
    assert.equal(text(inside(html, 'legend')), 'Choose how to pay');
    assert.deepEqual(tags(html, 'label'), [
      '<label class="method" for="method-0">',
      '<label class="method" for="method-1">',
    ]);
  });

  it('tells the fee and total of a method before it is chosen, where totals differ', () => {
    const html = render({ methods: [aMethod(), { ...cash, feeDescription: 'Collection' }] });
    assert.match(text(inside(html, 'label', 'method-0')), /Total: KWD 12\.340/);
    assert.match(
      text(inside(html, 'label', 'method-1')),
      /Fee: KWD 0\.250 \(Collection\) ?Total: KWD 12\.590/,
    );
  });

  it('has a Pay label for each method where totals differ, and a plain one for none', () => {
    const button = payButton(render({ methods: [aMethod(), bank, cash] }));
    assert.equal(text(inside(button, 'span', 'when-none')), 'Pay');
    assert.equal(text(inside(button, 'span', 'when-method-0')), 'Pay KWD 12.340');
    assert.equal(text(inside(button, 'span', 'when-method-1')), 'Pay KWD 12.440');
    assert.equal(text(inside(button, 'span', 'when-method-2')), 'Pay KWD 12.590 in cash');
  });

  it('tells the common total on the button before a choice, where totals agree', () => {
    const methods = [aMethod(), aMethod({ code: 'wallet', kind: 'cash' })];
    const button = payButton(render({ methods }));
    assert.equal(text(inside(button, 'span', 'when-none')), 'Pay KWD 12.340');
  });

  it('does not follow more methods than the stylesheet knows', () => {
    const methods = Array.from({ length: FOLLOWED_METHODS + 1 }, (_, i) =>
      aMethod({ code: `m${i}`, total: kwd(`1.${100 + i}`) }),
    );
    const html = render({ methods });
    assert.equal(text(payButton(html)), 'Pay');
    assert.match(text(inside(html, 'label', `method-${FOLLOWED_METHODS}"`)), /Total: KWD 1\.124/);
  });

  it('counts amount, fee and total in the amount box', () => {
    const html = render({ methods: [bank] });
    assert.match(
      text(inside(html, 'main')),
      /Total to pay KWD 12\.440 Amount KWD 12\.340 Fee KWD 0\.100/,
    );
  });

  it('posts to the action given, with the hidden fields', () => {
    const html = render({ hidden: [{ name: 'form_id', value: 'a"b' }] });
    assert.deepEqual(tags(html, 'form'), [
      '<form method="post" action="/checkout/s/pay/" class="form">',
    ]);
    assert.match(html, /<input type="hidden" name="form_id" value="a&quot;b"\/>/);
  });

  it('offers Cancel after Pay in the same form, so that the Enter key pays', () => {
    const html = inside(render({ cancelAction: '/cancel' }), 'form');
    const [first, second] = tags(html, 'button');
    assert.match(first ?? '', /primary/);
    assert.match(second ?? '', /formaction="\/cancel" formnovalidate/i);
  });

  it('has no Cancel button when there is nowhere to cancel', () => {
    assert.equal(tags(render(), 'button').length, 1);
  });

  it('says so when there is no way to pay, and has no form', () => {
    const html = render({ methods: [] });
    assert.deepEqual(tags(html, 'form'), []);
    assert.match(text(html), /There is no way to pay right now/);
  });

  it('keeps hostile order facts and gateway messages as text', () => {
    const hostile = '<script>alert(1)</script>';
    const html = render({
      order: { orderNo: hostile, customerName: hostile, vendorName: hostile },
      problem: { kind: 'declined', message: hostile },
      methods: [aMethod({ name: hostile, description: hostile, feeDescription: hostile })],
    });
    assert.doesNotMatch(html, /<script/);
  });

  it('shows what is known of the order, and no empty row', () => {
    const html = render({ order: { orderNo: 'O-1', customerEmail: 's@c.example' } });
    assert.match(text(html), /Order number: O-1/);
    const details = inside(html, 'details');
    assert.equal(text(details), 'Order details Email s@c.example');
  });

  it('has no order details when nothing is known', () => {
    assert.deepEqual(tags(render(), 'details'), []);
  });

  it('keeps phones, emails and amounts left to right in Arabic', () => {
    const html = render({ language: 'ar', order: { customerPhone: '+965 5555 1234' } });
    assert.match(html, /<bdi dir="ltr" class="code">\+965 5555 1234<\/bdi>/);
    assert.match(html, /<bdi dir="ltr" class="figure">KWD 12\.340<\/bdi>/);
  });

  it('lets the second phone be edited when it is asked for', () => {
    const html = render({ customerPhone2: { value: '+96512345678' } });
    assert.match(html, /<label for="customer-phone-2">/);
    assert.match(html, /name="customer_phone_2"[^>]*value="\+96512345678"/);
  });
});

describe('checkout, the time left', () => {
  const now = '2026-11-21T10:00:00Z';
  const cases = [
    { expiresAt: '2026-11-21T10:29:59Z', en: '29 minutes', ar: '29 دقيقة' },
    { expiresAt: '2026-11-21T10:10:00Z', en: '10 minutes', ar: '10 دقائق' },
    { expiresAt: '2026-11-21T10:02:30Z', en: '2 minutes', ar: 'دقيقتان' },
    { expiresAt: '2026-11-21T10:01:00Z', en: '1 minute', ar: 'دقيقة واحدة' },
    { expiresAt: '2026-11-21T10:00:59Z', en: 'less than a minute', ar: 'أقل من دقيقة' },
  ];
  for (const { expiresAt, en, ar } of cases)
    it(`is ${en} at ${expiresAt}`, () => {
      assert.equal(inside(render({ now, expiresAt }), 'strong'), en);
      assert.equal(inside(render({ now, expiresAt, language: 'ar' }), 'strong'), ar);
    });

  it('is not told from half an hour on', () => {
    const html = render({ now, expiresAt: '2026-11-21T10:30:00Z' });
    assert.deepEqual(tags(html, 'time'), []);
  });

  it('ends at a time with its zone, UTC unless another is given', () => {
    const expiresAt = '2026-11-21T10:05:00Z';
    const time = '<time datetime="2026-11-21T10:05:00.000Z">';
    assert.deepEqual(tags(render({ now, expiresAt }), 'time'), [time]);
    assert.match(text(render({ now, expiresAt })), /\(until 10:05 UTC\)/);
    const there = render({ now, expiresAt, timeZone: 'Asia/Kuwait' });
    assert.match(text(there), /\(until 13:05 GMT\+3\)/);
  });
});

describe('checkout, a problem', () => {
  const kinds = [
    'declined',
    'canceled',
    'error',
    'method-required',
    'unavailable',
    'stale',
  ] as const;
  for (const kind of kinds)
    it(`is an alert that takes the focus: ${kind}`, () => {
      const [alert] = tags(render({ problem: { kind } }), 'div').filter((tag) =>
        tag.includes('role="alert"'),
      );
      assert.match(alert ?? '', /tabindex="-1" autofocus/);
    });

  it('quotes the gateway and the reference', () => {
    const html = render({
      problem: { kind: 'declined', message: 'Insufficient funds' },
      referenceNumber: 'R7',
    });
    assert.match(text(html), /Message from the payment provider: Insufficient funds/);
    assert.match(text(html), /Reference number: R7/);
  });

  it('is not there when all is well', () => {
    assert.doesNotMatch(render(), /role="alert"/);
  });
});
