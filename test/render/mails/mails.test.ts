import assert from 'node:assert/strict';
import type { NotificationEvent } from '../../../domain/notification/event.ts';
import { NOTIFICATION_EVENTS } from '../../../domain/notification/event.ts';
import {
  DEBIT_EVENTS,
  isOfTasks,
  STAFF_EVENTS,
} from '../../../domain/notification/notification.ts';
import { renderCustomerMail } from '../../../render/mails/customer.ts';
import { renderDebitMail } from '../../../render/mails/debit.ts';
import { TASK_KINDS } from '../../../domain/tasks/task.ts';
import type { CustomerMailFacts, StaffMailFacts } from '../../../render/mails/facts.ts';
import { renderStaffMail } from '../../../render/mails/staff.ts';
import { renderTaskMail, type MailedTask } from '../../../render/mails/tasks.ts';

const facts = (given: Partial<CustomerMailFacts> = {}): CustomerMailFacts => ({
  language: 'en',
  kind: 'paid',
  merchantName: 'Pearl',
  supportEmail: 'help@pearl.example',
  isSandbox: false,
  customerFirstName: 'Sara',
  amount: { value: '12.500', currency: 'KWD' },
  fee: { value: '0.250', currency: 'KWD' },
  charged: { value: '12.750', currency: 'KWD' },
  orderNo: 'ORD-1',
  referenceNumber: 'pearlAB12CD',
  sessionId: 'a'.repeat(40),
  happenedAt: '2026-01-15T09:00:07Z',
  pageUrl: 'https://pay.example/b/checkout/result/x/',
  ...given,
});

describe('a mail to a customer', () => {
  const kinds: readonly (NotificationEvent | 'cash')[] = [...NOTIFICATION_EVENTS, 'cash'];
  for (const language of ['en', 'ar'] as const)
    it(`has words for every event in ${language}, and leaves no place open`, () => {
      const mails = kinds.map((kind) => renderCustomerMail(facts({ language, kind })));
      assert.equal(new Set(mails.map(({ subject }) => subject)).size, kinds.length);
      for (const { subject, text, html } of mails) {
        assert.doesNotMatch(subject + text + html, /\{\{|\}\}|undefined/);
        for (const said of ['12.500', '12.750', 'ORD-1', 'pearlAB12CD', 'https://pay.example/'])
          assert.ok(text.includes(said) && html.includes(said), `${said} in ${text}`);
      }
    });

  it('has the colour and the logo of the merchant, where it has any', () => {
    const brand = { accent: '#806a00', logoUrl: 'https://pay.example/media/logos/a.png' } as const;
    const { html, text } = renderCustomerMail(facts({ brand }));
    assert.match(
      html,
      /<a href="[^"]+" style="display:inline-block;background:#806a00;color:#ffffff;/,
    );
    assert.match(html, /<img src="https:\/\/pay\.example\/media\/logos\/a\.png" alt/);
    assert.doesNotMatch(text, /logos/);
    const plain = renderCustomerMail(facts()).html;
    assert.match(plain, /background:#14548f;color:#ffffff;/);
    assert.doesNotMatch(plain, /<img/);
  });

  it('prints money and dates as the pages do, in both languages', () => {
    const english = renderCustomerMail(facts()).text;
    assert.match(english, /^KWD 12\.500$/m);
    assert.match(english, /15 January 2026 at 09:00 UTC/);
    const arabic = renderCustomerMail(facts({ language: 'ar' }));
    assert.match(arabic.text, /^\u206812\.500 د\.ك\u2069$/m);
    assert.match(arabic.text, /15 يناير 2026 في 09:00 UTC/);
    assert.match(arabic.html, /<html lang="ar" dir="rtl">/);
    assert.match(arabic.html, /<bdi>12\.500 د\.ك<\/bdi>/);
  });

  it('tells every time by the clock of the merchant, also the day on which it is due', () => {
    const late = { happenedAt: '2026-12-31T22:30:00Z', timeZone: 'Asia/Kuwait' };
    assert.match(renderCustomerMail(facts(late)).text, /1 January 2027 at 01:30 GMT\+3/);
    const { text } = renderCustomerMail(facts({ ...late, language: 'ar' }));
    assert.match(text, /1 يناير 2027 في 01:30 GMT\+3/);
    const bill = { kind: 'created', invoiceNumber: 'INV-17', timeZone: 'Asia/Kuwait' } as const;
    const subjectOf = (dueDatetime: string) =>
      renderCustomerMail(facts({ ...bill, dueDatetime })).subject;
    assert.equal(subjectOf('2026-12-29T22:30:00Z'), 'Invoice INV-17 due 30 Dec');
    assert.equal(subjectOf('2026-12-29'), 'Invoice INV-17 due 29 Dec');
  });

  it('sets thousands apart, and calls the currency as its language does', () => {
    const dear = { amount: { value: '1234567.500', currency: 'KWD' } };
    assert.match(renderCustomerMail(facts(dear)).text, /^KWD 1,234,567\.500$/m);
    const { subject } = renderCustomerMail(facts({ ...dear, language: 'ar' }));
    assert.match(subject, /1,234,567\.500 د\.ك/);
  });

  it('shows what people have typed as text, and follows no link that runs', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { html, subject } = renderCustomerMail(
      facts({
        merchantName: evil,
        customerFirstName: evil,
        orderNo: evil,
        pageUrl: 'javascript:x',
      }),
    );
    assert.doesNotMatch(html, /<img|javascript:/);
    assert.ok(subject.includes(evil));
  });

  it('leads to the receipt, where there is one', () => {
    const receiptUrl = 'https://pay.example/b/receipt/x/pdf/';
    const { text, html } = renderCustomerMail(facts({ receiptUrl }));
    assert.ok(text.includes('Download receipt') && text.includes(receiptUrl), text);
    assert.ok(html.includes(`href="${receiptUrl}"`));
    assert.doesNotMatch(renderCustomerMail(facts()).text, /receipt/i);
  });

  it('says above all that no real money moved', () => {
    assert.match(renderCustomerMail(facts({ isSandbox: true })).text, /^Pearl\n\nTest mode/);
  });
});

