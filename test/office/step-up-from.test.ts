import assert from 'node:assert/strict';
import { formToken } from '../../api/access/login-cookie.ts';
import { operationRequestRoutes } from '../../api/operation-requests/routes.ts';
import { operationRoutes } from '../../api/operations/routes.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { NO_APPROVAL, type ApprovalPolicy } from '../../domain/operation/policy.ts';
import { approvalOf, type PromiseRequest } from '../../domain/operation/promise.ts';
import type { Permission } from '../../domain/permission.ts';
import type { Engine } from '../../engine/engine.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import {
  aMerchant,
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
import { anOffice, browse, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const PAYMENT = sessionOf('a1');
const REFUND = `/office/payments/${PAYMENT}/refund`;
const REQUEST = sessionOf('c1');
const APPROVAL = `/office/approvals/${REQUEST}`;
/** Refunds wait for a second person. */
const WAITS = { enabled: true, operations: ['refund'] } as const;
const VIEW: readonly Permission[] = ['e_commerce.view', 'payment_request.view'];

describe('a sum from which on people show once more who they are', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const asked: string[] = [];
  const wanted: PromiseRequest[] = [];
  let office: OfficeApp;
  before(async () => {
    const { store } = database();
    const operationsApproval = { ...NO_APPROVAL, stepUpFrom: { KWD: 10_000 } };
    await store.merchants.put(aMerchant({ id: DEMO, operationsApproval }), 'whk_demo');
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO, operations: ['refund'] }), {});
    const engine = new Proxy({} as Engine, {
      get: (_, name) => (_payment: unknown, request: PromiseRequest) => {
        asked.push(String(name));
        wanted.push(request);
        return Promise.reject(new Unavailable('The engine does not answer.'));
      },
    });
    office = await anOffice(
      store,
      [...operationRoutes, ...operationRequestRoutes, ...transactionRoutes],
      'everywhere',
      { engine },
    );
    const paid = {
      merchantId: DEMO,
      amount: kwd('40.000'),
      state: 'paid',
      settledAmount: kwd('40.000'),
      paidAmount: kwd('40.000'),
    } as const;
    const refund = anOperation({ merchantId: DEMO, amount: kwd('5.000'), state: 'done' });
    await store.transactions.insert(
      aTransaction({
        ...paid,
        sessionId: PAYMENT,
        attempts: paidBy('demoAAAAAA'),
        operations: [anEntry(refund)],
      }),
    );
    const waiting = anOperation({
      merchantId: DEMO,
      sessionId: REQUEST,
      parentId: sessionOf('a2'),
      amount: kwd('5.000'),
      state: 'awaiting',
      initiator: { id: 999, username: 'noura', email: 'noura@shop.example' },
      approval: { state: 'pending', needed: 1, votes: [], expiresAt: Date.now() + DAY_MS },
    });
    await store.operations.insert(waiting);
    await store.transactions.insert(
      aTransaction({
        ...paid,
        sessionId: waiting.parentId,
        attempts: paidBy('demoBBBBBB'),
        operations: [anEntry(waiting)],
      }),
    );
  });
  after(() => office.close());
  beforeEach(() => {
    asked.splice(0);
    wanted.splice(0);
  });

  /** What the merchant's policy says from here on. */
  async function policy(changes: Partial<ApprovalPolicy>): Promise<void> {
    const { store } = database();
    const merchant = await store.merchants.find(DEMO);
    assert.ok(merchant);
    const operationsApproval = { ...NO_APPROVAL, ...changes };
    await store.merchants.put({ ...merchant, operationsApproval }, 'whk_demo');
  }

  /** Somebody who has logged in more than five minutes ago. */
  async function somebody(...permissions: readonly Permission[]) {
    const person = await office.person({ permissions: [...VIEW, ...permissions] });
    const cookie = await loggedIn(office, person);
    await database()
      .connection.collection('office_logins')
      .updateMany({}, { $set: { steppedUpAt: Date.now() - 6 * 60_000 } });
    let held = cookie;
    const press = async (path: string, form: Readonly<Record<string, string>>) => {
      const answer = await browse(`${office.url}${path}`, {
        cookie: held,
        form: {
          form_token: formToken(cookie, path),
          form_number: crypto.randomUUID(),
          ...form,
        },
      });
      held = answer.cookie ?? held;
      return answer;
    };
    return { person, cookie, press, held: () => held };
  }

  it('asks for it in the form of a refund, keeps what was typed, and moves nothing until it is shown', async () => {
    const { cookie, press, held } = await somebody('payment.refund');
    const typed = { amount: '١٠', reason: 'goodwill', note: 'They waited.' };
    const question = await browse(`${office.url}${REFUND}`, { cookie });
    // Of 10.000, of which 5.000 went back before.
    assert.match(question.text, /asks for it from .*5\.000.* on\. For less it can stay empty/u);
    assert.match(question.text, /<input[^>]*name="step_up"(?![^>]*required)/u);
    const first = await press(REFUND, typed);
    assert.equal(first.status, 401, first.text);
    assert.match(first.text, /No money has moved yet/u);
    assert.match(first.text, /name="step_up"[^>]*required[^>]*type="password"/u);
    for (const kept of ['value="١٠"', 'value="They waited."', 'value="goodwill" selected'])
      assert.ok(first.text.includes(kept), kept);
    const wrong = await press(REFUND, { ...typed, step_up: 'no password of theirs' });
    assert.deepEqual([wrong.status, asked], [401, []]);
    assert.match(wrong.text, /That was not right/u);
    await press(REFUND, { ...typed, step_up: PASSWORD });
    assert.deepEqual(asked, ['operate']);
    // It is good for a while.
    await press(REFUND, typed);
    assert.deepEqual(asked, ['operate', 'operate']);
    const shown = await browse(`${office.url}${REFUND}`, { cookie: held() });
    assert.doesNotMatch(shown.text, /step_up/u);
    // Who holds a copy of the cookie has shown nothing.
    const copy = await browse(`${office.url}${REFUND}`, { cookie });
    assert.match(copy.text, /name="step_up"/u);
  });

  it('refuses an amount that was taken out of the form, in place of all that is left', async () => {
    const { press } = await somebody('payment.refund');
    for (const amount of ['', ' ']) {
      const { status, text } = await press(REFUND, { amount, step_up: PASSWORD });
      assert.equal(status, 400, text);
      assert.match(text, /id="amount"[^>]*aria-invalid="true"/u);
    }
    assert.deepEqual(wanted, []);
  });

  for (const [language, said] of [
    ['en', /This code is not valid.* It is \d\d:\d\d UTC here.*No money has moved yet/su],
    ['ar', /هذا الرمز غير صحيح.* الوقت هنا \d\d:\d\d بالتوقيت العالمي.*لم تُنقل أي أموال بعد/su],
  ] as const)
    it(`says of a wrong code which time it is, and of a password nothing of it: ${language}`, async () => {
      const { person, press } = await somebody('payment.refund');
      const typed = { amount: '10', step_up: '000000x' };
      const path = `${REFUND}?lang=${language}`;
      assert.doesNotMatch((await press(path, typed)).text, /UTC here|بالتوقيت العالمي:/u);
      const { connection, store } = database();
      const { secondFactors } = store;
      await secondFactors.begin(person, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
      const pending = await secondFactors.pending(person);
      assert.ok(pending);
      await secondFactors.confirm(person, pending, { lastStep: 0, recovery: [] });
      await store.users.setSecondFactor(DEMO, person.username, true);
      const login = { username: person.username };
      await connection
        .collection('office_logins')
        .updateOne(login, { $set: { secondFactor: true } });
      const wrong = await press(path, typed);
      assert.deepEqual([wrong.status, asked], [401, []]);
      assert.match(wrong.text, said);
    });

  it('is taken with the first press, where it was shown that it will be asked for', async () => {
    const { press } = await somebody('payment.refund');
    assert.equal((await press(REFUND, { amount: '35', step_up: PASSWORD })).status, 503);
    assert.deepEqual(asked, ['operate']);
    assert.equal(wanted[0]?.stepUpFrom, undefined);
  });

  it('counts what was taken before, so that small steps get past nobody', async () => {
    const { press } = await somebody('payment.refund');
    await press(REFUND, { amount: '4.999' });
    assert.deepEqual(asked, ['operate']);
    // Others may be asked for at the same moment, which only the run of the payment sees.
    assert.deepEqual(wanted[0]?.stepUpFrom, kwd('10.000'));
    assert.equal((await press(REFUND, { amount: '5' })).status, 401);
    assert.deepEqual(asked, ['operate']);
  });

  it('asks a checker for an approval, and nobody for a no', async () => {
    await policy({ stepUpFrom: { KWD: 10_000 } });
    const { cookie, press } = await somebody('payment.approve');
    const { text } = await browse(`${office.url}${APPROVAL}`, { cookie });
    assert.doesNotMatch(text, /step_up/u);
    const version = /name="version" value="([^"]+)"/u.exec(text)?.[1] ?? '';
    await press(APPROVAL, { verdict: 'approve', version });
    assert.deepEqual(asked, ['decide']);
    await policy({ stepUpFrom: { KWD: 5000 } });
    const page = await browse(`${office.url}${APPROVAL}`, { cookie });
    assert.match(page.text, /Rejecting needs none[^<]*/u);
    assert.match(page.text, /<input[^>]*name="step_up"(?![^>]*required)/u);
    const first = await press(APPROVAL, { verdict: 'approve', version });
    assert.equal(first.status, 401, first.text);
    assert.match(first.text, /name="step_up"/u);
    await press(APPROVAL, { verdict: 'reject', version, comment: 'Not ours' });
    await press(APPROVAL, { verdict: 'approve', version, step_up: PASSWORD });
    assert.deepEqual(asked, ['decide', 'decide', 'decide']);
  });

  // Of 40.000, of which 5.000 went back: all that is left comes to 40.000 with it.
  for (const [who, permissions, terms, stepUp, approval, from] of [
    [
      'from the sum on',
      [],
      { stepUpFrom: { KWD: 40_000 } },
      true,
      false,
      { step_up_from: '35.000' },
    ],
    ['below it', [], { stepUpFrom: { KWD: 40_001 } }, false, false],
    ['in another currency', [], { stepUpFrom: { USD: 1 } }, false, false],
    ['where a second person is asked, too', [], { ...WAITS, stepUpFrom: { KWD: 1 } }, true, true],
    [
      'from a sum on that waits',
      [],
      { ...WAITS, from: { KWD: 40_000 } },
      false,
      true,
      { approval_from: '35.000' },
    ],
    ['from a sum on that was reached before', [], { ...WAITS, from: { KWD: 5000 } }, false, true],
    ['below a sum that waits', [], { ...WAITS, from: { KWD: 40_001 } }, false, false],
    ['a checker, who needs nobody', ['payment.approve'], WAITS, false, false],
    ['of two checkers one', ['payment.approve'], { ...WAITS, checkers: 2 }, false, true],
    ['where only voids wait', [], { ...WAITS, operations: ['void'] }, false, false],
    ['at another account', [], { ...WAITS, pgCodes: [codeOf('other')] }, false, false],
  ] as const satisfies readonly (readonly [
    string,
    readonly Permission[],
    Partial<ApprovalPolicy>,
    boolean,
    boolean,
    Readonly<Record<string, string>>?,
  ])[])
    it(`says before what it then does with all that is left: ${who}`, async () => {
      await policy(terms);
      const { person } = await somebody('payment.refund', ...permissions);
      const headers = {
        Authorization: basicOf(person.username, PASSWORD),
        'Content-Type': 'application/json',
      };
      const { actions, left } = await jsonOf<Record<'actions', object[]> & Record<'left', object>>(
        fetch(`${office.url}/b/checkout/v1/transactions/${PAYMENT}/`, { headers }),
      );
      assert.deepEqual(
        [actions, left],
        [
          [
            {
              action: 'refund',
              most: '35.000',
              needs_approval: approval,
              ...from,
              needs_step_up: stepUp,
              needs_reason: false,
            },
          ],
          { ...left, refundable: '35.000' },
        ],
      );
      const ask = (more: Readonly<Record<string, string>>) =>
        fetch(`${office.url}/b/pbl/v2/operation/`, {
          method: 'POST',
          headers: { ...headers, ...more },
          body: JSON.stringify({ session_id: PAYMENT, operation: 'refund' }),
        });
      assert.equal((await ask({})).status, stepUp ? 401 : 503);
      if (stepUp)
        assert.equal((await ask({ 'X-Step-Up': encodeURIComponent(PASSWORD) })).status, 503);
      const [request] = wanted;
      const { store } = database();
      const payment = await store.transactions.find({ merchantId: DEMO, sessionId: PAYMENT });
      assert.ok(request && payment);
      assert.equal(approvalOf(payment, request, kwd('35.000')) !== undefined, approval);
    });

  it('is beside a reason that people have to give, where the merchant wants one', async () => {
    await policy({ reasonRequired: true });
    const { person, cookie, press } = await somebody('payment.refund');
    const question = await browse(`${office.url}${REFUND}`, { cookie });
    assert.match(question.text, /<select id="reason"[^>]*required/u);
    const mute = await press(REFUND, { amount: '1' });
    assert.equal(mute.status, 400, mute.text);
    assert.match(mute.text, /id="reason"[^>]*aria-invalid="true"/u);
    assert.deepEqual(asked, []);
    const headers = {
      Authorization: basicOf(person.username, PASSWORD),
      'Content-Type': 'application/json',
    };
    const ask = async (more: object) => {
      const body = JSON.stringify({ session_id: PAYMENT, operation: 'refund', ...more });
      const url = `${office.url}/b/pbl/v2/operation/`;
      const answer = await fetch(url, { method: 'POST', headers, body });
      return [answer.status, Object.keys((await answer.json()) as object)];
    };
    assert.deepEqual(await ask({ amount: '1' }), [400, ['reason']]);
    assert.deepEqual((await ask({ amount: '1', destination: 'wallet' }))[0], 422);
    assert.deepEqual(asked, []);
    assert.equal((await ask({ amount: '1', reason: { code: 'error' } }))[0], 503);
    assert.deepEqual(asked, ['operate']);
  });

  const reasonFaults = [
    ['reason', { note: 'They waited.' }, 'en', 'A note needs a reason: choose one.'],
    ['reason', { note: 'They waited.' }, 'ar', 'الملاحظة تحتاج إلى سبب: اختر واحدًا.'],
    ['note', { reason: 'other' }, 'en', 'Say in words what the other reason is.'],
    ['note', { reason: 'other' }, 'ar', 'اكتب السبب بالكلمات: «سبب آخر» وحده لا يكفي.'],
  ] as const;
  for (const [field, typed, language, sentence] of reasonFaults)
    it(`is asked for only once a reason is whole, which is said at its ${field}: ${language}`, async () => {
      await policy({});
      const { press } = await somebody('payment.refund');
      const { status, text } = await press(`${REFUND}?lang=${language}`, { amount: '1', ...typed });
      assert.equal(status, 400, text);
      // What is not the API's is in the language of the page.
      assert.equal(/fault">.*?lang="en"/u.test(text), field === 'note' && language === 'en');
      const [, faults = ''] = new RegExp(`id="${field}-fault">(.*?)</p>`, 'u').exec(text) ?? [];
      assert.equal(faults.replaceAll(/<[^>]*>/gu, ''), sentence);
      assert.equal([...text.matchAll(/class="fault"/gu)].length, 1);
      assert.deepEqual(asked, []);
    });

  it('asks people by the API, too', async () => {
    await policy({ stepUpFrom: { KWD: 10_000 } });
    const { person } = await somebody('payment.refund');
    const ask = (more: Readonly<Record<string, string>>, amount = '10') =>
      fetch(`${office.url}/b/pbl/v2/operation/`, {
        method: 'POST',
        headers: {
          Authorization: basicOf(person.username, PASSWORD),
          'Content-Type': 'application/json',
          ...more,
        },
        body: JSON.stringify({ session_id: PAYMENT, operation: 'refund', amount }),
      });
    const first = await ask({});
    assert.equal(first.status, 401);
    assert.match(await first.text(), /step_up_required/u);
    // As much as there is at all, with what was taken before.
    assert.equal((await ask({}, '9007199254740.991')).status, 401);
    assert.equal((await ask({ 'X-Step-Up': encodeURIComponent(PASSWORD) })).status, 503);
    assert.deepEqual(asked, ['operate']);
  });
});

async function jsonOf<T>(answer: Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T;
}

function paidBy(reference: string) {
  const referenceNumber = referenceOf(reference);
  return [anAttempt({ state: 'success', total: kwd('40.000'), referenceNumber })];
}
