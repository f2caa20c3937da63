import assert from 'node:assert/strict';
import { renderCheckout } from '../../../render/pages/checkout.tsx';
import { FOLLOWED_METHODS } from '../../../render/pages/choices.ts';
import { words } from '../../../render/locales/words.ts';
import type { CheckoutFacts, ProblemFacts } from '../../../render/pages/facts.ts';
import type { Advice } from '../../../domain/card/decline.ts';
import type { DeclineReason } from '../../../domain/card/decline-reason.ts';
import type { Language } from '../../../domain/language.ts';
import { LANGUAGES } from '../every-page.ts';
import { aCheckout, aMethodFacts, inDollars, dinars } from '../builders.ts';
import { inside, tags, visibleText } from '../read.ts';

const cash = aMethodFacts({
  code: 'cash',
  kind: 'cash',
  fee: dinars('0.250'),
  total: dinars('12.590'),
});
const bank = aMethodFacts({
  code: 'bank',
  kind: 'other',
  fee: dinars('0.100'),
  total: dinars('12.440'),
});

const aChoice = {
  value: '5.000',
  most: dinars('12.340'),
  totalsUrl: '/checkout/s?lang=en',
  isTotalled: true,
};

function render(changes: Partial<CheckoutFacts> = {}): string {
  return renderCheckout(aCheckout(changes));
}

function payButton(html: string): string {
  return inside(html, 'button', 'primary');
}

function consent(html: string): string {
  return tags(html, 'input').find((tag) => tag.includes('checkbox')) ?? '';
}

/** The large amount, and the lines under it. */
function box(html: string): string {
  return `${visibleText(inside(html, 'p', '"amount"'))}: ${visibleText(inside(html, 'dl'))}`;
}

/** What the checkout says of a problem. */
function alertOf(problem: ProblemFacts, language: Language = 'en'): string {
  const html = render({ problem, language, referenceNumber: 'R7' });
  return visibleText(inside(html.slice(html.indexOf('<div class="alert"')), 'div', 'alert'));
}

