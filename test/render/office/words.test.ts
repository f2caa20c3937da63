import assert from 'node:assert/strict';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { throttled } from '../../../api/limits/spend.ts';
import { isAudited, type Route } from '../../../api/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import { FIELD_SENTENCES, fieldSentence } from '../../../domain/field-sentence.ts';
import type { Language } from '../../../domain/language.ts';
import { fieldFaultsAr } from '../../../render/locales/field-faults.ts';
import { happeningsAr, happeningsEn } from '../../../render/locales/office-happenings.ts';
import { renderDialog } from '../../../render/office/dialog.tsx';
import { renderPayment } from '../../../render/office/payment.tsx';
import { visibleText } from '../read.ts';
import { aDialog, anOfficeFrame, anOperationFact, aPaymentDetail } from './builders.ts';
import { everyOfficePage, requiredFactorPages } from './every-office-page.ts';

/** What the page of a payment says that stands so. */
function inWords(state: 'cod' | 'paid', language: Language): string {
  return visibleText(renderPayment(aPaymentDetail({ ...anOfficeFrame({ language }), state })));
}

type Node = DefaultTreeAdapterTypes.Node;

describe('the words of the office', () => {
  it('are Arabic in Arabic: other letters are in words of others, in codes, and in what has no translation', () => {
    for (const { name, html } of [...everyOfficePage('ar'), ...requiredFactorPages('ar')])
      assert.deepEqual(latinIn(parseFragment(html.replace(/^.*<body[^>]*>/s, ''))), [], name);
  });

  it('name the merchant that asks for a second factor as text, and nothing else', () => {
    for (const { name, html } of requiredFactorPages('en', '<b onclick=x>Noor</b>'))
      assert.ok(!html.includes('<b '), name);
  });

  it('stand before what the API says in English, which is said to be English', () => {
    const barred = everyOfficePage('ar').find(({ name }) => name === 'question, barred');
    assert.match(
      barred?.html ?? '',
      /لا تسمح حالة العملية بذلك الآن\. <bdi lang="en">The payment is not paid\.<\/bdi>/u,
    );
    const inbox = everyOfficePage('ar').find(({ name }) => name === 'inbox, refused');
    assert.match(
      inbox?.html ?? '',
      /لا تملك صلاحية ذلك\. <bdi lang="en">Ask for alert\.handle\.<\/bdi>/u,
    );
  });

  it('stand there alone where the sentence itself is told in Arabic', () => {
    const refusal = 'The transaction is deleted. Restore it first.';
    const asked = { action: 'refund' as const, refusal, refusalCode: 'invalid_state' };
    const told = renderDialog(aDialog({ ...anOfficeFrame({ language: 'ar' }), ...asked }));
    assert.match(told, /<li><bdi>عملية الدفع مؤرشفة\. استعدها أولًا\.<\/bdi>/u);
  });

  it('are used of operations for what stands where gateways say something, and is ours', () => {
    for (const [message, told] of [
      [fieldSentence('rest-let-go'), /<bdi>تحصّل البوابة المبلغ المحجوز مرة واحدة/gu],
      [
        'The gateway Slow can do nothing with a payment.',
        /لا تستطيع البوابة <bdi>Slow<\/bdi> إجراء/gu,
      ],
      [
        'Adyen has not named the payment of this capture.',
        /لم تذكر <bdi>Adyen<\/bdi> رقم الدفعة/gu,
      ],
      ['Not today', /<bdi>Not today<\/bdi>/gu],
    ] as const) {
      const operations = [anOperationFact({ state: 'failed', message })];
      const page = renderPayment(
        aPaymentDetail({ ...anOfficeFrame({ language: 'ar' }), operations }),
      );
      assert.equal(page.match(told)?.length, 2, message);
    }
  });

  it('say in Arabic what is wrong with a field, with all that is not in the form', () => {
    const said: Readonly<Record<string, string>> = fieldFaultsAr;
    assert.deepEqual(Object.keys(said), Object.keys(FIELD_SENTENCES));
    for (const [code, sentence] of Object.entries(FIELD_SENTENCES)) {
      assert.match(said[code]?.replaceAll(BLANK, '') ?? '', /^[^a-z]*[\u0621-\u064a]{2}/u, code);
      assert.deepEqual(blanksIn(said[code]), IN_THE_FORM[code] ?? blanksIn(sentence), code);
    }
  });

  it('say it where it stands, at the field and in the list of what is wrong', () => {
    const [english = '', arabic = ''] = (['en', 'ar'] as const).map(
      (language) =>
        everyOfficePage(language).find(({ name }) => name === 'new payment, faults')?.html,
    );
    assert.equal(english.split('Not a valid choice; use one of KWD, USD.').length, 3);
    assert.equal(arabic.split('المتاح: <bdi>KWD, USD</bdi>.').length, 3);
    // What has no code.
    assert.equal(arabic.split('<bdi lang="en">Choose one.</bdi>').length, 3);
    assert.doesNotMatch(arabic, /A valid amount|Not a valid choice/);
  });

  it('say in Arabic how long to wait, where that is refused in a form', () => {
    const seconds = 90;
    const refusal = throttled({ limit: 5, remaining: 0, resetSeconds: seconds, isOver: true });
    const { message, code } = refusal;
    const asked = { action: 'refund' as const, refusal: message, refusalCode: code };
    const said = (language: Language) =>
      visibleText(renderDialog(aDialog({ ...anOfficeFrame({ language }), ...asked })));
    assert.match(said('en'), /Too many requests\. Try again in 90 seconds\./u);
    assert.match(said('ar'), /طلبات كثيرة جدًا\. عدد الثواني حتى يمكنك المحاولة من جديد: 90\./u);
    assert.doesNotMatch(said('ar'), /Too many/u);
  });

  it('call cash what it is, and not a charge', () => {
    for (const [language, charged, cash] of [
      ['en', 'Charged', 'In cash'],
      ['ar', 'المخصوم', 'نقدًا'],
    ] as const) {
      assert.ok(inWords('paid', language).includes(charged));
      assert.ok(!inWords('cod', language).includes(charged));
      assert.ok(inWords('cod', language).includes(cash));
    }
  });

  it('say each command in both languages, by the name of a route that there is', () => {
    const audited = (ROUTES as readonly Route[]).filter(isAudited).map(({ name }) => name);
    const said = Object.keys(happeningsEn.commands);
    assert.deepEqual(Object.keys(happeningsAr.commands), said);
    assert.deepEqual(
      said.filter((name) => !audited.includes(name)),
      [],
    );
  });
});