const asked = (given: Partial<CustomerMailFacts> = {}) =>
  renderCustomerMail(facts({ kind: 'created', ...given })).subject;

describe('a request to pay', () => {
  const bill = { invoiceNumber: 'INV-17', dueDatetime: '2026-12-29' } as const;

  it('has the invoice and its day in its subject', () => {
    assert.equal(asked(bill), 'Invoice INV-17 due 29 Dec');
    const due = '\u2068INV-17\u2069 مستحقة في \u206829 ديسمبر\u2069';
    assert.equal(asked({ ...bill, language: 'ar' }), `الفاتورة ${due}`);
  });

  it('has the merchant and the amount there where it is for none, or for no day', () => {
    const subject = 'Payment request from Pearl: KWD 12.500';
    assert.equal(asked(), subject);
    assert.equal(asked({ dueDatetime: bill.dueDatetime }), subject);
    assert.equal(asked({ invoiceNumber: bill.invoiceNumber }), subject);
  });
});

describe('a mail to a customer of a debit', () => {
  for (const language of ['en', 'ar'] as const)
    it(`has words for every event in ${language}, and leaves no place open`, () => {
      const mails = DEBIT_EVENTS.map((kind) =>
        renderDebitMail({
          language,
          kind,
          merchantName: 'Pearl',
          isSandbox: true,
          amount: { value: '5.000', currency: 'KWD' },
          agreementId: '<b>gym',
          dueOn: '2027-01-05',
        }),
      );
      assert.equal(new Set(mails.map(({ subject }) => subject)).size, DEBIT_EVENTS.length);
      for (const { subject, text, html } of mails) {
        assert.doesNotMatch(subject + text + html, /\{\{|\}\}|undefined/);
        assert.doesNotMatch(html, /<b>gym/);
        for (const said of ['5.000', 'gym', 'Pearl', '2027'])
          assert.ok(text.includes(said) && html.includes(said), `${said} in ${text}`);
      }
    });
});