describe('checkout', () => {
  for (const [language, asked] of [
    ['en', 'Save this card for later payments to'],
    ['ar', 'احفظ هذه البطاقة للدفعات القادمة إلى'],
  ] as const)
    it(`asks whether the card may be kept, and ticks nothing by itself (${language})`, () => {
      assert.doesNotMatch(render({ language }), /save_card/);
      const html = render({ language, saveCard: { checked: false, only: ['card'] } });
      assert.match(consent(html), /name="save_card".* value="yes"/);
      assert.doesNotMatch(consent(html), / checked| required/);
      assert.ok(visibleText(html).includes(asked));
      assert.match(
        consent(render({ language, saveCard: { checked: true, only: ['card'] } })),
        / checked/,
      );
    });

  it('asks so beside the methods that can keep a card when not all can', () => {
    const methods = [cash, aMethodFacts()];
    const html = render({ methods, saveCard: { checked: false, only: ['card'] } });
    assert.match(html, /<div class="saving when-chosen when-method-1"><div class="consent">/);
    const always = render({ saveCard: { checked: false, only: ['card'] } });
    assert.match(always, /<div class="saving"><div class="consent">/);
  });

  it('never asks so beside a card that is saved already', () => {
    const expiry = { expiry: '03/27', asksCvv: false };
    const saved = aMethodFacts({ code: 'card:tok_1', name: 'VISA **** 1881', saved: expiry });
    const html = render({
      methods: [saved, aMethodFacts()],
      saveCard: { checked: false, only: ['card'] },
    });
    assert.match(html, /<div class="saving when-chosen when-method-1">/);
    assert.match(html, /<p class="small assurance cards-elsewhere when-chosen when-method-1">/);
  });

  it('says that nothing is paid when only a card is saved', () => {
    const free = aMethodFacts({ total: dinars('0.000') });
    const html = render({ savesOnly: true, amount: dinars('0.000'), methods: [free] });
    assert.equal(visibleText(payButton(html)), 'Save a card');
    assert.ok(visibleText(html).includes('Nothing is charged.'));
    assert.equal(visibleText(inside(html, 'h1')), 'Save a card for Noor');
    assert.doesNotMatch(html, /save_card|KWD|Pay Noor/);
  });

  it('says that the card will be charged again, and by which agreement, in place of asking', () => {
    const html = render({ debits: { agreement: 'GYM-7' } });
    assert.ok(visibleText(html).includes('may charge it again, as you have agreed under GYM-7.'));
    assert.doesNotMatch(html, /save_card/);
  });

  it('repeats the exact total on the Pay button', () => {
    assert.equal(visibleText(payButton(render())), 'Pay KWD 12.340');
  });

  it('shows every digit of an amount, its thousands apart', () => {
    const total = { value: '123456789012.3400', currency: 'BHD' };
    const html = render({ methods: [aMethodFacts({ total })] });
    assert.equal(visibleText(payButton(html)), 'Pay BHD 123,456,789,012.3400');
  });

  it('chooses the only method', () => {
    const [radio, ...others] = tags(render(), 'input').filter((tag) => tag.includes('radio'));
    assert.match(radio ?? '', /name="pg_code" value="card" checked/);
    assert.deepEqual(others, []);
  });

  for (const selected of [undefined, '', 'gone'])
    it(`chooses the first of several where ${JSON.stringify(selected)} is asked for`, () => {
      const html = render({
        methods: [bank, aMethodFacts()],
        ...(selected !== undefined && { selected }),
      });
      const radios = tags(html, 'input').filter((tag) => tag.includes('radio'));
      assert.deepEqual(
        radios.map((radio) => [radio.includes('checked'), radio.includes('required')]),
        [
          [true, true],
          [false, true],
        ],
      );
    });

  it('chooses the method that was chosen before', () => {
    const html = render({ methods: [aMethodFacts(), bank], selected: 'bank' });
    const [checked, ...others] = tags(html, 'input').filter((tag) => tag.includes('checked'));
    assert.match(checked ?? '', /value="bank"/);
    assert.deepEqual(others, []);
  });

  it('names the group of methods and labels each', () => {
    const html = inside(render({ methods: [aMethodFacts(), bank] }), 'fieldset');
    assert.equal(visibleText(inside(html, 'legend')), 'Choose how to pay');
    assert.deepEqual(tags(html, 'label'), [
      '<label class="method" for="method-0">',
      '<label class="method" for="method-1">',
    ]);
  });

  it('tells the fee and total of a method before it is chosen, where totals differ', () => {
    const html = render({ methods: [aMethodFacts(), { ...cash, feeDescription: 'Collection' }] });
    assert.match(visibleText(inside(html, 'label', 'method-0')), /Total: KWD 12\.340/);
    assert.match(
      visibleText(inside(html, 'label', 'method-1')),
      /Fee: KWD 0\.250 \(Collection\) ?Total: KWD 12\.590/,
    );
  });

  describe('where a method charges in another currency', () => {
    const { exchange } = inDollars();
    const foreign = { ...aMethodFacts(), code: 'abroad', exchange, total: exchange.to };

    it('shows both amounts, the rate, the fee and the total before paying', () => {
      const html = render({
        methods: [aMethodFacts({ ...inDollars(), feeDescription: 'Conversion' })],
      });
      assert.equal(visibleText(payButton(html)), 'Pay USD 40.85');
      assert.match(
        visibleText(html),
        /Total to pay USD 40\.85 .*Amount KWD 12\.340 Exchange rate KWD 1 = USD 3\.2616 Converted amount USD 40\.25 Conversion USD 0\.60/,
      );
    });

    it('shows the same in Arabic', () => {
      const html = visibleText(render({ language: 'ar', methods: [aMethodFacts(inDollars())] }));
      assert.match(
        html,
        /سعر الصرف 1 د\.ك = 3\.2616 دولار أمريكي المبلغ بعد التحويل 40\.25 دولار أمريكي الرسوم 0\.60 دولار أمريكي/,
      );
      assert.match(html, /يُحصَّل مبلغ 12\.340 د\.ك بقيمة 40\.25 دولار أمريكي/);
    });

    it('shows both amounts without a fee too', () => {
      const html = render({ methods: [foreign] });
      assert.match(box(html), /^USD 40\.25: Amount KWD 12\.340 Exchange rate/);
      assert.doesNotMatch(visibleText(html), /Fee/);
    });

    it('tells it beside the method, and says that the currency depends on the choice', () => {
      const html = render({ methods: [aMethodFacts(), foreign] });
      assert.match(
        visibleText(inside(html, 'label', 'method-1')),
        /KWD 12\.340 is charged as USD 40\.25 ?Total: USD 40\.25/,
      );
      assert.match(visibleText(html), /Fee and currency may differ, depending on how you pay\./);
      assert.equal(visibleText(inside(payButton(html), 'span', 'when-none')), 'Pay');
    });

    it('follows the choice where the totals agree and the rates do not', () => {
      const other = { ...foreign, exchange: { ...exchange, rate: '3.2617' } };
      const html = render({ methods: [foreign, other] });
      assert.match(html, /when-method-1/);
    });

    it('shows the amount of the order although all methods ask for the same', () => {
      const cashAbroad = { ...foreign, code: 'cash', kind: 'cash' } as const;
      const html = render({ methods: [foreign, cashAbroad] });
      assert.equal(box(html), 'USD 40.25: Amount KWD 12.340');
    });
  });

  it('has a Pay label for each method where totals differ, and a plain one for none', () => {
    const button = payButton(render({ methods: [aMethodFacts(), bank, cash] }));
    assert.equal(visibleText(inside(button, 'span', 'when-none')), 'Pay');
    assert.equal(visibleText(inside(button, 'span', 'when-method-0')), 'Pay KWD 12.340');
    assert.equal(visibleText(inside(button, 'span', 'when-method-1')), 'Pay KWD 12.440');
    assert.equal(visibleText(inside(button, 'span', 'when-method-2')), 'Pay KWD 12.590 in cash');
  });

  it('tells the common total on the button before a choice, where totals agree', () => {
    const methods = [aMethodFacts(), aMethodFacts({ code: 'wallet', kind: 'cash' })];
    const button = payButton(render({ methods }));
    assert.equal(visibleText(inside(button, 'span', 'when-none')), 'Pay KWD 12.340');
  });

  it('does not follow more methods than the stylesheet knows', () => {
    const methods = Array.from({ length: FOLLOWED_METHODS + 1 }, (_, i) =>
      aMethodFacts({ code: `m${i}`, total: dinars(`1.${100 + i}`) }),
    );
    const html = render({ methods });
    assert.equal(visibleText(payButton(html)), 'Pay');
    assert.match(
      visibleText(inside(html, 'label', `method-${FOLLOWED_METHODS}"`)),
      /Total: KWD 1\.124/,
    );
  });

  it('counts amount, fee and total in the amount box', () => {
    const html = render({ methods: [bank] });
    assert.match(
      visibleText(inside(html, 'main')),
      /Total to pay KWD 12\.440 Amount KWD 12\.340 Fee KWD 0\.100/,
    );
  });

  it('posts to the action given, with the hidden fields', () => {
    const html = render({ hidden: [{ name: 'form_id', value: 'a"b' }] });
    assert.deepEqual(tags(html, 'form'), [
      '<form id="payment-form" method="post" action="/checkout/s/pay/" class="form">',
    ]);
    assert.match(html, /<input type="hidden" name="form_id" value="a&quot;b"\/>/);
  });

  it('offers Cancel after Pay in the same form, so that the Enter key pays', () => {
    const html = inside(render({ cancelAction: '/cancel' }), 'form');
    const [first, second] = tags(html, 'button');
    assert.match(first ?? '', /primary/);
    assert.match(second ?? '', /formaction="\/cancel" formnovalidate/i);
  });

  it('asks for the amount where the customer may choose it, and promises a total on the button only to the script', () => {
    const html = render({ editableAmount: aChoice });
    assert.equal(visibleText(inside(payButton(html), 'span', 'plain')), 'Pay');
    const [input] = tags(html, 'input').filter((tag) => tag.includes('name="amount"'));
    assert.match(input ?? '', /value="5\.000"/);
    assert.doesNotMatch(input ?? '', /aria-invalid/);
    assert.match(
      visibleText(inside(html, 'label', 'for="amount"')),
      /^Amount you want to pay \(KWD\)$/,
    );
    assert.match(visibleText(html), /You can pay KWD 12\.340 or less\./);
    assert.doesNotMatch(render(), /name="amount"/);
  });

  it('marks the amount that was wrong', () => {
    const html = render({
      editableAmount: { ...aChoice, value: 'x', isTotalled: false },
      problem: { kind: 'amount-unreadable' },
    });
    const [input] = tags(html, 'input').filter((tag) => tag.includes('name="amount"'));
    assert.match(input ?? '', /aria-invalid="true"/);
    assert.doesNotMatch(payButton(html), /class="exact"/);
  });

  it('marks what goes with the amount while that is typed', () => {
    const hidden = ['form_id', 'shown', 'totals', 'wallet_shown'].map((name) => ({
      name,
      value: '1',
    }));
    const html = render({ editableAmount: aChoice, hidden, methods: [aMethodFacts(), bank] });
    const live = [...html.matchAll(/data-live="([^"]+)"/g)].map(([, name]) => name);
    assert.deepEqual(live.map(String).toSorted(), [
      'amount',
      'pay',
      'price-0',
      'price-1',
      'shown',
      'totals',
      'wallet_shown',
    ]);
    assert.match(html, /<form [^>]*data-totals="\/checkout\/s\?lang=en"/);
    assert.match(payButton(html), /<span class="exact">.*KWD.*12\.440/s);
    assert.doesNotMatch(render(), /data-totals/);
  });

  it('asks for consent to the terms, and remembers it', () => {
    const terms = { text: 'The rules', url: '/terms' };
    const fresh = render({ terms: { ...terms, accepted: false } });
    assert.match(consent(fresh), /name="terms".* required/);
    assert.doesNotMatch(consent(fresh), / checked/);
    assert.equal(visibleText(inside(fresh, 'label', 'for="terms"')), 'I accept: The rules');
    assert.match(consent(render({ terms: { ...terms, accepted: true } })), / checked/);
    assert.equal(consent(render()), '');
  });

  it('gives no link to terms whose address runs as script', () => {
    const terms = { text: 'The rules', url: 'javascript:alert(1)', accepted: false };
    assert.doesNotMatch(render({ terms }), /javascript:/);
  });

  it('shows the disclaimer, and where it will be delivered with the way to change that', () => {
    const html = render({
      disclaimer: 'All sales are final.',
      dropOff: { address: 'Street 5', hasPlace: true, changeUrl: '/delivery' },
    });
    assert.match(visibleText(html), /All sales are final\./);
    assert.match(
      visibleText(inside(html, 'details')),
      /Delivery address Street 5 .*Saved on the map/,
    );
    assert.equal(visibleText(inside(html, 'a', 'href="/delivery"')), 'Change the delivery');
  });

  it('has no Cancel button when there is nowhere to cancel', () => {
    assert.equal(tags(render(), 'button').length, 1);
  });

  it('says so when there is no way to pay, and has no form', () => {
    const html = render({ methods: [] });
    assert.deepEqual(tags(html, 'form'), []);
    assert.match(visibleText(html), /There is no way to pay right now/);
  });

  it('keeps hostile order facts and gateway messages as text', () => {
    const hostile = '<script>alert(1)</script>';
    const html = render({
      order: { orderNo: hostile, customerName: hostile, vendorName: hostile },
      problem: { kind: 'declined', message: hostile },
      methods: [aMethodFacts({ name: hostile, description: hostile, feeDescription: hostile })],
    });
    assert.doesNotMatch(html, /<script>/);
  });

  it('shows what is known of the order, and no empty row', () => {
    const html = render({ order: { orderNo: 'O-1', customerEmail: 's@c.example' } });
    assert.match(visibleText(html), /Order number: O-1/);
    const details = inside(html, 'details');
    assert.equal(visibleText(details), 'Order details Email s@c.example');
  });

  it('has no order details when nothing is known', () => {
    assert.deepEqual(tags(render(), 'details'), []);
  });

  it('keeps phones, emails and amounts left to right in Arabic', () => {
    const html = render({ language: 'ar', order: { customerPhone: '+965 5555 1234' } });
    assert.match(html, /<bdi dir="ltr" class="code">\+965 5555 1234<\/bdi>/);
    assert.match(html, /<bdi dir="rtl" class="figure"><bdi dir="ltr">12\.340<\/bdi> د\.ك<\/bdi>/);
  });

  it("offers the merchant's file for download, under a name that is only text", () => {
    const html = render({ attachment: { name: '<b>bill.pdf', url: '/media/bill.pdf' } });
    assert.match(html, /<a class="download" href="\/media\/bill\.pdf" download/);
    assert.match(visibleText(html), /Download &lt;b>bill\.pdf/);
    assert.ok(!render().includes('class="download"'));
  });

  it('offers no file whose address runs as script', () => {
    const html = render({ attachment: { name: 'bill.pdf', url: 'javascript:alert(1)' } });
    assert.ok(!html.includes('class="download"'));
  });

  it('shows a code for the phone, in words and letters too', () => {
    const qrCode = { imageUrl: '/qr.svg', address: 'https://pay.example/b/abc' };
    const html = render({ qrCode });
    assert.match(html, /<img src="\/qr\.svg" alt="QR code with the address of this page"/);
    assert.match(html, /<bdi dir="ltr" class="code">https:\/\/pay\.example\/b\/abc<\/bdi>/);
    assert.match(visibleText(html), /Pay on your phone/);
    assert.match(visibleText(render({ language: 'ar', qrCode })), /الدفع من هاتفك/);
    assert.ok(!render().includes('other-device'));
  });

  it('lets the second phone be edited when it is asked for', () => {
    const html = render({ customerPhone2: { value: '+96512345678' } });
    assert.match(html, /<label for="customer-phone-2">/);
    assert.match(html, /name="customer_phone_2"[^>]*value="\+96512345678"/);
  });
});

