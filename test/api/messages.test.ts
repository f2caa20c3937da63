import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  send,
  textIn,
  until,
  type Answer,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { mailsTo } from '../support/mails.ts';
import { billerAt } from './support/invoices.ts';
import { aPerson } from './support/people.ts';
import { DEMO, sessionIdOf } from './support/records.ts';
import { NOT_ALLOWED } from '../transports/ssrf-corpus.ts';

const RESEND = '/b/pbl/v2/message-notification/';
const SEND = '/b/pbl/v2/send-notification/';
const BY_CHANNEL = '/b/pbl/v2/notifications/send/';
const LOG = '/b/pbl/v2/notifications/';
const TEMPLATES = '/b/pbl/v2/notification-templates/';

describe('messages that somebody asks for', function () {
  this.timeout(60_000);
  let system: System;
  let merchant: MerchantClient;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const arrived = (address: string, count: number) =>
    until(`${count} messages to ${address}`, async () => {
      const letters = await mailsTo(system, address);
      return letters.length >= count && letters;
    });
  const ask = (path: string, body: Json) => merchant.call('POST', path, body);
  const refused = async (path: string, body: Json): Promise<Json> => {
    const answer = await ask(path, body);
    assert.equal(answer.status, 400, answer.text);
    return answer.body;
  };
  const logOf = async (answer: Answer): Promise<Json> => {
    const [id] = answer.body['notifications'] as readonly string[];
    return (await merchant.call('GET', `${LOG}${id}/`)).body;
  };

  describe('about how a payment stands', () => {
    it('are sent as often as somebody asks, by every channel that the payment names', async () => {
      const [email, phone] = [anAddress(), aNumber()];
      const id = await merchant.sale({
        customer_email: email,
        customer_phone: phone,
        notifications: { email: ['created'], sms: ['created'], whatsapp: ['created'] },
      });
      await arrived(email, 1);
      await arrived(phone, 2);
      for (const channels of [['email', 'sms', 'whatsapp'], ['email']]) {
        const answer = await ask(RESEND, { session_id: id, channels });
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.body['message'], 'Customer notified.');
        const log = await logOf(answer);
        assert.deepEqual(
          [log['forced'], log['is_sent'], log['event_type']],
          [true, true, 'created'],
        );
      }
      const sent = [await mailsTo(system, email), await mailsTo(system, phone)].flat();
      assert.deepEqual(sent.map(({ channel }) => channel).toSorted(), [
        'email',
        'email',
        'email',
        'sms',
        'sms',
        'whatsapp',
        'whatsapp',
      ]);
      const [sms] = sent.filter(({ channel }) => channel === 'sms');
      assert.match(sms?.text ?? '', /asks you to pay KWD 12\.340: http:\S+\/b\/\w{8}$/);
      // Whatever was sent by hand, by itself each was sent once.
      const log = await system.store.notifications.listOf(DEMO, sessionIdOf(id));
      assert.equal(log.filter(({ forced }) => !forced).length, 3);
    });

    it('have the invoice as a PDF, each time', async () => {
      const email = anAddress();
      const asking = { customer_email: email, notifications: { email: ['created'] } };
      const invoice = await billerAt(system).billed(asking);
      await arrived(email, 1);
      const session = textIn(invoice, 'session_id');
      const again = await ask(RESEND, { session_id: session, channels: ['email'] });
      // 202 where the PDF takes longer than the answer waits.
      assert.ok(again.status === 200 || again.status === 202, again.text);
      const number = textIn(invoice, 'invoice_number');
      for (const { files } of await arrived(email, 2))
        assert.deepEqual(files, [`invoice-${number}.pdf`]);
    });

    it('are one for a repeated Idempotency-Key', async () => {
      const email = anAddress();
      const id = await merchant.sale({
        customer_email: email,
        notifications: { email: ['created'] },
      });
      await arrived(email, 1);
      const body = { session_id: id, channels: ['email'] };
      const key = { 'Idempotency-Key': randomUUID() };
      const answers = [
        await merchant.post(RESEND, body, key),
        await merchant.post(RESEND, body, key),
      ];
      assert.deepEqual(answers[0]?.body, answers[1]?.body);
      assert.equal((await mailsTo(system, email)).length, 2);
    });

    it('are none that the payment does not name, of no state that has words, and of no stranger', async () => {
      const id = await merchant.sale({
        customer_email: anAddress(),
        customer_phone: aNumber(),
        order_no: `O-${randomUUID()}`,
        notifications: { email: ['created'], sms: ['paid'] },
      });
      const shop = await merchant.sale({
        type: 'e_commerce',
        customer_email: anAddress(),
        notifications: { email: ['created'] },
      });
      const both = await refused(RESEND, { session_id: id, channels: ['email', 'sms'] });
      assert.deepEqual(
        [both['result'], both['session_id'], both['channels']],
        ['failed', id, ['sms']],
      );
      assert.match(textIn(both, 'detail'), /must name "created" under sms/);
      const none = await refused(RESEND, { session_id: shop, channels: ['email'] });
      assert.match(textIn(none, 'detail'), /No message tells of a payment of type e_commerce/);
      const stranger = await refused(RESEND, { session_id: 'a'.repeat(40), channels: ['email'] });
      assert.deepEqual(Object.keys(stranger), ['session_id']);
      const person = await aPerson(system, { permissions: ['e_commerce.change'] });
      const theirs = await send(`${system.run.api}${RESEND}`, {
        method: 'POST',
        headers: { Authorization: person.basic, 'Content-Type': 'application/json' },
        body: JSON.stringify({ session_id: id, channels: ['email'] }),
      });
      assert.equal(theirs.status, 403, theirs.text);
    });

    for (const [fields, body] of [
      [['order_no', 'session_id'], { channels: ['email'] }],
      [['channels'], { session_id: 'a'.repeat(40) }],
      [['channels'], { session_id: 'a'.repeat(40), channels: [] }],
      [['channels'], { session_id: 'a'.repeat(40), channels: ['pigeon'] }],
      [['channels'], { session_id: 'a'.repeat(40), channels: 'email' }],
      [['order_no'], { order_no: 'nobody has it', channels: ['email'] }],
      [['session_id'], { session_id: 7, channels: ['email'] }],
    ] as const)
      it(`name ${fields.join(' and ')} as wrong in ${JSON.stringify(body).slice(0, 60)}`, async () => {
        assert.deepEqual(Object.keys(await refused(RESEND, body)).toSorted(), fields);
      });
  });

  describe('by a template', () => {
    it('have values under names of the program’s own, and files without a name', async () => {
      const email = anAddress();
      const answer = await ask(SEND, {
        channel: 'email',
        template_id: 'communication-notification-email',
        to: email,
        subject: 'At {{slot}}, {{ extra.slot }}, {{nothing}}',
        context: { message: 'Hello', slot: 17 },
        attachments: [{ content: 'aGVsbG8=' }, { content: 'aGVsbG8=', content_type: 'text/plain' }],
      });
      assert.equal(answer.status, 200, answer.text);
      const [mail] = await arrived(email, 1);
      assert.equal(mail?.subject, 'At 17, 17, {{nothing}}');
      assert.deepEqual(mail?.files, ['attachment.txt', 'attachment.txt']);
    });

    it('are mails with values, copies and files, in JSON', async () => {
      const [email, copy] = [anAddress(), anAddress('copy')];
      const answer = await ask(SEND, {
        channel: 'email',
        template_id: 'communication-notification-email',
        to: email,
        cc: [copy],
        subject: 'About your order <b>',
        context: { message: 'First line\nsecond <script>x</script>\n\nGoodbye {{amount}}' },
        attachments: [{ content: 'aGVsbG8=', filename: 'note.txt', size: '5' }],
        trace_id: 'case-7',
        tags: ['support'],
      });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(
        [answer.body['message'], answer.body['result']],
        ['Notification sent.', 'success'],
      );
      const [mail] = await arrived(email, 1);
      assert.deepEqual([mail?.subject, mail?.cc], ['About your order <b>', [copy]]);
      assert.match(mail?.text ?? '', /second <script>x<\/script>\n\nGoodbye \{\{amount\}\}/);
      assert.doesNotMatch(mail?.html ?? '', /<script>/);
      assert.deepEqual(mail?.files, ['note.txt']);
      const log = await logOf(answer);
      assert.deepEqual(
        [log['event_type'], log['template_id'], log['trace_id'], log['tags'], log['attachments']],
        [null, 'communication-notification-email', 'case-7', ['support'], ['note.txt']],
      );
      const found = await merchant.call('GET', `${LOG}?trace_id=case-7&channel=email`);
      assert.ok(rows(found.body, 'results').some(({ id }) => id === log['id']));
    });

    it('are messages by telephone to each number, by form and by multipart, with the channel in the path', async () => {
      const numbers = [aNumber(), aNumber()];
      const fields: readonly (readonly [string, string])[] = [
        ['template_id', 'paid-sms'],
        ['language', 'ar'],
        ['context', '{"amount":"KWD 5.000","extra":{"seat":"7"}}'],
        ...numbers.map((number) => ['to', number] as const),
      ];
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      for (const body of [
        new URLSearchParams(fields.map(([name, value]) => [name, value])),
        form,
      ]) {
        const answer = await send(`${system.run.api}${BY_CHANNEL}sms/`, {
          method: 'POST',
          headers: { Authorization: `Api-Key ${system.run.keys.private}` },
          body,
        });
        assert.equal(answer.status, 200, answer.text);
        assert.equal((answer.body['notifications'] as readonly string[]).length, 2);
      }
      for (const number of numbers) {
        const letters = await mailsTo(system, number);
        assert.deepEqual(
          letters.map(({ channel }) => channel),
          ['sms', 'sms'],
        );
        assert.match(letters[0]?.text ?? '', /^تم دفع KWD 5\.000 إلى دكّان/);
      }
    });

    const good = { channel: 'email', template_id: 'paid-email', to: 'sara@example.test' };
    const sms = { channel: 'sms', template_id: 'paid-sms', to: '+96550001234' };
    const whatsapp = { channel: 'whatsapp', template_id: 'paid-whatsapp', to: '+96550001234' };
    const file = { filename: 'a.txt', content: 'aGVsbG8=' };
    for (const [fields, body] of [
      ['channel,template_id,to', {}],
      ['channel', { ...good, channel: 'fax' }],
      ['template_id', { ...good, template_id: 'paid-pigeon' }],
      ['template_id', { ...good, template_id: 'paid-sms' }],
      ['template_id', { ...good, template_id: 'refunded-whatsapp' }],
      ['to', { ...good, to: 'nobody' }],
      ['to', { ...good, to: ['sara@example.test', 'x\r\nBcc: evil@example.test'] }],
      ['to', { ...good, to: [] }],
      ['to', { ...sms, to: '50001234' }],
      ['cc', { ...good, cc: ['nobody'] }],
      [
        'attachments,cc,subject',
        { ...sms, cc: ['a@b.example'], subject: 'x', attachments: [file] },
      ],
      ['unit_config', whatsapp],
      ['unit_config', { ...whatsapp, unit_config: 7 }],
      ['unit_config', { ...good, unit_config: 'no such unit!' }],
      ['language', { ...good, language: 'fr' }],
      ['subject', { ...good, subject: 'a\nb' }],
      ['context', { ...good, context: { 'am mount': '1' } }],
      ['context', { ...good, context: { amount: { deep: 1 } } }],
      ['context', { ...good, context: 'amount' }],
      ['context', { ...good, template_id: 'communication-notification-email' }],
      ['trace_id', { ...good, trace_id: 'x'.repeat(61) }],
      ['tags', { ...good, tags: [1] }],
      ['attachments', { ...good, attachments: [{ filename: 'a.exe', content: 'aGVsbG8=' }] }],
      ['attachments', { ...good, attachments: [{ filename: 'a.pdf', content: 'aGVsbG8=' }] }],
      ['attachments', { ...good, attachments: [{ filename: 'a.txt' }] }],
      ['attachments', { ...good, attachments: [{ ...file, url: 'https://a.example/' }] }],
      ['attachments', { ...good, attachments: [{ ...file, content: '%%%' }] }],
      ['attachments', { ...good, attachments: [{ ...file, size: 7 }] }],
      ['attachments', { ...good, attachments: [{ filename: 'a.txt', url: 'file:///etc/passwd' }] }],
      ['attachments', { ...good, attachments: Array.from({ length: 6 }, () => file) }],
    ] as const)
      it(`name ${fields} as wrong in ${JSON.stringify(body).slice(0, 110)}`, async () => {
        assert.equal(
          Object.keys(await refused(SEND, body))
            .toSorted()
            .join(','),
          fields,
        );
      });

    it('say that they failed, and why: no such number, and a file that must not be had', async () => {
      const number = await refused(SEND, { ...sms, to: '+96550000404' });
      assert.deepEqual(
        [number['result'], number['detail']],
        ['failed', 'Not sent (sms: HTTP 422).'],
      );
      const metadata = { filename: 'a.txt', url: 'http://169.254.169.254/latest/meta-data/' };
      const stolen = await refused(SEND, { ...good, attachments: [metadata] });
      assert.equal(stolen['detail'], `Not sent (email: attachment 1: ${NOT_ALLOWED}).`);
      const [id] = stolen['notifications'] as readonly string[];
      assert.equal((await merchant.call('GET', `${LOG}${id}/`)).body['status'], 'failed');
    });

    it('are sent once by a provider that says nothing, whatever happens, and counted as unknown', async () => {
      const number = `+9655${Math.floor(Math.random() * 900 + 100)}0500`;
      const answer = await ask(SEND, { ...sms, to: number });
      assert.deepEqual([answer.status, answer.body['result']], [202, 'unknown']);
      assert.equal((await mailsTo(system, number)).length, 1);
    });
  });

  describe('in words of the merchant', () => {
    it('replace our own, are escaped, and are forgotten again', async () => {
      const language = 'ar';
      const created = await ask(TEMPLATES, {
        template_id: 'payment-request-mail',
        language,
        subject: 'طلب {{order_no}}',
        text: 'مرحبًا {{customer_first_name}}، المبلغ {{amount}}. {{checkout_url}}',
        html: '<p>مرحبًا <b>{{customer_first_name}}</b></p><a href="{{checkout_url}}">ادفع</a>',
      });
      assert.equal(created.status, 201, created.text);
      const path = `${TEMPLATES}${textIn(created.body, 'id')}/`;
      try {
        const email = anAddress();
        const id = await merchant.sale({
          customer_email: email,
          customer_first_name: '<img src=x>',
          order_no: 'ORD-77',
          language,
          notifications: { email: ['created'] },
        });
        const [mail] = await arrived(email, 1);
        assert.match(mail?.subject ?? '', /^طلب \S?ORD-77\S?$/);
        assert.match(mail?.html ?? '', /<b>&lt;img src=x&gt;<\/b>/);
        assert.match(mail?.html ?? '', new RegExp(`<a href="[^"]*session_id=${id}`));
        assert.match(mail?.html ?? '', /<html lang="ar" dir="rtl">/);
        const again = await ask(TEMPLATES, {
          template_id: 'created-email',
          language,
          subject: 'x',
          text: 'x',
        });
        assert.equal(again.status, 409, again.text);
        const changed = await merchant.call('PUT', path, { subject: 'x', text: 'y' });
        assert.deepEqual([changed.body['text'], changed.body['html']], ['y', undefined]);
        const listed = await merchant.call(
          'GET',
          `${TEMPLATES}?template_id=created-email&language=ar`,
        );
        assert.equal(listed.body['count'], 1);
      } finally {
        assert.equal((await merchant.call('DELETE', path)).status, 204);
      }
      assert.equal((await merchant.call('GET', path)).status, 404);
    });

    it('say how long an SMS is, and name what nothing stands for', async () => {
      const created = await ask(TEMPLATES, { template_id: 'expired-sms', text: 'أ'.repeat(71) });
      assert.deepEqual(part(created.body, 'length'), { encoding: 'ucs-2', units: 71, parts: 2 });
      await merchant.call('DELETE', `${TEMPLATES}${textIn(created.body, 'id')}/`);
      const wrong = await refused(TEMPLATES, {
        template_id: 'paid-email',
        subject: '{{amount}}',
        text: '{{amount}} {{ammount}}',
        html: '<a href={{checkout_url}}>x</a>',
      });
      assert.deepEqual(wrong['text'], ['There is no placeholder {{ammount}}.']);
      assert.deepEqual(Object.keys(wrong), ['text', 'html']);
    });
  });

  describe('and are opened', () => {
    it('when the picture in the mail is fetched, by nobody who can guess, and leaves no cookie', async () => {
      const email = anAddress();
      const answer = await ask(SEND, {
        channel: 'email',
        template_id: 'communication-notification-email',
        to: email,
        context: { message: 'Hello' },
      });
      const [mail] = await arrived(email, 1);
      const [, picture = ''] = /<img src="([^"]+)"/.exec(mail?.html ?? '') ?? [];
      assert.match(picture, /\/b\/mail\/[\w-]{24}\.gif$/);
      assert.equal((await logOf(answer))['email_seen_at'], undefined);
      await fetch(picture, { method: 'HEAD' });
      assert.equal((await logOf(answer))['email_seen_at'], undefined);
      const shown = await fetch(picture);
      assert.deepEqual(
        [shown.status, shown.headers.get('content-type'), shown.headers.get('set-cookie')],
        [200, 'image/gif', null],
      );
      const first = (await logOf(answer))['email_seen_at'];
      assert.ok(typeof first === 'string');
      await fetch(picture);
      assert.equal((await logOf(answer))['email_seen_at'], first);
      assert.equal(
        (await fetch(picture.replace(/.{24}\.gif$/, `${'A'.repeat(24)}.gif`))).status,
        200,
      );
    });
  });
});

function anAddress(name = 'sara'): string {
  return `${name}@${randomUUID().slice(0, 8)}.example`;
}

let numbers = 10_000;

/** A number of its own, of none of those with which the sink shows what providers can do. */
function aNumber(): string {
  numbers += 1;
  return `+9655${numbers}11`;
}
