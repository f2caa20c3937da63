import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { formToken } from '../../api/access/login-cookie.ts';
import { cardRoutes } from '../../api/cards/routes.ts';
import { bodyOf, readBody } from '../../api/middleware/body.ts';
import { undescribedRoute, type Route } from '../../api/route.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import {
  aCard,
  aMerchant,
  aMethod,
  anAccount,
  anAttempt,
  anEntry,
  anOperation,
  aTransaction,
  codeOf,
  DAY_MS,
  kwd,
  referenceOf,
  sessionOf,
} from '../support/builders.ts';
import { fieldsIn } from './fields-in.ts';
import { anOffice, browse, loggedIn, type OfficeApp } from './office-app.ts';

const AMOUNT = kwd('12.500');
const PAID = { state: 'paid', settledAmount: AMOUNT, paidAmount: AMOUNT } as const;
const KEEPING = { cvvRequired: false, autoDebit: false };
const [TILL, OTHER_TILL] = ['till', 'cod'].map((code) =>
  aMethod({ pgCode: codeOf(code), offline: true }),
);
const SETTLED = anAttempt({
  state: 'success',
  amount: AMOUNT,
  referenceNumber: referenceOf('demoSETTLE'),
});

/** Of what the API says that it was asked for. */
const PENDING = referenceOf('demoPENDIN');

/** What the API may say to who asks again. */
const REFUSALS = new Map([
  [400, 'amount_exceeds_balance'],
  [401, 'step_up_required'],
  [403, 'permission_denied'],
  [409, 'idempotency_conflict'],
  [429, 'throttled'],
]);

/** The API for who may not look at a payment any more, or has asked for too much. */
const unreadable = (status: 403 | 429): Route =>
  undescribedRoute('test.unreadable', {
    method: 'GET',
    path: '/b/checkout/v1/transactions/:session_id',
    who: ['private-key', 'user'],
    permissions: 'none',
    handle: () => (ctx) => {
      ctx.status = status;
      if (status === 429) ctx.set('Retry-After', '7');
      ctx.body = { detail: 'Not now.', code: REFUSALS.get(status) };
      return Promise.resolve();
    },
  });

type Fields = Readonly<Record<string, string>>;

/** What was asked for without an answer: of a payment that stood so, and that stands otherwise when the form asks again. */
interface Lost {
  readonly action: string;
  readonly of: string;
  readonly stood?: Partial<Transaction>;
  readonly stands: Partial<Transaction>;
  readonly typed: Fields;
}

const LOST: readonly Lost[] = [
  {
    action: 'refund',
    of: 'all, which is done by then',
    stood: { ...PAID, attempts: [SETTLED] },
    stands: {
      operations: [anEntry({ amount: AMOUNT, paymentReference: SETTLED.referenceNumber })],
    },
    typed: { amount: '12.500', reason: 'duplicate', note: 'Twice in the list.' },
  },
  {
    action: 'cash',
    of: 'one of two methods, which is written down by then',
    stood: { methods: [TILL, OTHER_TILL].flatMap((one) => one ?? []) },
    stands: { state: 'cod' },
    typed: { pg_code: 'cod' },
  },
  {
    action: 'cash',
    of: 'a method that the payment has no more',
    stood: { methods: [TILL, OTHER_TILL].flatMap((one) => one ?? []) },
    stands: {
      methods: ['till', 'desk'].map((code) => aMethod({ pgCode: codeOf(code), offline: true })),
    },
    typed: { pg_code: 'cod' },
  },
  {
    action: 'cash',
    of: 'the only method, beside which there is another by then',
    stood: { methods: [TILL].flatMap((one) => one ?? []) },
    stands: { methods: [TILL, OTHER_TILL].flatMap((one) => one ?? []) },
    typed: {},
  },
  {
    action: 'resend',
    of: 'a link that is paid by then',
    stands: PAID,
    typed: { 'channels.sms': 'on', to: '+96550001234' },
  },
  {
    action: 'resend',
    of: 'a link that is archived by then',
    stands: { deletedAt: 1 },
    typed: { 'channels.email': 'on' },
  },
  {
    action: 'resend',
    of: 'what the terms name, of a payment that is paid by then',
    stood: { state: 'expired', notifications: { email: ['expired'] } },
    stands: PAID,
    typed: { 'channels.email': 'on' },
  },
  {
    action: 'charge',
    of: 'a card that its customer has no more',
    stood: { methods: [aMethod({ savesCards: KEEPING })] },
    stands: { customer: { id: 'c-2' } },
    typed: { token: 'good', 'consent.given': 'on' },
  },
];