describe('checkout, the time left', () => {
  const now = '2026-11-21T10:00:00Z';
  for (const [language, said] of [
    ['en', 'Pay before 10:29 UTC'],
    ['ar', 'ادفع قبل 10:29 UTC'],
  ] as const)
    it(`is said as a time, which stays true without script (${language})`, () => {
      const html = render({ now, expiresAt: '2026-11-21T10:29:59Z', language });
      assert.doesNotMatch(told(html), / hidden/);
      assert.equal(visibleText(inside(html, 'span', 'at-rest')), said);
    });

  it('gives the script what it counts down with, by the clock of the server', () => {
    const html = render({ now, expiresAt: '2026-11-21T10:05:00Z' });
    assert.match(told(html), /data-expires="2026-11-21T10:05:00Z" data-now="2026-11-21T10:00:00Z"/);
    assert.match(told(html), /data-page="\/checkout\/s\?lang=en"/);
    assert.match(inside(html, 'span', 'counting'), /<bdi [^>]*role="timer"[^>]*><\/bdi>/);
  });

  it('is hidden from half an hour on', () => {
    assert.match(told(render({ now, expiresAt: '2026-11-21T10:30:00Z' })), / hidden/);
  });

  it('ends at a time with its zone, UTC unless another is given', () => {
    const expiresAt = '2026-11-21T10:05:00Z';
    const time = '<time datetime="2026-11-21T10:05:00.000Z">';
    assert.deepEqual(tags(render({ now, expiresAt }), 'time'), [time, time]);
    assert.match(visibleText(render({ now, expiresAt })), /\(until 10:05 UTC\)/);
    const there = render({ now, expiresAt, timeZone: 'Asia/Kuwait' });
    assert.match(visibleText(there), /\(until 13:05 GMT\+3\)/);
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
    'asked-changed',
  ] as const;
  for (const kind of kinds)
    it(`is an alert that takes the focus: ${kind}`, () => {
      const [alert] = tags(render({ problem: { kind } }), 'div').filter((tag) =>
        tag.includes('role="alert"'),
      );
      assert.match(alert ?? '', /tabindex="-1" autofocus/);
    });

  it('quotes the gateway where its code says nothing to us, in its language alone', () => {
    const said = { kind: 'declined', message: 'Code 99 of the switch' } as const;
    assert.match(alertOf(said), /Message from the payment provider: Code 99 of the switch/);
    assert.doesNotMatch(alertOf(said, 'ar'), /Code 99|رسالة من مزوّد/);
    const arabic = { kind: 'error', message: 'البطاقة مرفوضة' } as const;
    assert.match(alertOf(arabic, 'ar'), /رسالة من مزوّد خدمة الدفع: البطاقة مرفوضة/);
    assert.doesNotMatch(alertOf(arabic), /البطاقة/);
  });

  it('says why in our words where the code is known, and what to do by the advice', () => {
    for (const language of LANGUAGES) {
      const { reasons, advice } = words(language).declines;
      for (const reason of Object.keys(reasons) as DeclineReason[])
        for (const how of Object.keys(advice) as Advice[]) {
          const said = alertOf(
            {
              kind: 'declined',
              decline: { reason, advice: how },
              message: 'Raw words of the gateway',
            },
            language,
          );
          assert.ok(said.includes(reasons[reason]) && said.includes(advice[how]), said);
          assert.doesNotMatch(said, /Raw words/);
          if (language === 'ar') assert.doesNotMatch(said.replace('R7', ''), /[A-Za-z]/);
        }
    }
  });

  it('names the reference', () => {
    assert.match(alertOf({ kind: 'declined' }), /Reference number: R7/);
  });

  it('is not there when all is well', () => {
    assert.doesNotMatch(render(), /role="alert"/);
  });
});

/** The paragraph that tells until when it can be paid. */
function told(html: string): string {
  return tags(html, 'p').find((tag) => tag.includes('time-left')) ?? '';
}
