import assert from 'node:assert/strict';
import { formToken } from '../../api/access/login-cookie.ts';
import { operationRequestRoutes } from '../../api/operation-requests/routes.ts';
import { operationRoutes } from '../../api/operations/routes.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { NO_APPROVAL } from '../../domain/operation/policy.ts';
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
const VIEW: readonly Permission[] = ['e_commerce.view', 'payment_request.view'];

describe('a sum from which on people show once more who they are', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const asked: string[] = [];
  let office: OfficeApp;
  before(async () => {
    const { store } = database();
    const operationsApproval = { ...NO_APPROVAL, stepUpFrom: { KWD: 10_000 } };
    await store.merchants.put(aMerchant({ id: DEMO, operationsApproval }), 'whk_demo');
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO, operations: ['refund'] }), {});
    const engine = new Proxy({} as Engine, {
      get: (_, name) => () => {
        asked.push(String(name));
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
  beforeEach(() => asked.splice(0));

  /** Somebody who has logged in more than five minutes ago. */
  async function somebody(...permissions: readonly Permission[]) {
    const person = await office.person({ permissions: [...VIEW, ...permissions] });
    const cookie = await loggedIn(office, person);
    await database()
      .connection.collection('office_logins')
      .updateMany({}, { $set: { steppedUpAt: Date.now() - 6 * 60_000 } });
    const press = (path: string, form: Readonly<Record<string, string>>) =>
      browse(`${office.url}${path}`, {
        cookie,
        form: { form_token: formToken(cookie, path), form_number: crypto.randomUUID(), ...form },
      });
    return { person, cookie, press };
  }

  it('asks for it in the form of a refund, keeps what was typed, and moves nothing until it is shown', async () => {
    const { press } = await somebody('payment.refund');
    const typed = { amount: '١٠', reason: 'goodwill', note: 'They waited.' };
    const first = await press(REFUND, typed);
    assert.equal(first.status, 401, first.text);
    assert.match(first.text, /No money has moved yet/u);
    assert.match(first.text, /name="step_up"[^>]*type="password"/u);
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
  });

  it('counts what was taken before, so that small steps get past nobody', async () => {
    const { press } = await somebody('payment.refund');
    await press(REFUND, { amount: '4.999' });
    assert.deepEqual(asked, ['operate']);
    assert.equal((await press(REFUND, { amount: '5' })).status, 401);
    assert.deepEqual(asked, ['operate']);
  });

  it('asks a checker for an approval, and nobody for a no', async () => {
    const { store } = database();
    const { cookie, press } = await somebody('payment.approve');
    const { text } = await browse(`${office.url}${APPROVAL}`, { cookie });
    const version = /name="version" value="([^"]+)"/u.exec(text)?.[1] ?? '';
    await press(APPROVAL, { verdict: 'approve', version });
    assert.deepEqual(asked, ['decide']);
    const merchant = await store.merchants.find(DEMO);
    assert.ok(merchant);
    const operationsApproval = { ...NO_APPROVAL, stepUpFrom: { KWD: 5000 } };
    await store.merchants.put({ ...merchant, operationsApproval }, 'whk_demo');
    const first = await press(APPROVAL, { verdict: 'approve', version });
    assert.equal(first.status, 401, first.text);
    assert.match(first.text, /name="step_up"/u);
    await press(APPROVAL, { verdict: 'reject', version, comment: 'Not ours' });
    await press(APPROVAL, { verdict: 'approve', version, step_up: PASSWORD });
    assert.deepEqual(asked, ['decide', 'decide', 'decide']);
  });

  it('asks people by the API, too', async () => {
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

function paidBy(reference: string) {
  const referenceNumber = referenceOf(reference);
  return [anAttempt({ state: 'success', total: kwd('40.000'), referenceNumber })];
}