describe('a mail to people of a merchant', () => {
  for (const kind of STAFF_EVENTS.filter((event) => !isOfTasks(event)))
    it(`says what "${kind}" is about, in both languages`, () => {
      const lines = [['amount', 'KWD 1500.000'] as const, ['maker', '<b>sara'] as const];
      const facts = { kind, merchantName: 'Pearl', lines };
      const english = renderStaffMail({ ...facts, language: 'en' });
      assert.match(english.text, /Amount: KWD 1,500\.000\nAsked for by: <b>sara/);
      const arabic = renderStaffMail({ ...facts, language: 'ar' });
      assert.match(
        arabic.text,
        /المبلغ: \u20681,500\.000 د\.ك\u2069\nمقدّم الطلب: \u2068<b>sara\u2069/,
      );
      assert.match(arabic.html, /<html lang="ar" dir="rtl">/);
      assert.match(arabic.html, /<bdi>1,500\.000 د\.ك<\/bdi>/);
      for (const { subject, html, text } of [english, arabic]) {
        assert.match(subject, /Pearl/);
        assert.doesNotMatch(html, /<b>sara/);
        assert.doesNotMatch(subject + text, /\{\{|undefined/);
      }
    });

  it('about what waits has the operation and its amount in its subject', () => {
    const kind = 'request-waits';
    const lines = [['operation', 'refund'] as const, ['amount', 'KWD 2.000'] as const];
    const subjectIn = (language: 'en' | 'ar') =>
      renderStaffMail({ kind, language, merchantName: 'Pearl', lines }).subject;
    assert.equal(subjectIn('en'), 'Refund of KWD 2.000 needs your approval');
    assert.equal(subjectIn('ar'), 'استرداد 2.000 د.ك بانتظار موافقتكم');
  });

  it('has one link, to the very screen, where there are such pages, and says why in words', () => {
    const office = 'https://staff.pay.example';
    for (const language of ['en', 'ar'] as const)
      for (const [request, path] of [
        [true, '/office/approvals/r1'],
        [false, '/office/payments/p1'],
      ] as const) {
        const { text, html } = linked(language, request, office);
        assert.deepEqual(text.match(/https:\S+/g), [`${office}${path}`]);
        assert.ok(html.includes(`href="${office}${path}"`));
        assert.doesNotMatch(text, /not_delivered|nobody$/m);
        assert.doesNotMatch(linked(language, request).text, /https:/);
      }
    assert.match(linked('en', true).text, /Why: Not delivered/);
  });

  it('tells times to the second, by the clock of the merchant, and counts in words', () => {
    const lines = [
      ['calls', '3 (first 2026-01-15T22:00:07.123Z, last 2026-01-15T22:09:00.000Z)'] as const,
      ['error', 'See 2026-01-15T22:00:07Z'] as const,
    ];
    const textIn = (language: 'en' | 'ar') =>
      renderStaffMail({
        kind: 'webhook-failed',
        language,
        timeZone: 'Asia/Kuwait',
        merchantName: 'Pearl',
        lines,
      }).text;
    const [first, last] = [
      '16 January 2026 at 01:00:07 GMT+3',
      '16 January 2026 at 01:09:00 GMT+3',
    ];
    assert.ok(textIn('en').includes(`Calls: 3 (first ${first}, last ${last})`), textIn('en'));
    // What a server has said stays as it is.
    assert.ok(textIn('en').includes('See 2026-01-15T22:00:07Z'));
    assert.match(textIn('ar'), /3 \(الأولى 16 يناير 2026 في 01:00:07 GMT\+3، والأخيرة 16 يناير/);
  });

  it('about a webhook that was not acknowledged names the payment and how to send it again', () => {
    for (const language of ['en', 'ar'] as const) {
      const lines = [['order', 'ORD-1'] as const];
      const kind = 'webhook-not-acknowledged';
      const mail = renderStaffMail({ kind, language, merchantName: 'Pearl', lines });
      assert.match(mail.subject, / – ORD-1$/);
      assert.match(mail.text, /POST \/b\/webhooks\/v1\/deliveries\/\{event_id\}\/replay\//);
    }
  });

  describe('about a webhook that was given up', () => {
    const SUBJECT = 'A webhook of Pearl could not be delivered';

    it('has the order number in its subject, else the payment, else neither', () => {
      const subjects = [
        mailOf(['payment', 'a1'], ['order', 'ORD-1 {{merchant_name}}']),
        mailOf(['payment', 'a1']),
        mailOf(['event', 'e1']),
      ].map(({ subject }) => subject);
      const ends = [' – ORD-1 {{merchant_name}}', ' – a1', ''];
      assert.deepEqual(
        subjects,
        ends.map((end) => `${SUBJECT}${end}`),
      );
    });

    it('sends people to the replay of that event, under its own id', () => {
      const { text, html } = mailOf(['event', 'e1']);
      assert.match(text, /same id[^]*\/b\/webhooks\/v1\/deliveries\/\{event_id\}\/replay\//);
      assert.doesNotMatch(text + html, /notify/);
    });
  });
});

function mailOf(...lines: StaffMailFacts['lines']) {
  return renderStaffMail({ kind: 'webhook-failed', language: 'en', merchantName: 'Pearl', lines });
}

/** About a request, or else about its payment. */
const linked = (language: 'en' | 'ar', request: boolean, officeUrl?: string) =>
  renderStaffMail({
    kind: 'request-waits',
    language,
    merchantName: 'Pearl',
    lines: [
      ...(request ? [['request', 'r1'] as const] : []),
      ['payment', 'p1'],
      ['why', 'not_delivered'],
      ['told', 'nobody'],
    ],
    ...(officeUrl !== undefined && { officeUrl }),
  });

describe('a mail to a person of tasks', () => {
  const office = 'https://staff.pay.example';
  const payment: MailedTask = {
    kind: 'alert.late-money',
    subject: { type: 'payment', id: 'p1' },
    since: '2026-11-26T05:00:00Z',
    amount: { value: '1500.000', currency: 'KWD' },
    orderNo: '<b>ORD-1',
    referenceNumber: 'pearlAB12CD',
  };
  const written = (language: 'en' | 'ar', given: Partial<Parameters<typeof renderTaskMail>[0]>) =>
    renderTaskMail({
      event: 'tasks-daily',
      language,
      timeZone: 'Asia/Kuwait',
      merchantName: 'Pearl',
      tasks: [payment],
      count: 1,
      officeUrl: office,
      ...given,
    });

  for (const language of ['en', 'ar'] as const)
    it(`lists every kind with what it is about and the way there: ${language}`, () => {
      const tasks = TASK_KINDS.map((kind) => ({ ...payment, kind }));
      const { subject, text, html } = written(language, { tasks, count: tasks.length + 3 });
      assert.doesNotMatch(subject + text + html, /\{\{|\}\}|undefined/);
      assert.doesNotMatch(html, /<b>ORD-1/);
      assert.ok(subject.includes(String(tasks.length + 3)) && subject.includes('Pearl'), subject);
      const links: readonly string[] = text.match(/https:\S+/g) ?? [];
      assert.equal(
        links.filter((url) => url === `${office}/office/payments/p1`).length,
        tasks.length,
      );
      assert.ok(links.includes(`${office}/office/inbox`));
      for (const said of ['1,500.000', 'pearlAB12CD', '2026', '08:00'])
        assert.ok(text.includes(said) && html.includes(said), `${said} in ${text}`);
      assert.ok(html.includes(`href="${office}/office/payments/p1"`));
    });

  it('is named by its task where there is one, and says what comes next', () => {
    const one = written('en', { event: 'task-new' });
    assert.equal(one.subject, 'Money came after the payment was over – Pearl');
    assert.match(one.text, /Give it back at the gateway, or agree with the customer\./);
    assert.match(one.text, /Order <b>ORD-1 · pearlAB12CD · KWD 1,500\.000 · Since 26 Nov 2026/);
  });

  it('leads nowhere where there are no such pages', () => {
    const { officeUrl: _, ...facts } = { officeUrl: office, language: 'en' as const };
    const { text } = renderTaskMail({
      ...facts,
      event: 'tasks-daily',
      merchantName: 'Pearl',
      tasks: [payment],
      count: 1,
    });
    assert.doesNotMatch(text, /https:/);
  });
});