describe('what was asked for without an answer, and is asked for again', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  let payments = 0;
  /** What the API was sent, with the number of each. */
  const sent: string[] = [];
  /** What it answers: a 503 unless it is said. */
  const statuses = new Map<unknown, number>();
  /** And with what: a refusal unless it is said. */
  const bodies = new Map<unknown, object>();
  const lost = (path: string): Route =>
    undescribedRoute(`test.${path}`, {
      method: 'POST',
      path: `/b/pbl/v2/${path}`,
      who: ['private-key', 'user'],
      permissions: 'none',
      handle: () => async (ctx) => {
        await readBody(ctx, { schema: undefined, file: undefined });
        const body = bodyOf(ctx);
        sent.push(`${ctx.get('Idempotency-Key')} ${path} ${JSON.stringify(body)}`);
        ctx.status = statuses.get(body['session_id']) ?? 503;
        ctx.body = bodies.get(body['session_id']) ?? {
          detail: 'Refused this time.',
          code: REFUSALS.get(ctx.status),
          reference_number: PENDING,
        };
      },
    });

  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO, tokenizable: true }), {});
    const expiry = { year: 2099, month: 1 };
    for (const [token, customerId] of [
      ['good', 'c-1'],
      ['other', 'c-2'],
    ] as const)
      await store.cards.keep(
        aCard({ merchantId: DEMO, cvvRequired: false, expiry, token, customerId }),
      );
    office = await anOffice(store, [
      ...transactionRoutes,
      ...cardRoutes,
      ...['operation', 'message-notification', 'payment/cash', 'payment/auto-debit'].map(lost),
    ]);
  });
  after(() => office.close());
  beforeEach(() => {
    sent.length = 0;
    statuses.clear();
    bodies.clear();
  });

  async function aPayment(given: Partial<Transaction> = {}): Promise<Transaction> {
    payments += 1;
    const transaction = aTransaction({
      merchantId: DEMO,
      sessionId: sessionOf(`e${payments}`),
      type: 'payment_request',
      state: 'created',
      customer: { id: 'c-1', email: 'sara@example.test' },
      notifications: {},
      createdAt: Date.now(),
      expiresAt: Date.now() + DAY_MS,
      ...given,
    });
    await database().store.transactions.insert(transaction);
    return transaction;
  }

  async function stands(before: Transaction, given: Partial<Transaction>): Promise<void> {
    const { transactions } = database().store;
    assert.ok(await transactions.save({ ...before, ...given, version: before.version + 1 }));
  }

  /** A person's browser, which presses the button of a form: the first time as it is typed, then as a page has it. */
  async function somebody(path: string) {
    const cookie = await loggedIn(office, await office.person({ superuser: true }));
    const send = async (form: Fields, at = path) =>
      (await browse(`${office.url}${at}`, { cookie, form })).text;
    const number = randomUUID();
    return {
      press: (typed: Fields) =>
        send({ form_token: formToken(cookie, path), form_number: number, ...typed }),
      again: (page: string) => send(fieldsIn(page)),
      againInArabic: (page: string) => send(fieldsIn(page), `${path}?lang=ar`),
      inArabic: (page: string) => send({ ...fieldsIn(page), lang: 'ar' }, `${path}?lang=ar`),
    };
  }

  for (const { action, of, stood, stands: by, typed } of LOST)
    it(`is the same ${action} of ${of}`, async () => {
      const payment = await aPayment(stood);
      const { press, again, inArabic } = await somebody(
        `/office/payments/${payment.sessionId}/${action}`,
      );
      const first = await press(typed);
      assert.match(first, /We do not know yet/u);
      await stands(payment, by);
      const arabic = await inArabic(first);
      assert.match(arabic, /لا نعرف بعد/u);
      await again(await again(arabic));
      assert.equal(sent.length, 3);
      assert.equal(new Set(sent).size, 1, sent.join('\n'));
    });

  for (const [status, code] of REFUSALS)
    it(`is not known still, where looking again is refused: ${code}`, async () => {
      const attempts = [{ ...SETTLED, referenceNumber: referenceOf(`demoLOOK${status}`) }];
      const payment = await aPayment({ ...PAID, attempts });
      const { press, again, againInArabic } = await somebody(
        `/office/payments/${payment.sessionId}/refund`,
      );
      const first = await press({ amount: '12.500', reason: 'duplicate', note: 'Twice.' });
      statuses.set(payment.sessionId, status);
      const second = await again(first);
      assert.match(second, /We do not know yet/u);
      assert.match(
        second,
        code === 'step_up_required' ? /name="step_up"/u : /Refused this time\./u,
      );
      assert.doesNotMatch(second, /Nothing was done|No money has moved/u);
      const arabic = await againInArabic(second);
      assert.match(arabic, /لا نعرف بعد/u);
      assert.doesNotMatch(arabic, /لم يُنفَّذ شيء|لم تُنقل أي أموال/u);
      await again(arabic);
      assert.equal(sent.length, 4);
      assert.equal(new Set(sent).size, 1, sent.join('\n'));
      for (const shown of ['12.500', 'Paid twice', 'Twice.'])
        assert.match(first, new RegExp(`readonly[^>]*value="${shown}"`, 'u'));
      assert.doesNotMatch(first, /<select|<textarea/u);
    });

  it('is of several not known still, until it is answered: where asking was too much, or refused', async () => {
    const named = { notifications: { email: ['created'] } } as const;
    const lost = await aPayment(named);
    const behind = await aPayment({ ...named, createdAt: Date.now() - DAY_MS / 2 });
    const ids = [lost.sessionId, behind.sessionId];
    statuses.set(behind.sessionId, 429);
    const { press, again, inArabic } = await somebody('/office/payments/several/resend');
    const first = await press(Object.fromEntries(ids.map((id) => [`payment.${id}`, 'on'])));
    const open = [['Not known yet'], ['Not asked for yet']];
    assert.deepEqual(outcomesIn(first, ids), open);
    statuses.set(lost.sessionId, 429);
    const second = await again(first);
    assert.deepEqual(outcomesIn(second, ids), open);
    assert.match(await inArabic(second), /غير معروفة بعد/u);
    statuses.set(lost.sessionId, 403).set(behind.sessionId, 200);
    const third = await again(second);
    assert.deepEqual(outcomesIn(third, ids), [['Not known yet'], ['Done']]);
    assert.match(third, /Refused this time\./u);
    statuses.set(lost.sessionId, 200);
    assert.deepEqual(outcomesIn(await again(third), ids), [['Done'], []]);
  });

  for (const [code, told, detail] of [
    ['not_sent', /Not sent by: Email</u, 'Not sent (email: unreachable).'],
    ['invalid_state', /Nothing was done/u, 'There is nobody to tell.'],
  ] as const)
    it(`is known of a message that was not sent, also of one among several: ${code}`, async () => {
      const said = { detail, code, result: 'failed', channels: ['email'] };
      const one = await aPayment();
      const { press, again } = await somebody(`/office/payments/${one.sessionId}/resend`);
      const lost = await press({ 'channels.email': 'on' });
      assert.match(lost, /We do not know yet/u);
      statuses.set(one.sessionId, 400);
      bodies.set(one.sessionId, said);
      const answered = await again(lost);
      assert.match(answered, told);
      assert.doesNotMatch(answered, /We do not know yet|Look again/u);
      const [before, after] = [fieldsIn(lost), fieldsIn(answered)];
      assert.notEqual(after['form_number'], before['form_number']);
      assert.deepEqual([after['unanswered'], after['channels.email']], [undefined, 'on']);
      // It is another request, which is not known by itself.
      statuses.clear();
      assert.match(await again(answered), /We do not know yet/u);
      assert.equal(new Set(sent).size, 2, sent.join('\n'));

      const row = await aPayment({ notifications: { email: ['created'] } });
      const several = await somebody('/office/payments/several/resend');
      const first = await several.press({ [`payment.${row.sessionId}`]: 'on' });
      assert.deepEqual(outcomesIn(first, [row.sessionId]), [['Not known yet']]);
      statuses.set(row.sessionId, 400);
      bodies.set(row.sessionId, said);
      const second = await several.again(first);
      assert.deepEqual(outcomesIn(second, [row.sessionId]), [['Not done']]);
      assert.ok(second.includes(detail));
    });

  it('is not known where it is taken and not written down, whatever was done before it', async () => {
    const attempts = [{ ...SETTLED, referenceNumber: referenceOf('demoTAKEN1') }];
    const payment = await aPayment({ ...PAID, attempts });
    const { merchantId, sessionId: parentId } = payment;
    const operation = { merchantId, parentId, paymentReference: referenceOf('demoTAKEN1') };
    const { operations } = database().store;
    await operations.insert(anOperation({ ...operation, sessionId: sessionOf('f1') }));
    statuses.set(parentId, 202);
    const { press, again } = await somebody(`/office/payments/${parentId}/refund`);
    const first = await press({ amount: '1.000', reason: 'duplicate' });
    assert.match(first, /We do not know yet.*Look again/su);
    const second = await again(first);
    assert.match(second, /We do not know yet.*Look again/su);
    assert.equal(new Set(sent).size, 1, sent.join('\n'));
    const mine = { ...operation, sessionId: sessionOf('f2'), referenceNumber: PENDING };
    await operations.insert(anOperation({ ...mine, state: 'promised' }));
    // It leads on, to the page of the payment.
    assert.equal(await again(second), '');
  });

  for (const [why, status, told] of [
    ['may not be read any more', 403, /What you have pressed just now did nothing\. Ask/u],
    ['cannot be read for the moment, because too much was asked', 429, /Nothing was done/u],
  ] as const)
    it(`is not known still where the payment ${why}`, async () => {
      const other = await anOffice(database().store, [unreadable(status)]);
      try {
        const path = `/office/payments/${sessionOf('e999')}/refund`;
        const cookie = await loggedIn(other, await other.person({ superuser: true }));
        const typed = { form_token: formToken(cookie, path), form_number: randomUUID() };
        const [first, again] = await Promise.all(
          [{}, { unanswered: 'yes' }].map((sentBefore) => {
            const form = { ...typed, amount: '1', ...sentBefore };
            return browse(`${other.url}${path}`, { cookie, form });
          }),
        );
        assert.deepEqual([first?.status, again?.status], [status, status]);
        assert.match(first?.text ?? '', told);
        assert.match(again?.text ?? '', /We still do not know whether .* was done/u);
        assert.doesNotMatch(again?.text ?? '', told);
      } finally {
        await other.close();
      }
    });

  it('is not known still where its page may not be used any more', async () => {
    const attempts = [{ ...SETTLED, referenceNumber: referenceOf('demoRIGHT1') }];
    const path = `/office/payments/${(await aPayment({ ...PAID, attempts })).sessionId}/refund`;
    const person = await office.person({ superuser: true });
    const cookie = await loggedIn(office, person);
    const typed = { form_token: formToken(cookie, path), amount: '1.000', reason: 'duplicate' };
    const first = await browse(`${office.url}${path}`, { cookie, form: typed });
    assert.match(first.text, /We do not know yet/u);
    await office.store.users.update(person.merchantId, person.username, { superuser: false });
    const form = fieldsIn(first.text);
    for (const [language, told] of [
      ['en', /We still do not know whether .* was done/u],
      ['ar', /ما زلنا لا نعرف/u],
    ] as const) {
      const again = await browse(`${office.url}${path}?lang=${language}`, { cookie, form });
      assert.equal(again.status, 403);
      assert.match(again.text, told);
    }
    assert.equal(sent.length, 1);
  });

  it('is said of several not to be done where there is nobody to write to, so that nothing was asked for', async () => {
    const { sessionId } = await aPayment();
    const { press } = await somebody('/office/payments/several/resend');
    const page = await press({ [`payment.${sessionId}`]: 'on', [`unknown.${sessionId}`]: 'on' });
    assert.deepEqual(outcomesIn(page, [sessionId]), [['Not done']]);
    assert.deepEqual(sent, []);
  });

  it('is not said to be undone to who has had to log in again meanwhile', async () => {
    const attempts = [{ ...SETTLED, referenceNumber: referenceOf('demoLOGIN1') }];
    const path = `/office/payments/${(await aPayment({ ...PAID, attempts })).sessionId}/refund`;
    const person = await office.person({ superuser: true });
    const cookie = await loggedIn(office, person);
    const typed = { form_token: formToken(cookie, path), amount: '1.000', reason: 'duplicate' };
    const first = await browse(`${office.url}${path}`, { cookie, form: typed });
    const logout = { form_token: formToken(cookie, '/office/logout') };
    await browse(`${office.url}/office/logout`, { cookie, form: logout });
    const ended = await browse(`${office.url}${path}`, { cookie, form: fieldsIn(first.text) });
    const [kept = ''] = (ended.headers.get('set-cookie') ?? '').split(';');
    const again = await loggedIn(office, person);
    const { text } = await browse(`${office.url}${path}`, {
      headers: { Cookie: `__Host-office=${again}; ${kept}` },
    });
    assert.match(text, /We do not know yet/u);
    assert.doesNotMatch(text, /nothing was done/iu);
  });

  it('is of several the messages alone that nobody knows of, by the channels of the first time', async () => {
    const named = { notifications: { email: ['created'], sms: ['paid'] } } as const;
    const [unknown, done] = [await aPayment(named), await aPayment(named)];
    // The newest are asked for first, and nothing after who has asked too much.
    const limited = await aPayment({ ...named, createdAt: Date.now() - DAY_MS / 2 });
    const ids = [unknown, done, limited].map(({ sessionId }) => sessionId);
    statuses.set(done.sessionId, 200).set(limited.sessionId, 429);
    const { press, again, inArabic } = await somebody('/office/payments/several/resend');
    const first = await press(Object.fromEntries(ids.map((id) => [`payment.${id}`, 'on'])));
    const before = [...sent];
    assert.deepEqual(sessionsIn(before).toSorted(), ids.toSorted());
    await stands(unknown, PAID);
    sent.length = 0;
    statuses.clear();
    await again(await inArabic(first));
    assert.deepEqual(
      sent.toSorted(),
      before.filter((one) => !one.includes(done.sessionId)).toSorted(),
    );
  });
});

/** What a page says came of each of these payments. */
function outcomesIn(page: string, ids: readonly string[]) {
  return ids.map((id) => {
    const [row = ''] = new RegExp(`href="[^"]*${id}".*?</tr>`, 'su').exec(page) ?? [];
    return OUTCOMES.filter((one) => row.includes(one));
  });
}

const OUTCOMES = ['Not known yet', 'Not asked for yet', 'Not done', 'Done'];

function sessionsIn(bodies: readonly string[]): readonly string[] {
  return bodies.flatMap((body) => /"session_id":"(\w+)"/u.exec(body)?.[1] ?? []);
}
