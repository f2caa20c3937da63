import assert from 'node:assert/strict';
import type { searchAnswer } from '../../api/transactions/row.ts';
import { formToken } from '../../api/access/login-cookie.ts';
import { cardRoutes } from '../../api/cards/routes.ts';
import { operationRoutes } from '../../api/operations/routes.ts';
import { paymentRoutes } from '../../api/payments/routes.ts';
import type { Route } from '../../api/route.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { staffRoutes } from '../../api/transactions/staff-routes.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { detailAnswer } from '../../api/transactions/detail.ts';
import type { SavedCard } from '../../domain/card/card.ts';
import type { Permission } from '../../domain/permission.ts';
import { isoUtc } from '../../domain/duration.ts';
import { bookOf } from '../../domain/ledger/buried.ts';
import { entriesBetween } from '../../domain/ledger/post.ts';
import { toDecimal } from '../../domain/money.ts';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import { Refusal } from '../../domain/refusal.ts';
import { alertTask } from '../../domain/tasks/task.ts';
import type { SessionId } from '../../domain/ids.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import type { Engine } from '../../engine/engine.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { Alert, Transaction } from '../../domain/transaction/transaction.ts';
import { standing } from '../../domain/webhook/standing.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import {
  aCard,
  amountOf,
  inDinars,
  aMerchant,
  aMerchantId,
  aMethod,
  anAccount,
  anAttempt,
  anEntry,
  aTransaction,
  codeOf,
  DAY_MS,
  CREATED_AT,
  kwd,
  referenceOf,
  sessionOf,
} from '../support/builders.ts';
import { telling } from '../../office/news.ts';
import { fieldsIn } from './fields-in.ts';
import { anOffice, browse, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const VIEW: readonly Permission[] = ['e_commerce.view', 'payment_request.view'];
const ALERTED = sessionOf('b1');
const ARCHIVED = sessionOf('b2');
const PAID_TWICE = sessionOf('b3');
const SHARED = sessionOf('b4');
const COVERED = sessionOf('b5');
const UNUSABLE = sessionOf('b6');
const ENDED = sessionOf('b8');
const REMOVED = sessionOf('b7');
const REMOVED_TRY = referenceOf('demoGONE77');
const NOTE = 'The bank has it back.';
/** One that can be paid now; one that somebody is paying; one with two ways of cash. */
const [DUE, PAYING, TWO_TILLS] = [sessionOf('d1'), sessionOf('d2'), sessionOf('d3')];
const LATER = { year: 2099, month: 1 };
const KEEPING = { cvvRequired: false, autoDebit: false };
const CARDS: Readonly<Record<string, Partial<SavedCard>>> = {
  good: { lastFour: '0001' },
  'good at another account': { token: 'good', pgCode: codeOf('pos'), usedAt: CREATED_AT + 1 },
  expired: { expiry: { year: 2020, month: 1 } },
  coded: { cvvRequired: true },
  elsewhere: { pgCode: codeOf('pos') },
  'of-another': { customerId: 'c-2' },
};

describe('what can be done to a payment, and what is known of its alerts', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  const told: string[] = [];
  /** The answer of the engine to the command that is asked for next. */
  let answer: () => Promise<unknown>;
  const asked = (what: string): Promise<unknown> => {
    told.push(what);
    return answer();
  };
  const alerts: readonly Alert[] = (['late-money', 'dispute', 'break-glass'] as const).map(
    (kind, nth) => ({
      kind,
      at: Date.parse('2026-11-21T10:00:00Z') + nth,
      referenceNumber: referenceOf('demoAAAAAA'),
      detail: `It is a ${kind}.`,
    }),
  );
  const alerted = aTransaction({ merchantId: DEMO, sessionId: ALERTED, alerts });
  const [taken = '', handled = ''] = alerts.map((alert) => alertTask(alerted, alert).id);
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    const engine = {
      payCash: (...[, { requestId }]: Parameters<Engine['payCash']>) => asked(`cash ${requestId}`),
      submit: (...[, { charge }, id]: Parameters<Engine['submit']>) =>
        asked(`charge ${charge?.token} ${id}`),
      ask: (...[, , id]: Parameters<Engine['ask']>) => asked(`inquire ${id}`),
      retell: (...[, id]: Parameters<Engine['retell']>) => asked(`notify ${id}`),
      restore: () => asked('restore'),
      remove: () => asked('delete'),
    };
    office = await anOffice(
      store,
      [
        ...transactionRoutes,
        ...staffRoutes,
        ...cardRoutes,
        ...paymentRoutes,
        ...operationRoutes,
      ] as readonly Route[],
      'everywhere',
      { engine: engine as unknown as Engine },
    );
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO, tokenizable: true }), {});
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO, code: codeOf('pos') }), {});
    for (const [token, card] of Object.entries(CARDS))
      await store.cards.keep(
        aCard({ merchantId: DEMO, cvvRequired: false, expiry: LATER, token, ...card }),
      );
    const due = {
      merchantId: DEMO,
      type: 'payment_request',
      customer: { id: 'c-1' },
      methods: [
        aMethod({ savesCards: KEEPING }),
        aMethod({ pgCode: codeOf('till'), offline: true }),
      ],
      createdAt: Date.now(),
      expiresAt: Date.now() + DAY_MS,
    } as const;
    await store.transactions.insert(aTransaction({ ...due, sessionId: DUE }));
    await store.transactions.insert(
      aTransaction({ ...due, sessionId: PAYING, attempts: [anAttempt()], state: 'pending' }),
    );
    await store.transactions.insert(
      aTransaction({
        ...due,
        sessionId: TWO_TILLS,
        methods: [...due.methods, aMethod({ pgCode: codeOf('cod'), offline: true })],
      }),
    );
    await store.transactions.insert(alerted);
    for (const [nth, state] of TRANSACTION_STATES.entries())
      await store.transactions.insert(
        aTransaction({ merchantId: DEMO, sessionId: sessionOf(`c${nth}`), state }),
      );
    await store.transactions.insert(
      aTransaction({ merchantId: DEMO, sessionId: ARCHIVED, state: 'cod', deletedAt: 1 }),
    );
    await store.transactions.insert(
      aTransaction({
        merchantId: DEMO,
        sessionId: UNUSABLE,
        state: 'invalided',
        invalidationReason: '"card" is not active. "till" is not a payment method any more.',
      }),
    );
    const ended = { merchantId: DEMO, sessionId: ENDED, state: 'expired' } as const;
    await store.transactions.insert(
      aTransaction({ ...ended, expiresAt: Date.now() + 24 * 3_600_000 }),
    );
    await store.transactions.insert(paidTwice());
    await store.transactions.insert(withWallet(SHARED, '7.500', '5.000'));
    await store.transactions.insert(withWallet(COVERED, '0', '12.500'));
    const mark = { merchantId: DEMO, by: { id: 7, username: 'ali' }, at: 1, version: 1 };
    await store.taskMarks.put({ ...mark, taskId: taken, state: 'taken' }, undefined);
    await store.taskMarks.put(
      { ...mark, taskId: handled, state: 'handled', note: NOTE },
      undefined,
    );
  });
  after(() => office.close());

  type Detail = AnswerOf<typeof detailAnswer>;

  async function somebodyWith(...permissions: readonly Permission[]) {
    return { cookie: await loggedIn(office, await office.person({ permissions })) };
  }

  async function somebody(...permissions: readonly Permission[]) {
    const person = await office.person({ permissions: [...VIEW, ...permissions] });
    const detail = async (id: string): Promise<Detail> => {
      const answer = await fetch(`${office.url}/b/checkout/v1/transactions/${id}/`, {
        headers: { Authorization: basicOf(person.username, PASSWORD) },
      });
      assert.equal(answer.status, 200);
      return (await answer.json()) as Detail;
    };
    const row = async (id: string) => {
      const answer = await fetch(`${office.url}/b/checkout/v1/transactions/?session_id=${id}`, {
        headers: { Authorization: basicOf(person.username, PASSWORD) },
      });
      const [found] = ((await answer.json()) as AnswerOf<typeof searchAnswer>).results;
      assert.ok(found, 'it is in the list');
      return found;
    };
    const cookie = await loggedIn(office, person);
    const list = async (query: string) =>
      (await browse(`${office.url}/office/payments?${query}`, { cookie })).text;
    const page = async (id: string, whose?: 'ours') => {
      const path = `/office/payments/${id}`;
      const address = whose === 'ours' ? telling(cookie, path) : path;
      return (await browse(`${office.url}${address}`, { cookie })).text;
    };
    const number = crypto.randomUUID();
    const press = (path: string, fields: Readonly<Record<string, string>> = {}) => {
      const at = `/office/payments/${path}`;
      const sent = { form_token: formToken(cookie, at), form_number: number, ...fields };
      return browse(`${office.url}${at}`, { cookie, form: sent });
    };
    return { detail, page, row, list, press, number };
  }

  it('shows the code of the link, and until when it can be paid, only while it can', async () => {
    const { cookie } = await somebodyWith(...VIEW);
    for (const [nth, state] of TRANSACTION_STATES.entries()) {
      const path = `/office/payments/${sessionOf(`c${nth}`)}`;
      const { text } = await browse(`${office.url}${path}`, { cookie });
      const isPayable = ['created', 'pending', 'attempted'].includes(state);
      assert.equal(text.includes('QR code with the payment link'), isPayable, state);
      assert.equal(text.includes('Can be paid until'), isPayable, state);
    }
  });

  it('says of each state whether it is cancelable, and else why not', async () => {
    const { detail } = await somebody('payment.cancel');
    for (const [nth, state] of TRANSACTION_STATES.entries()) {
      const { left, actions } = await detail(sessionOf(`c${nth}`));
      const isFit = ['created', 'pending', 'attempted', 'cod'].includes(state);
      assert.deepEqual(
        [left.cancelable, actions.some(({ action }) => action === 'cancel'), left.why?.cancel],
        isFit
          ? [true, true, undefined]
          : [
              false,
              false,
              `The transaction is ${state}; cancellation is not possible in this state.`,
            ],
        state,
      );
    }
  });

  it('calls it to archive where the payment can be restored, and else to remove it for good', async () => {
    const { page } = await somebody('payment.delete');
    for (const [nth, state] of TRANSACTION_STATES.entries()) {
      const id = sessionOf(`c${nth}`);
      const isKept = ['paid', 'authorized', 'cod'].includes(state);
      const link = /data-action="delete">([^<]*)</u.exec(await page(`${id}?lang=en`))?.[1];
      assert.equal(link, isKept ? 'Archive' : 'Remove', state);
      const [english, arabic] = [
        await page(`${id}/delete?lang=en`),
        await page(`${id}/delete?lang=ar`),
      ];
      for (const [language, text, kept, gone] of [
        [
          'en',
          english,
          /it can be restored.*>Archive</su,
          /cannot be brought back.*>Remove for good</su,
        ],
        ['ar', arabic, /ويمكن استعادتها.*>أرشفة</su, /ولا يمكن استعادتها.*>حذف نهائي</su],
      ] as const) {
        const told = `${state}, ${language}`;
        assert.match(text, isKept ? kept : gone, told);
        assert.doesNotMatch(text, isKept ? gone : kept, told);
        assert.equal(/class="act primary danger"/u.test(text), !isKept, told);
      }
    }
  });

  for (const [nth, stood, stands] of [
    [1, 'cod', 'canceled'],
    [2, 'expired', 'paid'],
  ] as const)
    it(`does to what was ${stood} and is ${stands} by the press only what was asked about`, async () => {
      const { transactions } = database().store;
      const id = sessionOf(`f${nth}`);
      const before = aTransaction({ merchantId: DEMO, sessionId: id, state: stood });
      await transactions.insert(before);
      const { page, press } = await somebody('payment.delete');
      const asked = fieldsIn(await page(`${id}/delete?lang=en`));
      assert.ok(await transactions.save({ ...before, state: stands, version: before.version + 1 }));
      told.length = 0;
      answer = async () => ({ isRemoved: stands === 'canceled' });
      // Also where the first press had no answer, or names nothing.
      const { deed: _deed, ...unnamed } = asked;
      for (const sent of [asked, { ...asked, unanswered: 'delete' }, unnamed])
        for (const [language, said, does] of [
          ['en', /has changed meanwhile/u, { canceled: /for good</u, paid: />Archive</u }],
          ['ar', /تغيّرت عملية الدفع/u, { canceled: />حذف نهائي</u, paid: />أرشفة</u }],
        ] as const) {
          const again = await press(`${id}/delete?lang=${language}`, sent);
          assert.equal(again.status, 409);
          for (const one of [said, does[stands]]) assert.match(again.text, one);
          assert.doesNotMatch(again.text, /We do not know yet|لا نعرف بعد/u);
          const now = fieldsIn(again.text);
          assert.notEqual(now['deed'], asked['deed']);
          assert.notEqual(now['form_number'], asked['form_number']);
          assert.equal(now['unanswered'], undefined);
        }
      assert.deepEqual(told, []);
      const anew = fieldsIn((await press(`${id}/delete`, asked)).text);
      assert.equal((await press(`${id}/delete`, anew)).status, 303);
      assert.deepEqual(told, ['delete']);
    });

  it('asks again for the deed that had no answer, however the payment stands in the other language', async () => {
    const { transactions } = database().store;
    const id = sessionOf('f3');
    const before = aTransaction({ merchantId: DEMO, sessionId: id, state: 'cod' });
    await transactions.insert(before);
    const { page, press } = await somebody('payment.delete');
    answer = () => Promise.reject(new Unavailable('The engine does not answer.'));
    const lost = await press(`${id}/delete`, fieldsIn(await page(`${id}/delete`)));
    assert.match(lost.text, /We do not know yet/u);
    assert.ok(await transactions.save({ ...before, state: 'canceled', version: 2 }));
    const sent = fieldsIn(lost.text);
    const arabic = await press(`${id}/delete?lang=ar`, { ...sent, lang: 'ar' });
    assert.match(arabic.text, /لا نعرف بعد/u);
    assert.match(arabic.text, /<h1>أرشفة عملية الدفع</u);
    assert.equal(fieldsIn(arabic.text)['deed'], sent['deed']);
    told.length = 0;
    assert.equal((await press(`${id}/delete`, fieldsIn(arabic.text))).status, 409);
    assert.deepEqual(told, []);
  });

  it('says of cash that is canceled that it goes back, and of no other payment', async () => {
    const { page } = await somebody('payment.cancel');
    for (const [nth, state] of TRANSACTION_STATES.entries()) {
      const text = await page(`${sessionOf(`c${nth}`)}/cancel`);
      assert.equal(/give back what was taken/u.test(text), state === 'cod', state);
      if (state === 'cod') assert.doesNotMatch(text, /Nothing was charged/u);
    }
    const each = TRANSACTION_STATES.map((_state, nth) => `session_id=${sessionOf(`c${nth}`)}`);
    const several = (ids: readonly string[], language: string) =>
      page(`several/cancel?lang=${language}&${ids.join('&')}`);
    assert.match(await several(each, 'en'), /Those in cash .* give back what was taken/u);
    assert.match(await several(each, 'ar'), /ما استُلم منهم نقدًا/u);
    assert.doesNotMatch(await several(each.slice(0, 3), 'en'), /in cash/u);
  });

  it('says in the language of the page why each of them cannot be done', async () => {
    const { page } = await somebody('payment.delete');
    const ofStates = TRANSACTION_STATES.map((_state, nth) => sessionOf(`c${nth}`));
    for (const id of [ARCHIVED, PAID_TWICE, COVERED, ...ofStates]) {
      const [, whys = ''] = /class="whys">(.*?)<\/ul>/su.exec(await page(`${id}?lang=ar`)) ?? [];
      assert.match(whys, /<li>/u, id);
      assert.doesNotMatch(whys, /lang="en"/u, id);
    }
  });

  it('says which attempt has settled it, and tells people of that one, though another began before', async () => {
    const { detail, page } = await somebody('payment.refund');
    const { attempts } = await detail(PAID_TWICE);
    assert.deepEqual(
      attempts.map(({ pg_code: code, settled }) => [code, settled]),
      [
        ['card', undefined],
        ['debit', true],
      ],
    );
    const told = /class="answer">(.*?)<\/div>/su.exec(await page(PAID_TWICE))?.[1] ?? '';
    assert.match(told, /12\.500.*Debit/su);
    assert.match(await page(`${PAID_TWICE}/refund`), /Debit/u);
  });

  it('tells people what a wallet has paid of it, beside what was charged', async () => {
    const { page } = await somebody();
    const answerOf = async (id: string) => {
      const [, answer = ''] = /class="answer">(.*?)<\/div>/su.exec(await page(id)) ?? [];
      return answer.replaceAll(/<[^>]+>/gu, '');
    };
    assert.match(
      await answerOf(SHARED),
      /^KWD 7\.500 was paid on .* with Card, and KWD 5\.000 from the customer’s wallet\.$/u,
    );
    assert.match(
      await answerOf(COVERED),
      /^KWD 12\.500 was paid on .* from the customer’s wallet\.$/u,
    );
    const money = /id="money".*?<\/section>/su;
    assert.match(money.exec(await page(SHARED))?.[0] ?? '', /wallet.*5\.000/su);
    assert.doesNotMatch(money.exec(await page(COVERED))?.[0] ?? '', /KWD 0\.000/u);
  });

  it('says why no way to pay is left, in the language of the page', async () => {
    const { detail, page } = await somebody();
    const { invalidation_reason: reason } = await detail(UNUSABLE);
    assert.equal(reason, '"card" is not active. "till" is not a payment method any more.');
    const told = async (language: string) => {
      const text = await page(`${UNUSABLE}?lang=${language}`);
      const [, sentence = ''] = /class="answer">(.*?)<\/div>/su.exec(text) ?? [];
      return sentence.replaceAll(/<[^>]+>/gu, '').replaceAll('&quot;', '"');
    };
    assert.equal(
      await told('en'),
      `The payment cannot be paid any more: no way to pay it is left. ${reason}`,
    );
    assert.equal(
      await told('ar'),
      'لم يعد دفعها ممكنًا: لم تبقَ طريقة لدفعها. طريقة الدفع "card" غير مفعّلة. لم تعد "till" طريقة دفع.',
    );
  });

  it('names no moment at which the time to pay ended, because it may have been ended before', async () => {
    const { page } = await somebody();
    const [, sentence = ''] = /class="answer">(.*?)<\/div>/su.exec(await page(ENDED)) ?? [];
    assert.equal(
      sentence.replaceAll(/<[^>]+>/gu, ''),
      'The payment has expired: its time to pay is over, or was ended before. Nothing was charged.',
    );
  });

  describe('that was removed for good', () => {
    const late = { referenceNumber: REMOVED_TRY, charged: kwd('12.500'), at: CREATED_AT + 9_000 };
    const asWas = {
      ...aTransaction({
        merchantId: DEMO,
        sessionId: REMOVED,
        state: 'failed',
        orderNo: 'GONE-7',
        customer: { id: 'cust-9', email: 'gone@example.test', firstName: 'Widad' },
        attempts: [
          anAttempt({
            referenceNumber: REMOVED_TRY,
            state: 'failed',
            gatewayReference: 'pay_gone',
          }),
        ],
      }),
    };
    const tombstone = tombstoneOf(asWas, {
      now: CREATED_AT + 5_000,
      by: { id: 7, username: 'ali', email: 'ali@shop.example' },
    });
    const givenBack = anEntry({ sessionId: sessionOf('a8'), paymentReference: REMOVED_TRY });
    before(async () => {
      const { tombstones, ledger } = database().store;
      await tombstones.insert(tombstone);
      const after = { ...tombstone, lateMoney: [late], operations: [givenBack] };
      await ledger.post(entriesBetween(bookOf(tombstone), bookOf(after), late.at));
      assert.ok(await tombstones.addLateMoney(tombstone, late));
      const read = { ...tombstone, lateMoney: [late] };
      assert.ok(await tombstones.addOperations(read, [givenBack]));
    });
    const removed = async (username: string) => {
      const path = `/b/checkout/v1/transactions/${REMOVED}/removed/`;
      const headers = { Authorization: basicOf(username, PASSWORD) };
      const answer = await fetch(`${office.url}${path}`, { headers });
      return { status: answer.status, text: await answer.text() };
    };

    it('is told with what is kept, and nothing of its customer', async () => {
      const { username } = await office.person({ permissions: VIEW });
      const { status, text } = await removed(username);
      assert.equal(status, 200, text);
      const body = JSON.parse(text);
      assert.deepEqual(
        { ...body, attempts: body.attempts.length, ledger: body.ledger.length },
        {
          session_id: REMOVED,
          order_no: 'GONE-7',
          type: 'e_commerce',
          state: 'failed',
          amount: '12.500',
          currency_code: 'KWD',
          created: isoUtc(CREATED_AT),
          removed: isoUtc(CREATED_AT + 5_000),
          removed_by: { id: 7, username: 'ali' },
          attempts: 1,
          late_money: [
            {
              reference_number: REMOVED_TRY,
              amount: '12.500',
              currency_code: 'KWD',
              at: isoUtc(late.at),
            },
          ],
          operations: [
            {
              session_id: givenBack.sessionId,
              operation: 'refund',
              state: givenBack.state,
              amount: toDecimal(givenBack.amount),
              currency_code: 'KWD',
              destination: 'pg',
              source: givenBack.source,
              reference_number: givenBack.referenceNumber,
              created: isoUtc(givenBack.createdAt),
            },
          ],
          disputes: [],
          ledger: body.ledger.length,
        },
      );
      assert.ok(body.ledger.length > 0);
      assert.doesNotMatch(text, /gone@|Widad|cust-9|ali@/u);
    });

    it('has a page of it in place of one that says there is nothing', async () => {
      const { page } = await somebody();
      const english = await page(`${REMOVED}?lang=en`);
      for (const said of [
        /<h1>.*GONE-7.*12\.500.*<\/h1>/su,
        /removed for good on .* by <bdi[^>]*>ali/su,
        /Money came for it after it was removed/u,
        /pay_gone/u,
        new RegExp(REMOVED_TRY, 'u'),
        /Booked/u,
        /Refund/u,
      ])
        assert.match(english, said);
      assert.doesNotMatch(english, /gone@|Widad|cust-9|ali@|class="act/u);
      assert.match(await page(`${REMOVED}?lang=ar`), /حُذفت نهائيًا.*ali/su);
      const { cookie } = await somebodyWith('payment_request.view');
      const other = await browse(`${office.url}/office/payments/${REMOVED}`, { cookie });
      assert.equal(other.status, 404);
      assert.doesNotMatch(other.text, /GONE-7/u);
    });

    it('does not exist for another type of payments, and for another merchant', async () => {
      const { username } = await office.person({ permissions: ['payment_request.view'] });
      assert.equal((await removed(username)).status, 403);
      const theirs = await office.person({ permissions: VIEW, merchantId: aMerchantId('other') });
      assert.equal((await removed(theirs.username)).status, 404);
    });
  });

  it('says that what is archived has to be restored first', async () => {
    const { detail } = await somebody('payment.delete', 'payment.cancel');
    const { left, actions } = await detail(ARCHIVED);
    const why = 'The transaction is deleted. Restore it first.';
    assert.deepEqual(left, {
      ...left,
      cancelable: false,
      why: { refund: why, capture: why, void: why, cancel: why },
    });
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['restore'],
    );
  });

  it('offers cash to who may take it, by which methods, while the payment is not paid', async () => {
    const { detail } = await somebody('payment.cash', 'payment.delete');
    const inCash = async (id: string) =>
      (await detail(id)).actions.find(({ action }) => action === 'cash')?.pg_codes;
    assert.deepEqual(await inCash(DUE), ['till']);
    assert.deepEqual(await inCash(TWO_TILLS), ['till', 'cod']);
    // What is under way at a gateway gives way.
    assert.deepEqual(await inCash(PAYING), ['till']);
    assert.equal(await inCash(ARCHIVED), undefined);
    const others = await somebody('payment_request.change', 'payment_request.add');
    assert.ok((await others.detail(DUE)).actions.every(({ action }) => action !== 'cash'));
  });

  async function chargeable(id: string, ...permissions: readonly Permission[]) {
    const { detail } = await somebody(...permissions);
    return (await detail(id)).actions.find(({ action }) => action === 'charge')?.tokens;
  }

  it('offers those saved cards of the customer that can be charged without them, to who may see cards', async () => {
    assert.deepEqual(await chargeable(DUE, 'payment_request.add', 'customer.view'), ['good']);
    assert.equal(await chargeable(PAYING, 'payment_request.add', 'customer.view'), undefined);
    assert.equal(await chargeable(DUE, 'payment_request.add'), undefined);
    assert.equal(await chargeable(DUE, 'e_commerce.add', 'customer.view'), undefined);
  });

  it('takes cash by the number of the form, and does not know where no answer came', async () => {
    const { press, page, number } = await somebody('payment.cash');
    answer = () => Promise.reject(new Unavailable('The engine does not answer.'));
    told.length = 0;
    const first = await press(`${TWO_TILLS}/cash`, { pg_code: 'cod' });
    assert.equal(first.status, 503);
    assert.match(first.text, /We do not know yet.*value="cod" checked.*Look again/su);
    const again = await press(`${TWO_TILLS}/cash`, { pg_code: 'cod' });
    assert.ok(again.text.includes(`name="form_number" value="${number}"`));
    assert.equal(new Set(told).size, 1, told.join(', '));
    answer = () => Promise.reject(new Refusal('invalid_state', 'The transaction is paid.'));
    const refused = await press(`${TWO_TILLS}/cash`, { pg_code: 'cod' });
    assert.deepEqual([refused.status, /The transaction is paid/u.test(refused.text)], [400, true]);
    // In the other language it is still not known, under the same number.
    const inArabic = await press(`${TWO_TILLS}/cash?lang=ar`, {
      lang: 'ar',
      unanswered: 'cash',
      pg_code: 'cod',
    });
    assert.match(inArabic.text, /لا نعرف بعد/u);
    assert.ok(inArabic.text.includes(`name="form_number" value="${number}"`));
    // An address that anybody may have written says nothing of what has happened.
    const written = await page(`${TWO_TILLS}/cash?unanswered=cash`);
    assert.doesNotMatch(written, /We do not know yet|لا نعرف بعد/u);
    assert.equal(told.length, 3);
  });

  for (const [action, nth, state, right] of [
    ['inquire', 4, 'pending', 'payment.inquiry'],
    ['notify', 5, 'pending', 'payment.notify'],
    ['restore', 6, 'cod', 'payment.delete'],
  ] as const)
    it(`does ${action} once for the number of the form, also where an answer was lost`, async () => {
      const id = sessionOf(`d${nth}`);
      const transaction = aTransaction({
        merchantId: DEMO,
        sessionId: id,
        state,
        attempts: [anAttempt({ referenceNumber: referenceOf(`demoNUMBE${nth}`) })],
        ...(action === 'restore' && { deletedAt: 1 }),
      });
      await database().store.transactions.insert(transaction);
      const notice = standing(transaction, 1) ?? assert.fail();
      const { press, number } = await somebody(right);
      told.length = 0;
      answer = () => Promise.reject(new Unavailable('The engine does not answer.'));
      const lost = await press(`${id}/${action}`);
      assert.equal(lost.status, 503);
      assert.match(lost.text, /We do not know yet.*Look again/su);
      assert.ok(lost.text.includes(`name="form_number" value="${number}"`));
      answer = async () =>
        action === 'restore' ? transaction : { transaction, notice: { ...notice, sequence: 1 } };
      for (const _ of ['answered', 'sent again', 'and again'])
        assert.equal((await press(`${id}/${action}`)).status, 303);
      assert.equal(told.length, 2);
      assert.equal(new Set(told).size, 1, told.join(', '));
    });

  it('charges a saved card with the word of the customer alone, and says what became of it', async () => {
    const { press, page } = await somebody('payment_request.add', 'customer.view');
    assert.match(await page(DUE), /data-action="charge"/u);
    told.length = 0;
    const unasked = await press(`${DUE}/charge`, { token: 'good' });
    assert.equal(unasked.status, 400);
    assert.match(unasked.text, /tick that they have agreed/u);
    assert.match(unasked.text, /·· 0001.*01\/2099/su);
    assert.doesNotMatch(unasked.text, /expired|coded|elsewhere/u);
    assert.deepEqual(told, []);
    answer = () => Promise.reject(new Unavailable('The engine does not answer.'));
    const sent = { token: 'good', 'consent.given': 'on' };
    const unknown = await press(`${DUE}/charge`, sent);
    assert.match(unknown.text, /We do not know yet.*value="good" checked/su);
    const offered = unknown.text.match(/type="radio"[^>]*value="good"/gu);
    assert.equal(offered?.length, 1, 'one card, whoever keeps it beside');
    await press(`${DUE}/charge`, sent);
    assert.equal(told.length, 2);
    assert.equal(new Set(told).size, 1, told.join(', '));
    for (const rights of [['payment_request.add'], ['e_commerce.add', 'customer.view']] as const) {
      const other = await somebody(...rights);
      assert.equal((await other.press(`${DUE}/charge`, sent)).status, 403, rights.join(' '));
    }
    assert.equal(told.length, 2);
    for (const [after, title] of [
      ['charge', 'whether the card is charged'],
      ['cash', 'whether the cash is written down'],
    ] as const) {
      const [said, made] = [new RegExp(`do not know yet ${title}`, 'u'), `${DUE}?after=${after}`];
      assert.match(await page(made, 'ours'), said);
      // Whoever has somebody open an address makes the page claim nothing.
      assert.doesNotMatch(await page(made), said);
    }
    for (const after of ['created', 'notify', 'resend', 'replayed', 'inquire', 'resend-unknown'])
      assert.doesNotMatch(await page(`${DUE}?after=${after}`), /role="(?:status|alert)"/u, after);
  });

  it('names what a card is charged and what was taken in cash: with the fee, in the money of the account', async () => {
    const { page } = await somebody('payment_request.add', 'payment.cash', 'customer.view');
    const common = {
      merchantId: DEMO,
      type: 'payment_request',
      customer: { id: 'c-1' },
      createdAt: Date.now(),
      expiresAt: Date.now() + DAY_MS,
    } as const;
    const card = aMethod({ savesCards: KEEPING, fee: kwd('0.500') });
    const till = aMethod({ pgCode: codeOf('till'), offline: true, fee: kwd('0.250') });
    const kiosk = aMethod({ pgCode: codeOf('cod'), name: 'Kiosk', offline: true });
    const [one, two] = [sessionOf('e1'), sessionOf('e2')];
    const [converted, same] = [sessionOf('e3'), sessionOf('e4')];
    for (const more of [
      { sessionId: one, methods: [card, till] },
      { sessionId: two, methods: [till, kiosk] },
      {
        sessionId: converted,
        amount: amountOf('10.00', 'USD'),
        methods: [{ ...till, ...inDinars() }],
      },
      { sessionId: same, methods: [till, { ...kiosk, fee: till.fee }] },
    ])
      await database().store.transactions.insert(aTransaction({ ...common, ...more }));
    for (const [path, words] of [
      [
        `${one}/charge`,
        [
          'The card is charged KWD 13.000 (KWD 0.500 of it is the fee) now',
          'Card: KWD 13.000 (KWD 0.500 of it is the fee)',
          '>Charge KWD 13.000<',
        ],
      ],
      [
        `${one}/cash`,
        ['You have KWD 12.750 (KWD 0.250 of it is the fee) in cash', '>Paid in cash: KWD 12.750<'],
      ],
      [
        `${two}/cash`,
        [
          'You have the money in cash.',
          'Card: KWD 12.750 (KWD 0.250 of it is the fee)',
          'Kiosk: KWD 12.500<',
          '>Paid in cash<',
        ],
      ],
      [`${converted}/cash`, ['You have KWD 3.112 (KWD 0.046', '>Paid in cash: KWD 3.112<']],
      [`${same}/cash`, ['Kiosk: KWD 12.750', '>Paid in cash: KWD 12.750<']],
    ] as const) {
      const text = (await page(`${path}?lang=en`)).replaceAll(/<\/?bdi[^>]*>/gu, '');
      for (const said of words) assert.ok(text.includes(said), `${said}: ${text}`);
    }
    assert.match(await page(`${two}/cash?lang=ar`), /استلمتَ المبلغ نقدًا.*>دُفع نقدًا</su);
  });

  it('offers to charge and to change where other money than was asked for has gone back, though its attempt is pending', async () => {
    const { detail } = await somebody(
      'payment_request.add',
      'payment_request.change',
      'payment.delete',
      'customer.view',
    );
    const charged = kwd('5');
    const offered: string[][] = [];
    for (const [nth, state] of (['failed', 'done'] as const).entries()) {
      const id = sessionOf(`a7${nth}`);
      const referenceNumber = referenceOf(`demoOTHER${nth}`);
      const refund = anEntry({
        kind: 'refund',
        state,
        paymentReference: referenceNumber,
        amount: charged,
      });
      await database().store.transactions.insert(
        aTransaction({
          merchantId: DEMO,
          sessionId: id,
          type: 'payment_request',
          state: 'pending',
          customer: { id: 'c-1' },
          createdAt: Date.now(),
          expiresAt: Date.now() + DAY_MS,
          methods: [aMethod({ savesCards: KEEPING })],
          attempts: [anAttempt({ referenceNumber, state: 'pending' })],
          alerts: [
            { kind: 'amount-mismatch', referenceNumber, at: CREATED_AT, detail: 'x', charged },
          ],
          operations: [refund],
        }),
      );
      const { actions } = await detail(id);
      offered.push(actions.map(({ action }) => action));
    }
    assert.deepEqual(offered, [[], ['change', 'charge']]);
  });

  it('begins the list that is asked for anew where an address names no place in it, and says so', async () => {
    const { list, page } = await somebody();
    const begunAnew = /leads to no place in this list/u;
    const [next = ''] = /cursor=[\w-]+/u.exec(await list('state=pending&limit=1')) ?? [];
    assert.notEqual(next, '');
    const pending = rowsIn(await list('state=pending'));
    const canceled = rowsIn(await list('state=canceled'));
    assert.ok(canceled.size > 0 && [...canceled].every((one) => !pending.has(one)));
    const there = await list(`state=pending&limit=1&${next}`);
    assert.doesNotMatch(there, begunAnew);
    assert.match(there, /First page/u);
    for (const place of [
      next,
      next.slice(0, -4),
      `${next}&${next}`,
      'cursor=%00',
      'cursor=x'.repeat(99),
    ]) {
      const shown = await list(`state=canceled&${place}`);
      assert.match(shown, begunAnew, place);
      assert.deepEqual(rowsIn(shown), canceled, place);
      assert.doesNotMatch(shown, /First page/u);
    }
    // What else is wrong is said as ever, and nothing is shown.
    const wrong = await list(`state=nothing&${next}`);
    assert.doesNotMatch(wrong, begunAnew);
    assert.match(wrong, /state=|Use one/u);
    assert.equal(rowsIn(wrong).size, 0);
    for (const place of ['x', next.slice('cursor='.length), '%00']) {
      const shown = await page(`${PAYING}?story=${place}`);
      assert.match(shown, begunAnew, place);
      assert.match(shown, /class="timeline"/u);
    }
    assert.doesNotMatch(await page(PAYING), begunAnew);
  });

  it('shows the code of a link alone while it can be paid', async () => {
    const { page, press } = await somebody();
    assert.match(await page(`${DUE}/code`), /Scan to pay.*12\.500.*<img class="qr"/su);
    assert.match(await page(DUE), new RegExp(`${DUE}/code`, 'u'));
    assert.doesNotMatch(await page(sessionOf('c4')), /\/code"/u);
    assert.equal((await press(`${DUE}/code`)).status, 405);
  });

  it('tells a long story in pieces, to its end', async () => {
    const [alert] = alerts;
    assert.ok(alert);
    const long = aTransaction({
      merchantId: DEMO,
      sessionId: sessionOf('b9'),
      alerts: Array.from({ length: 130 }, (_one, nth) => ({ ...alert, at: alert.at + nth * 1000 })),
    });
    await database().store.transactions.insert(long);
    const { page } = await somebody();
    const pieces: number[] = [];
    for (let path: string | undefined = long.sessionId; path !== undefined;) {
      const text = await page(path);
      pieces.push(text.split('<li class="happened ').length - 1);
      const [, query] = /href="[^"]*(\?story=[^"#]+)#timeline"/.exec(text) ?? [];
      path = query && `${long.sessionId}${query}`;
    }
    assert.deepEqual(pieces, [100, 31]);
  });

  it('tells who has an alert, and what they noted, who sees alerts as tasks', async () => {
    const { detail, page } = await somebody('alert.handle');
    const seen = (await detail(ALERTED)).alerts.map(({ task_id: id, mark }) => [id, mark]);
    const by = { id: 7, username: 'ali' };
    const at = '1970-01-01T00:00:00Z';
    assert.deepEqual(seen, [
      [taken, { state: 'taken', by, at }],
      [handled, { state: 'handled', by, at, note: NOTE }],
      [alertTask(alerted, alerts[2] as Alert).id, undefined],
    ]);
    const text = await page(ALERTED);
    for (const said of [
      'Taken by',
      NOTE,
      'Nobody has taken this yet',
      'alert.dispute&amp;state=handled',
    ])
      assert.ok(text.includes(said), said);
    // It is read aloud as what it is, whatever the page speaks.
    assert.match(await page(`${ALERTED}?lang=ar`), /<bdi lang="en">It is a dispute\.<\/bdi>/u);
  });

  it('says in the list of each alert whether it needs somebody still', async () => {
    const { row, list } = await somebody('customer.view');
    assert.deepEqual(
      (await row(ALERTED)).alerts.map(({ kind, handled: isHandled }) => [kind, isHandled]),
      [
        ['late-money', false],
        ['dispute', true],
        ['break-glass', false],
      ],
    );
    const text = await list('has_alert=true');
    assert.match(text, /tag-bad[^>]*>(?:<svg.*?<\/svg>)?Paid too late/su);
    assert.match(text, /tag-still">Dispute: handled/u);
  });

  it('tells nobody else', async () => {
    const { detail, page } = await somebody('payment.refund');
    for (const one of (await detail(ALERTED)).alerts)
      assert.deepEqual(Object.keys(one).toSorted(), ['at', 'detail', 'kind', 'reference_number']);
    assert.doesNotMatch(await page(ALERTED), />ali<|The bank has it back|office\/inbox\?/u);
  });

  it('says on the page why there is no button', async () => {
    const [some, none] = [await somebody('payment.refund'), await somebody()];
    assert.match(await some.page(ALERTED), /Nothing can be done with this payment now/u);
    assert.match(await none.page(ALERTED), /takes a permission/u);
    const able = await somebody('payment.cancel');
    assert.doesNotMatch(await able.page(ALERTED), /Nothing can be done|takes a permission/u);
  });
});

/** By a debit card, after a page of another method was left, on which somebody paid all the same. */
function paidTwice(): Transaction {
  const [late, amount] = [referenceOf('demoBBBBBB'), kwd('12.500')];
  const success = { state: 'success', amount, concludedAt: CREATED_AT + 1 } as const;
  const debit = codeOf('debit');
  return aTransaction({
    merchantId: DEMO,
    sessionId: PAID_TWICE,
    state: 'paid',
    methods: [aMethod(), aMethod({ pgCode: debit, name: 'Debit' })],
    attempts: [
      anAttempt({ ...success, referenceNumber: late, fee: kwd('0.250') }),
      anAttempt({ ...success, referenceNumber: referenceOf('demoCCCCCC'), pgCode: debit }),
    ],
    settledPgCode: debit,
    settledAmount: amount,
    paidAmount: amount,
    alerts: [{ kind: 'second-success', referenceNumber: late, at: CREATED_AT + 1, detail: '' }],
  });
}

/** By card, and by the wallet of its customer. */
function withWallet(id: SessionId, charged: string, byWallet: string): Transaction {
  const [amount, part] = [kwd('12.500'), kwd(byWallet)];
  const at = CREATED_AT + 1;
  const receipt = {
    operationId: 1,
    accountId: '00000000-0000-4000-8000-000000000001',
    balance: kwd('0'),
    createdAt: at,
    updatedAt: at,
  };
  const attempt = anAttempt({
    state: 'success',
    amount: kwd(charged),
    concludedAt: at,
    referenceNumber: referenceOf(`demoWALLET${id.slice(-2)}`),
    wallet: { amount: part, sessionId: sessionOf(`f${id.slice(-2)}`), state: 'spent', receipt },
  });
  return aTransaction({
    merchantId: DEMO,
    sessionId: id,
    state: 'paid',
    customer: { id: 'c_1' },
    attempts: [attempt],
    settledPgCode: attempt.pgCode,
    settledAmount: amount,
    paidAmount: kwd(charged),
  });
}

/** The payments to which a page leads. */
function rowsIn(html: string): ReadonlySet<string> {
  return new Set(html.match(/\/office\/payments\/[0-9a-f]{40}/gu));
}