/** What is told by the form already: the names of its fields are the API's. */
const IN_THE_FORM: Readonly<Record<string, readonly string[]>> = {
  'later-than': [],
  'one-currency': [],
  // Why an operation cannot be done stands beside its name, on the page of a payment that says how it stands.
  'not-as-it-is': [],
  'not-in-state': [],
  'gateway-cannot': ['{code}'],
  'payment-not-named': ['{name}'],
  'switched-off': ['{code}'],
  'nothing-left': [],
  'at-most': ['{most}'],
  // Where it is put.
  'wallet-status': [],
};

const BLANK = /\{\w+\}/g;

function blanksIn(sentence = ''): readonly string[] {
  return (sentence.match(BLANK) ?? []).toSorted();
}

/** Words in Latin letters that are neither a name nor a code nor said to be English. */
function latinIn(node: Node): readonly string[] {
  if ('value' in node) return node.value.match(/[A-Za-z]{2,}/g)?.filter(isOurs) ?? [];
  if (!('childNodes' in node)) return [];
  const attrs = 'attrs' in node ? node.attrs : [];
  const isTheirs =
    node.nodeName === 'bdi' ||
    attrs.some(
      ({ name, value }) => `${name}=${value}` === 'dir=ltr' || `${name}=${value}` === 'lang=en',
    );
  return isTheirs ? [] : node.childNodes.flatMap(latinIn);
}

/** Zones, and currencies as they are typed, are written like this in Arabic, too. */
function isOurs(word: string): boolean {
  return !['GMT', 'KWD', 'USD'].includes(word);
}
