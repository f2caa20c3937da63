import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { notificationActivities } from '../../activities/notifications.ts';
import { mailOfGivenUp, mailOfNews } from '../../activities/staff-mails.ts';
import { mintShortCode, notificationId } from '../../domain/ids.ts';
import { messageOf, type Notification } from '../../domain/notification/notification.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Handed } from '../../domain/notification/outcome.ts';
import type { PlugSettings } from '../../domain/notification/plug.ts';
import type { TemplateWords } from '../../domain/notification/stored-template.ts';
import type { PluginsOfMerchant } from '../../domain/plugins.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Unit } from '../../domain/unit.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import type { PdfPool } from '../../pdf/pool.ts';
import type { Fetched } from '../../transports/fetch-file.ts';
import type { Files } from '../../transports/files.ts';
import type { Mail } from '../../transports/mail.ts';
import type { TextMessage } from '../../transports/plug.ts';
import {
  aMerchant,
  anAttempt,
  anInvoice,
  aTransaction,
  CREATED_AT,
  CARD,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { inActivity } from './support/in-activity.ts';

const ID = notificationId('one');
const PAID = aTransaction({
  state: 'paid',
  unitCode: 'salmiya',
  customer: { firstName: 'Sara', email: 'sara@example.test', phone: '5000 1234' },
});
const CODE = mintShortCode(Uint8Array.from([10, 37, 12, 39, 14, 41, 16, 43]));
const SETTLED = aTransaction({
  ...PAID,
  settledPgCode: CARD,
  settledAmount: PAID.amount,
  attempts: [anAttempt({ state: 'success' })],
});
const LOGO = `${'a'.repeat(64)}.png`;
const LOGO_OF_UNIT = `${'b'.repeat(64)}.png`;
const FILE = { name: 'a.txt', type: 'text/plain', url: 'https://files.example/a.txt' };
const PLUG = { url: 'https://sms.example/v1', from: 'PEARL', country: 'KW' };

describe('sendNotification', () => {
  it('sends it, and once it is over never again', async () => {
    const post = mailing({ answer: { kind: 'accepted' } });
    assert.equal(await post.send(), 'sent');
    assert.equal(await post.send(), 'sent');
    assert.deepEqual(
      post.mails.map(({ messageId, to, subject }) => [messageId, to, subject.slice(0, 8)]),
      [[ID, ['sara@example.test'], 'You have']],
    );
  });

  it('does not know what became of it when a try before has handed it over and said no more', async () => {
    const post = mailing({ kept: { handedAt: CREATED_AT } });
    assert.deepEqual([await post.send(), post.mails.length], ['unknown', 0]);
  });

  it('tries again when no server has it, and takes back what it has handed over', async () => {
    const post = mailing({ answer: { kind: 'unsent', why: 'EMESSAGE 451', final: false } });
    await assert.rejects(post.send(), /has taken one yet \(EMESSAGE 451\)/);
    await assert.rejects(post.send(), { type: 'MailIsLate', nonRetryable: false });
    assert.deepEqual([post.kept().status, post.kept().tries], ['wanted', 2]);
    assert.equal(await post.giveUp(), 'failed');
    assert.equal(post.kept().error, 'EMESSAGE 451');
  });

  for (const [whose, given] of [
    ['a server', { answer: { kind: 'unsent', why: 'EMESSAGE 451', final: false } }],
    ['the server of a file', { kept: { enclosures: [FILE] } }],
  ] as const satisfies readonly (readonly [string, Given])[])
    it(`waits ever longer for ${whose} that asks for patience, and asks it four times`, async () => {
      const post = mailing(given);
      for (const nextRetryDelay of ['5 seconds', '50 seconds', '500 seconds'])
        await assert.rejects(post.send(), {
          type: 'MailIsLate',
          nonRetryable: false,
          nextRetryDelay,
        });
      await assert.rejects(post.send(), { type: 'MailIsLate', nonRetryable: true });
      assert.deepEqual([await post.giveUp(), post.kept().tries], ['failed', 4]);
    });

  it('asks a server as often also where our own database was away before', async () => {
    let isAway = true;
    const post = mailing({
      answer: { kind: 'unsent', why: 'EMESSAGE 451', final: false },
      read: () => {
        if (isAway) throw new Error('The database is away.');
      },
    });
    for (let attempt = 1; attempt <= 6; attempt += 1)
      await assert.rejects(post.send(), /The database is away/);
    isAway = false;
    await assert.rejects(post.send(), { nonRetryable: false, nextRetryDelay: '5 seconds' });
  });

  it('tries again for those alone who were refused for now', async () => {
    const taken = ['desk@shop.example.test'];
    const answers: Handed[] = [{ kind: 'partly', taken, why: 'EENVELOPE 451', final: false }];
    const post = mailing({ kept: { cc: taken }, answers });
    await assert.rejects(post.send(), { type: 'MailIsLate', nonRetryable: false });
    assert.deepEqual([post.kept().status, post.kept().error], ['wanted', 'EENVELOPE 451']);
    assert.equal(await post.send(), 'sent');
    assert.deepEqual(
      post.mails.map(({ cc, reached }) => [cc, reached]),
      [
        [taken, undefined],
        [taken, taken],
      ],
    );
  });

  for (const [what, given, status] of [
    [
      'a server refuses the customer and takes the copy',
      { answer: { kind: 'partly', taken: ['a@b.test'], why: 'EENVELOPE 550', final: true } },
      'failed',
    ],
    ['a server refuses it', { answer: { kind: 'unsent', why: '550', final: true } }, 'failed'],
    ['a server never answers', { answer: { kind: 'silent', why: 'ETIMEDOUT' } }, 'unknown'],
    ['no server is set', { hasChannel: false }, 'failed'],
    ['the payment is not there any more', { transactions: [] }, 'dropped'],
    ['it is not true any more', { kept: { event: 'expired' }, transactions: [PAID] }, 'dropped'],
  ] as const satisfies readonly (readonly [string, Given, string])[])
    it(`ends as ${status} when ${what}`, async () => {
      const post = mailing(given);
      assert.deepEqual([await post.send(), await post.giveUp()], [status, status]);
    });

  it('ends as unknown when it is given up while another try has it', async () => {
    const post = mailing({ kept: { handedAt: CREATED_AT } });
    assert.equal(await post.giveUp(), 'unknown');
  });
});

describe('the mails to staff', () => {
  const emails = ['noor@shop.example.test', 'noor@shop.example.test'];

  it('are one for a webhook that was given up, and none where nobody is named', () => {
    const eventId = eventIdOf(sessionOf('7'), 1);
    const details = { sessionId: sessionOf('7'), type: 'payment.paid' };
    const event = { eventId, merchantId: SHOP, details };
    const givenUp = { ...event, host: 'shop.example.test', calls: 10, emails };
    const [mail, ...others] = mailOfGivenUp(givenUp, CREATED_AT);
    assert.deepEqual([mail?.key, mail?.to, others], [`webhook/${eventId}`, [emails[0]], []]);
    assert.deepEqual(mailOfGivenUp({ ...givenUp, emails: [] }, CREATED_AT), []);
  });

  it('are one for each change of a request that is news, with what people have to know', () => {
    const request = {
      merchantId: SHOP,
      requestId: sessionOf('b1'),
      sessionId: sessionOf('a1'),
      operation: 'refund',
      pgCode: CARD,
      amount: 'KWD 12.500',
      maker: 'sara',
      emails,
    } as const;
    const keys = [1, 2].map((version) =>
      mailOfNews({ ...request, version, news: 'needs-hand' }, CREATED_AT),
    );
    assert.deepEqual(
      keys.flat().map(({ key }) => key),
      [1, 2].map((version) => `request/${request.requestId}/${version}/request-needs-hand`),
    );
    assert.deepEqual(keys[0]?.[0]?.facts?.['lines'], [
      ['operation', 'refund'],
      ['amount', 'KWD 12.500'],
      ['payment', request.sessionId],
      ['request', request.requestId],
      ['maker', 'sara'],
    ]);
  });
});

describe('sendNotification by telephone', () => {
  it('hands SMS to the plug of the unit, with a number that has its country and what it costs', async () => {
    const post = mailing({ kept: { channel: 'sms' }, plug: PLUG });
    assert.equal(await post.send(), 'sent');
    assert.deepEqual(post.texts, [
      {
        id: ID,
        channel: 'sms',
        from: 'PEARL',
        to: '+96550001234',
        text: 'You have paid KWD 12.500 to Pearl Shop. https://pay.example.test/b/V4XC1BL0',
        language: 'en',
        event: 'paid',
        length: { encoding: 'gsm-7', units: 75, parts: 1 },
      },
    ]);
    assert.deepEqual(post.asked, { merchantId: SHOP, unitCode: 'salmiya', channel: 'sms' });
    assert.deepEqual([post.kept().reference, post.kept().parts], ['their-7', 1]);
  });

  it('says what the merchant has kept, in the templates that WhatsApp has approved', async () => {
    const words = { text: '{{customer_first_name}}: {{state_label}}, {{total}}' };
    const plug = { ...PLUG, namespace: 'pearl', approved: { paid: 'payment_received' } };
    const post = mailing({ kept: { channel: 'whatsapp' }, plug, words });
    assert.equal(await post.send(), 'sent');
    assert.deepEqual(
      post.texts.map(({ text, template, length }) => [text, template, length]),
      [
        [
          'Sara: Payment received, KWD 12.500',
          { name: 'payment_received', namespace: 'pearl' },
          undefined,
        ],
      ],
    );
  });

  it('says how the merchant is reached, and makes a short link of the kind that is named', async () => {
    const words = { text: '{{merchant_phone}} {{merchant_logo_url}} {{receipt_short_url}}' };
    const said = async (given: Given) => {
      const transactions = [SETTLED];
      const kept = { channel: 'sms' } as const;
      const post = mailing({ kept, plug: PLUG, words, transactions, ...given });
      await post.send();
      return [post.texts[0]?.text, post.links];
    };
    const url = 'https://pay.example.test';
    const link = `+96522000000 ${url}/media/logos/${LOGO} ${url}/b/V4XC1BL0`;
    assert.deepEqual(await said({}), [link, ['receipt']]);
    const plugins = { ...aMerchant().plugins, e_commerce: { enabled: true, receipts: false } };
    assert.deepEqual(await said({ plugins }), [link, ['checkout']]);
    // One that was handed out lives on, too.
    const transactions = [{ ...SETTLED, handouts: { checkoutCode: CODE } }];
    assert.deepEqual(await said({ plugins, transactions }), [link, ['checkout']]);
    const unit = { merchantId: SHOP, code: 'salmiya', name: 'Salmiya', logo: LOGO_OF_UNIT };
    const ofUnit = link.replace(LOGO, LOGO_OF_UNIT);
    assert.deepEqual(await said({ unit: { ...unit, overrides: {} } }), [ofUnit, ['receipt']]);
    const off = { ...unit, overrides: { receipts: false } };
    assert.deepEqual(await said({ unit: off }), [ofUnit, ['checkout']]);
  });

  it('says why, where the template of the merchant wants to', async () => {
    const failed = anAttempt({ state: 'failed', message: 'Insufficient funds' });
    const transactions = [aTransaction({ ...PAID, state: 'failed', attempts: [failed] })];
    const kept = { channel: 'sms', event: 'failed' } as const;
    const post = mailing({ kept, plug: PLUG, transactions, words: { text: 'No: {{message}}.' } });
    assert.equal(await post.send(), 'sent');
    assert.equal(post.texts[0]?.text, 'No: Insufficient funds.');
  });

  for (const [why, given] of [
    ['no provider is set for sms', {}],
    ['no telephone number with its country', { plug: { url: PLUG.url } }],
    ['the template says nothing', { plug: PLUG, words: { text: ' {{disclaimer}} ' } }],
  ] as const satisfies readonly (readonly [string, Given])[])
    it(`fails where ${why}`, async () => {
      const post = mailing({ kept: { channel: 'sms' }, ...given });
      assert.deepEqual([await post.send(), post.kept().error], ['failed', why]);
      assert.deepEqual(post.texts, []);
    });

  it('does not send again what the provider may have', async () => {
    const post = mailing({
      kept: { channel: 'sms' },
      plug: PLUG,
      answer: { kind: 'silent', why: 'HTTP 500' },
    });
    assert.deepEqual([await post.send(), await post.send()], ['unknown', 'unknown']);
    assert.equal(post.texts.length, 1);
  });
});

describe('a mail about an invoice', () => {
  it('has it as a PDF, as its page gives it', async () => {
    const invoice = anInvoice();
    const billed = { ...PAID, invoiceNumber: invoice.number };
    const post = mailing({ transactions: [billed], invoice });
    assert.equal(await post.send(), 'sent');
    const [file, ...others] = post.mails[0]?.files ?? [];
    assert.deepEqual(
      [file?.name, file?.type, others],
      ['invoice-INV-7.pdf', 'application/pdf', []],
    );
    assert.match(file?.bytes.toString() ?? '', /INV-7/);
  });

  it('comes to its end where the invoice can never be printed, as after four tries at a server', async () => {
    const invoice = anInvoice();
    const billed = { ...PAID, invoiceNumber: invoice.number };
    const fault = new Error('The document cannot be set.');
    const post = mailing({
      transactions: [billed],
      invoice,
      print: () => Promise.reject(fault),
    });
    for (let tries = 1; tries <= 4; tries += 1) {
      const isLast = tries === 4;
      await assert.rejects(post.send(), { type: 'MailIsLate', nonRetryable: isLast });
    }
    assert.deepEqual([post.mails, post.kept().tries], [[], 4]);
  });

  it('has its days by the clock of the merchant, and its heading in their colour', async () => {
    const invoice = anInvoice({ createdAt: Date.parse('2026-12-31T22:30:00Z') });
    const billed = { ...PAID, invoiceNumber: invoice.number };
    const look = { timeZone: 'Asia/Kuwait', accent: '#ffd400' } as const;
    const post = mailing({ transactions: [billed], invoice, look });
    assert.equal(await post.send(), 'sent');
    const said = post.mails[0]?.files?.[0]?.bytes.toString() ?? '';
    assert.match(said, /"1 January 2027"/);
    assert.match(said, /"accent":"#806a00"/);
  });

  it('has the picture of the unit on it', async () => {
    const invoice = anInvoice();
    const billed = { ...PAID, invoiceNumber: invoice.number };
    const unit = { merchantId: SHOP, code: 'salmiya', name: 'Salmiya', logo: LOGO_OF_UNIT };
    const post = mailing({ transactions: [billed], invoice, unit: { ...unit, overrides: {} } });
    assert.equal(await post.send(), 'sent');
    assert.deepEqual(post.logos, [LOGO_OF_UNIT]);
  });

  it('says by when to pay, also where no hour is set', async () => {
    const invoice = anInvoice({ dueDate: '2026-02-14' });
    const open = { ...PAID, state: 'created', type: 'payment_request' } as const;
    const transactions = [{ ...open, invoiceNumber: invoice.number }];
    const kept = { event: 'created' } as const;
    const post = mailing({ kept, transactions, invoice });
    assert.equal(await post.send(), 'sent');
    assert.match(post.mails[0]?.text ?? '', /14 February 2026/);
    // The paper says the day, as the page does.
    assert.doesNotMatch(post.mails[0]?.files?.[0]?.bytes.toString() ?? 'UTC', /UTC/);
    const words = { subject: 'Pay', text: 'by {{due_date}}' };
    const own = mailing({ kept, transactions, invoice, words });
    assert.equal(await own.send(), 'sent');
    assert.match(own.mails[0]?.text ?? '', /by 2026-02-14/);
  });
});

const isAway = () => Promise.reject(new Error('The bucket is away.'));

describe('a mail about a payment with a file', () => {
  const attachment = { name: 'terms.pdf', file: `terms_${'a'.repeat(32)}.pdf` };
  const transactions = [{ ...PAID, attachment }];

  it('has it, whatever it tells', async () => {
    const asked: string[] = [];
    const openFile = async (key: string) => {
      asked.push(key);
      return { size: 5, stream: Readable.from([Buffer.from('terms')]) };
    };
    const post = mailing({ transactions, openFile });
    assert.equal(await post.send(), 'sent');
    assert.deepEqual(
      post.mails[0]?.files?.map(({ name, type, bytes }) => [name, type, bytes.toString()]),
      [['terms.pdf', 'application/pdf', 'terms']],
    );
    assert.deepEqual(asked, [`payment_transactions/attachments/${attachment.file}`]);
  });

  it('goes without it where it is gone, and waits where it cannot be read', async () => {
    const gone = mailing({ transactions });
    assert.deepEqual([await gone.send(), gone.mails[0]?.files], ['sent', []]);
    const away = mailing({ transactions, openFile: isAway });
    await assert.rejects(away.send(), { type: 'FileAway', nonRetryable: false });
    assert.deepEqual([away.kept().status, away.kept().tries, away.mails], ['wanted', 0, []]);
  });
});

describe('a mail with files', () => {
  it('has them fetched when it is sent', async () => {
    const post = mailing({
      kept: { enclosures: [{ name: 'b.txt', type: 'text/plain', content: 'Yg==' }, FILE] },
      fetched: { bytes: Buffer.from('a') },
    });
    assert.equal(await post.send(), 'sent');
    const files = post.mails[0]?.files ?? [];
    assert.deepEqual(
      files.map(({ name, bytes }) => [name, bytes.toString()]),
      [
        ['b.txt', 'b'],
        ['a.txt', 'a'],
      ],
    );
  });

  it('is not sent without them: never where they cannot be had, later where they can', async () => {
    const why = 'address not allowed';
    const refused = mailing({ kept: { enclosures: [FILE] }, fetched: { why, final: true } });
    assert.deepEqual(
      [await refused.send(), refused.kept().error],
      ['failed', `attachment 1: ${why}`],
    );
    const late = mailing({
      kept: { enclosures: [FILE] },
      fetched: { why: 'not reached', final: false },
    });
    await assert.rejects(late.send(), { type: 'MailIsLate' });
    assert.deepEqual([late.kept().status, late.mails.length], ['wanted', 0]);
  });

  it('is not sent where they are too large together', async () => {
    const many = [FILE, FILE, FILE];
    const fetched = { bytes: Buffer.alloc(2_000_000) };
    const post = mailing({ kept: { enclosures: many }, fetched });
    assert.equal(await post.send(), 'failed');
    assert.match(post.kept().error ?? '', /^attachment 3: more than 5000000 bytes/);
  });
});

interface Given {
  readonly kept?: Partial<Notification>;
  readonly answer?: Handed;
  /** What is answered before that, one at a time. */
  readonly answers?: Handed[];
  readonly hasChannel?: boolean;
  readonly transactions?: readonly Transaction[];
  readonly plug?: PlugSettings;
  readonly words?: TemplateWords;
  readonly fetched?: Fetched;
  readonly invoice?: Invoice;
  readonly plugins?: PluginsOfMerchant;
  readonly unit?: Unit;
  /** Of the merchant. */
  readonly look?: Pick<Merchant, 'timeZone' | 'accent'>;
  readonly openFile?: Files['open'];
  readonly print?: PdfPool['print'];
  /** What the database does when it is read. */
  readonly read?: () => void;
}

/** One message that is wanted, servers that answer, and what they were given. */
function mailing({
  kept,
  answer = { kind: 'accepted', reference: 'their-7' },
  answers = [],
  hasChannel = true,
  transactions,
  plug,
  words,
  fetched = { why: 'not reached', final: false },
  invoice,
  plugins,
  unit,
  look,
  openFile = async () => undefined,
  print = async ({ data }) => Buffer.from(data),
  read = () => undefined,
}: Given) {
  const wanted = messageOf(
    PAID,
    { event: 'paid' },
    { channel: kept?.channel ?? 'email', now: CREATED_AT },
  );
  assert.ok(wanted);
  let now: Notification = { ...wanted, id: ID, status: 'wanted', tries: 0, ...kept };
  const mails: Mail[] = [];
  const texts: TextMessage[] = [];
  const links: string[] = [];
  const logos: string[] = [];
  let asked: object | undefined;
  const notifications = {
    find: async () => {
      read();
      return now;
    },
    begin: async () => void (now = { ...now, tries: now.tries + 1 }),
    hand: async (_read: Pick<Notification, 'id'>, at: number) => {
      now = { ...now, handedAt: at };
      return true;
    },
    takeBack: async (
      _id: string,
      { error, taken }: { readonly error: string; readonly taken?: readonly string[] },
    ) => {
      const { handedAt: _gone, ...rest } = now;
      now = { ...rest, error, ...(taken && { reached: [...(now.reached ?? []), ...taken] }) };
    },
    settle: async (_id: string, end: Pick<Notification, 'status'>) =>
      void (now = { ...now, ...end }),
  };
  const send = async (mayCommit: () => Promise<boolean>) => {
    await mayCommit();
    return answers.shift() ?? answer;
  };
  const activities = notificationActivities(
    {
      notifications,
      transactions: { find: async () => (transactions ?? [PAID])[0] },
      merchants: {
        find: async () =>
          aMerchant({
            supportPhone: '+96522000000',
            logo: LOGO,
            ...(plugins && { plugins }),
            ...look,
          }),
      },
      users: { findSecret: async () => undefined },
      accountLinks: { make: async () => 'secret' },
      templates: { wordsFor: async () => words },
      units: { find: async () => unit },
      shortLinks: {
        ensure: async ({ kind }) => {
          links.push(kind);
          return CODE;
        },
      },
      invoices: { findForPayer: async () => invoice },
      logos: { findForPayer: async (name) => void logos.push(name) },
      plugs: {
        open: async (key) => {
          asked = key;
          return plug;
        },
      },
      attachments: {
        find: async (merchantId, file) => ({
          merchantId,
          file,
          name: file,
          contentType: 'application/pdf',
          size: 5,
          createdAt: CREATED_AT,
        }),
      },
    },
    {
      notify: async () => undefined,
      files: { open: openFile },
      channels: {
        publicUrl: 'https://pay.example.test',
        plugs: {},
        mail: hasChannel
          ? {
              host: 'mail.example.test',
              send: async (mail, mayCommit) => {
                mails.push(mail);
                return send(mayCommit);
              },
            }
          : undefined,
        sendText: async (message, _plug, mayCommit) => {
          texts.push(message);
          return send(mayCommit);
        },
        fetchFile: async () => fetched,
        print,
      },
    },
  );
  return {
    mails,
    texts,
    links,
    logos,
    get asked() {
      return asked;
    },
    kept: () => now,
    send: () => inActivity(() => activities.sendNotification({ id: ID })),
    giveUp: () => inActivity(() => activities.giveUpNotification({ id: ID })),
  };
}
