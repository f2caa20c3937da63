import assert from 'node:assert/strict';
import { formToken } from '../../api/access/login-cookie.ts';
import { paymentMethodRoutes } from '../../api/payment-methods/routes.ts';
import { reply, type Route } from '../../api/route.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { tickedAtFirst } from '../../office/payments/new.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, anAccount, aTransaction, sessionOf } from '../support/builders.ts';
import { anOffice, browse, loggedIn, type OfficeApp } from './office-app.ts';

const PATH = '/office/payments/new';

const method = (code: string, operation: 'purchase' | 'authorize', is_sandbox = true) => ({
  code,
  operation,
  is_sandbox,
});

describe('the form of a new payment', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  const asked: string[] = [];
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO }), {});
    const create = { method: 'POST', path: '/b/checkout/v1/pymt-txn' };
    const routes = transactionRoutes.map((one) =>
      one.method === create.method && one.path === create.path
        ? {
            ...one,
            handle: () => () => {
              asked.push('make');
              return reply(201, { session_id: sessionOf('f1') });
            },
          }
        : one,
    );
    office = await anOffice(store, [...routes, ...paymentMethodRoutes] as readonly Route[]);
  });
  after(() => office.close());

  async function somebody() {
    const { code } = anAccount();
    const person = await office.person({
      permissions: ['payment_request.add', `gateway.use:${code}`],
    });
    const cookie = await loggedIn(office, person);
    const press = (fields: Readonly<Record<string, string>>) =>
      browse(`${office.url}${PATH}`, {
        cookie,
        form: {
          form_token: formToken(cookie, PATH),
          form_number: crypto.randomUUID(),
          shown_at: new Date().toISOString(),
          amount: '4',
          currency_code: 'KWD',
          language: 'en',
          [`pg_codes.${code}`]: 'on',
          ...fields,
        },
      });
    return { cookie, press };
  }

  it('says what the customer would pay, or what is wrong, and makes nothing', async () => {
    const { press } = await somebody();
    const good = await press({ act: 'check' });
    assert.equal(good.status, 200, good.text);
    assert.match(good.text, /Nothing is made yet.*4\.000/su);
    const bad = await press({ act: 'check', amount: '4.0001' });
    assert.equal(bad.status, 400);
    assert.match(bad.text, /id="amount"[^>]*aria-invalid/u);
    assert.deepEqual(asked, []);
  });

  it('says before that an order has a payment already, and makes another one only when it is pressed again', async () => {
    const { press } = await somebody();
    const order_no = 'TWICE-1';
    const before = Date.now() - 60_000;
    const made = aTransaction({
      merchantId: DEMO,
      sessionId: sessionOf('f2'),
      type: 'payment_request',
      orderNo: order_no,
      createdAt: before,
    });
    await database().store.transactions.insert(made);
    const told = await press({ order_no });
    assert.equal(told.status, 409, told.text);
    assert.match(told.text, new RegExp(`TWICE-1.*already.*payments/${made.sessionId}`, 'su'));
    const known = /name="same_order" value="([^"]*)"/u.exec(told.text)?.[1];
    assert.deepEqual([known, asked], [order_no, []]);
    // What is younger than the form may be of its own first press.
    const shown_at = new Date(before - 1000).toISOString();
    assert.match((await press({ order_no, shown_at })).location, /after=created/u);
    assert.match((await press({ order_no, same_order: order_no })).location, /after=created/u);
    assert.match((await press({ order_no: 'ONCE-1' })).location, /after=created/u);
    assert.deepEqual(asked, ['make', 'make', 'make']);
  });

  it('has those methods ticked that can stand in one payment', () => {
    const methods = [
      method('card', 'purchase'),
      method('hold', 'authorize'),
      method('live', 'purchase', false),
      method('cash', 'purchase'),
    ];
    assert.deepEqual(tickedAtFirst(methods), ['card', 'cash']);
    assert.deepEqual(tickedAtFirst([]), []);
  });
});
