import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { isoUtc } from '../../../domain/duration.ts';
import type { MovementRequest } from '../../../store/wallets.ts';
import { CREATED_AT, codeOf, DAY_MS, kwd, sessionOf } from '../../support/builders.ts';
import { theSystem, type System } from '../../support/system.ts';
import {
  merchantAt,
  rows,
  send,
  textIn,
  type Json,
  type MerchantClient,
} from '../../support/http.ts';
import { anotherMerchant } from '../support/another-merchant.ts';
import { aPerson } from '../support/people.ts';
import { DEMO } from '../support/records.ts';

const ACCOUNTS = '/b/wallet/v1/accounts/';
const ENTRIES = '/b/wallet/v1/entries/';
const OPERATIONS = '/b/wallet/v1/operations/';
const SESSION = sessionOf('a1');

const finalizationOf = (session: string) =>
  `/b/checkout/v1/wallet/payment-sessions/${session}/finalization-status/`;

const aCustomer = () => `customer-${randomBytes(4).toString('hex')}`;

describe('what merchants may know of wallets', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    // Whoever has a wallet may ask.
    await credit('somebody');
  });

  /** Five dinars for a customer of the seeded merchant. */
  function credit(customerId: string, given: Partial<MovementRequest> = {}, merchantId = DEMO) {
    return system.store.wallets.move({
      holder: { merchantId, customerId, currency: kwd('0').currency, sandbox: false },
      key: randomBytes(8).toString('hex'),
      type: 'credit_refund',
      amount: kwd('5'),
      origin: { sessionId: SESSION, pgCode: codeOf('sandbox') },
      now: CREATED_AT,
      ...given,
    });
  }
  const ask = async (path: string, body: Json, client = merchant) => {
    const answer = await client.call('POST', path, body);
    return { ...answer, list: answer.status === 200 ? rows(answer.body, 'results') : [] };
  };

  describe('accounts', () => {
    it('are described by exactly the fields of the contract', async () => {
      const customer = aCustomer();
      await credit(customer);
      await credit(customer, { type: 'reserve', amount: kwd('2'), now: CREATED_AT + 5000 });
      const { body } = await ask(ACCOUNTS, { customer_id: customer });
      const [account] = rows(body, 'results');
      assert.deepEqual(body, {
        results: [
          {
            id: account?.['id'],
            customer_id: customer,
            currency: 'KWD',
            status: 'active',
            balance: '5.000',
            available_balance: '3.000',
            created_at: isoUtc(CREATED_AT),
            updated_at: isoUtc(CREATED_AT + 5000),
          },
        ],
        count: 1,
        next: null,
        previous: null,
      });
      assert.match(textIn(account ?? {}, 'id'), /^[0-9a-f-]{36}$/);
    });

    it('of nobody are an empty list', async () => {
      const { status, body } = await ask(ACCOUNTS, { customer_id: aCustomer() });
      assert.equal(status, 200);
      assert.deepEqual(body, { results: [], count: 0, next: null, previous: null });
    });

    it('are found by currency and status', async () => {
      const customer = aCustomer();
      const { accountId } = await credit(customer);
      const found = async (more: Json) =>
        (await ask(ACCOUNTS, { customer_id: customer, ...more })).list.length;
      assert.equal(await found({ currency: 'KWD', status: 'active' }), 1);
      assert.equal(await found({ currency: 'USD' }), 0);
      assert.equal(await found({ status: 'suspended' }), 0);
      await system.store.wallets.setStatus(DEMO, accountId, {
        status: 'suspended',
        now: CREATED_AT,
      });
      assert.equal(await found({ status: 'suspended' }), 1);
      assert.equal(await found({ status: '' }), 1);
    });

    it('of the sandbox are marked', async () => {
      const customer = aCustomer();
      const holder = { merchantId: DEMO, customerId: customer, currency: kwd('0').currency };
      await credit(customer, { holder: { ...holder, sandbox: true } });
      const { list } = await ask(ACCOUNTS, { customer_id: customer });
      assert.equal(list[0]?.['is_sandbox'], true);
      const entries = await ask(ENTRIES, { customer_id: customer, currency: 'KWD' });
      assert.equal(entries.list[0]?.['is_sandbox'], true);
    });
  });

  describe('entries', () => {
    const customer = aCustomer();
    before(async () => {
      await credit(customer);
      await credit(customer, { now: CREATED_AT + DAY_MS, origin: { sessionId: sessionOf('b2') } });
      await credit(customer, {
        now: CREATED_AT + 2 * DAY_MS,
        type: 'credit_adjustment',
        origin: {},
      });
      await credit(customer, {
        now: CREATED_AT + 3 * DAY_MS,
        type: 'debit_adjustment',
        origin: {},
      });
    });
    const entries = (more: Json = {}) =>
      ask(ENTRIES, { customer_id: customer, currency: 'KWD', ...more });

    const types = async (pagination: unknown) => {
      const { list, body } = await entries({ pagination });
      return { shown: list.map((row) => String(row['created_at']).slice(8, 10)).join(), body };
    };

    it('are described by exactly the fields of the contract, newest first', async () => {
      const { list, body } = await entries();
      assert.equal(body['count'], 4);
      assert.deepEqual(list.at(-1), {
        entry_type: 'credit_refund',
        direction: 'credit',
        amount: '5.000',
        currency: 'KWD',
        status: 'completed',
        session_id: SESSION,
        pg_code: 'sandbox',
        created_at: isoUtc(CREATED_AT),
      });
      assert.equal(list[0]?.['entry_type'], 'debit_adjustment');
      assert.equal(list[0]?.['session_id'], null);
    });

    for (const [what, more, expected] of [
      ['a type', { entry_type: 'credit_refund' }, 2],
      ['a direction', { direction: 'debit' }, 1],
      ['a status', { status: 'completed' }, 4],
      ['a status that none has', { status: 'pending' }, 0],
      ['a payment', { session_id: SESSION }, 1],
      ['an account', { pg_code: 'sandbox' }, 1],
      ['our own name', { provider: 'wallet_sarraf' }, 4],
      ['another provider', { provider: 'wallet_other' }, 0],
      ['a first day', { date_from: '2026-01-16' }, 3],
      ['a last day, which counts', { date_to: '2026-01-16' }, 2],
      ['a span', { date_from: '2026-01-16', date_to: '2026-01-17' }, 2],
      ['a moment, which counts', { date_to: '2026-01-15T09:00:00Z' }, 1],
      ['an empty field, which asks for nothing', { direction: '', date_to: null }, 4],
    ] as const)
      it(`are found by ${what}`, async () => {
        const { status, list, body, text: raw } = await entries(more);
        assert.equal(status, 200, raw);
        assert.equal(list.length, expected);
        assert.equal(body['count'], expected);
      });

    it('are turned page by page with what the answer gives', async () => {
      const first = await types({ per_page: 3 });
      assert.equal(first.shown, '18,17,16');
      assert.equal(first.body['previous'], null);
      const second = await types(first.body['next']);
      assert.equal(second.shown, '15');
      assert.equal(second.body['next'], null);
      assert.equal((await types(second.body['previous'])).shown, first.shown);
    });

    it('of a customer without a wallet in the currency are an error', async () => {
      const usd = await ask(ENTRIES, { customer_id: customer, currency: 'USD' });
      assert.equal(usd.status, 400);
      assert.equal(usd.body['code'], 'not_found');
    });
  });

  describe('an operation', () => {
    it('is read by its number, or the same as text', async () => {
      const customer = aCustomer();
      await credit(customer);
      const { id, key } = await credit(customer, { type: 'reserve' });
      await system.store.wallets.conclude({ merchantId: DEMO, key }, 'release', CREATED_AT + 1000);
      for (const operation_id of [id, String(id)]) {
        const { status, body } = await merchant.call('POST', OPERATIONS, { operation_id });
        assert.equal(status, 200);
        const [reserved, released] = rows(body, 'entries');
        assert.deepEqual(body, {
          operation_type: 'reservation',
          status: 'canceled',
          session_id: SESSION,
          entries: [
            {
              id: reserved?.['id'],
              entry_type: 'reserve',
              direction: 'debit',
              amount: '5.000',
              currency: 'KWD',
              status: 'completed',
              created_at: isoUtc(CREATED_AT),
            },
            {
              id: released?.['id'],
              entry_type: 'release',
              direction: 'credit',
              amount: '5.000',
              currency: 'KWD',
              status: 'completed',
              created_at: isoUtc(CREATED_AT + 1000),
            },
          ],
        });
      }
    });

    it('that there is not is a fault of the field', async () => {
      const { status, body } = await ask(OPERATIONS, { operation_id: 999_999_999 });
      assert.equal(status, 400);
      assert.ok('operation_id' in body);
    });
  });

  describe('a bad question', () => {
    for (const [path, body, fields] of [
      [ACCOUNTS, {}, 'customer_id'],
      [ACCOUNTS, { customer_id: 7 }, 'customer_id'],
      [ACCOUNTS, { customer_id: 'x'.repeat(65) }, 'customer_id'],
      [ACCOUNTS, { customer_id: { $ne: '' } }, 'customer_id'],
      [ACCOUNTS, { customer_id: 'a', currency: 'XYZ', status: 'asleep' }, 'currency status'],
      [ACCOUNTS, { customer_id: 'a', pagination: 'all' }, 'pagination'],
      [ACCOUNTS, { customer_id: 'a', pagination: { per_page: 51 } }, 'pagination'],
      [ACCOUNTS, { customer_id: 'a', pagination: { per_page: 0 } }, 'pagination'],
      [ACCOUNTS, { customer_id: 'a', pagination: { cursor: 1.5 } }, 'pagination'],
      [ACCOUNTS, { customer_id: 'a', pagination: { direction: 'up' } }, 'pagination'],
      [ENTRIES, {}, 'currency customer_id'],
      [ENTRIES, { customer_id: 'a', currency: 'KWD', entry_type: 'gift' }, 'entry_type'],
      [ENTRIES, { customer_id: 'a', currency: 'KWD', direction: 'up' }, 'direction'],
      [ENTRIES, { customer_id: 'a', currency: 'KWD', status: 'done' }, 'status'],
      [ENTRIES, { customer_id: 'a', currency: 'KWD', date_from: '2026-02-30' }, 'date_from'],
      [ENTRIES, { customer_id: 'a', currency: 'KWD', pg_code: 'a b' }, 'pg_code'],
      [OPERATIONS, {}, 'operation_id'],
      [OPERATIONS, { operation_id: 'op_1' }, 'operation_id'],
      [OPERATIONS, { operation_id: -1 }, 'operation_id'],
      [OPERATIONS, { operation_id: 1.5 }, 'operation_id'],
      [OPERATIONS, { operation_id: [1] }, 'operation_id'],
    ] as const)
      it(`${path} ${JSON.stringify(body).slice(0, 90)} names ${fields}`, async () => {
        const answer = await merchant.call('POST', path, body);
        assert.equal(answer.status, 400, answer.text);
        assert.equal(Object.keys(answer.body).toSorted().join(' '), fields);
      });
  });

  describe('the finalization of a payment', () => {
    it('is pending while nobody has paid, and nothing changes by asking', async () => {
      const session = await merchant.sale();
      const { status, body } = await merchant.call('GET', finalizationOf(session));
      assert.equal(status, 200);
      assert.deepEqual(body, {
        status: 'PENDING',
        payment_transaction_id: session,
        last_updated_at: body['last_updated_at'],
        source: 'inquiry',
      });
      assert.match(textIn(body, 'last_updated_at'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const again = await merchant.call('GET', finalizationOf(session));
      assert.deepEqual(again.body, body);
    });

    for (const session of [sessionOf('ff'), 'nonsense', '..%2f..'])
      it(`of ${session.slice(-12)} is not there`, async () => {
        assert.equal((await merchant.call('GET', finalizationOf(session))).status, 404);
      });
  });

  describe('who asks', () => {
    it('sees nothing of another merchant', async () => {
      const customer = aCustomer();
      const { id } = await credit(customer);
      const other = await anotherMerchant(system);
      await credit('their own', {}, other.id);
      const accounts = await ask(ACCOUNTS, { customer_id: customer }, other.client);
      assert.deepEqual(accounts.list, []);
      const entries = await ask(ENTRIES, { customer_id: customer, currency: 'KWD' }, other.client);
      assert.equal(entries.status, 400);
      const theirs = await ask(OPERATIONS, { operation_id: id }, other.client);
      // Their own operation may have the same number: it is never ours.
      assert.ok(theirs.status === 400 || !theirs.text.includes(SESSION));
      const session = await merchant.sale();
      const { status } = await other.client.call('GET', finalizationOf(session));
      assert.equal(status, 404);
    });

    it('is told so where no wallet is switched on', async () => {
      const { client } = await anotherMerchant(system, { code: 'cash' });
      for (const [path, body] of [
        [ACCOUNTS, { customer_id: 'a' }],
        [ENTRIES, { customer_id: 'a', currency: 'KWD' }],
        [OPERATIONS, { operation_id: 1 }],
      ] as const) {
        const answer = await client.call('POST', path, body);
        assert.equal(answer.status, 503);
        assert.equal(answer.body['code'], 'wallet_not_configured');
      }
    });

    it('needs wallet.view as a user, and a key that is not public', async () => {
      const allowed = await aPerson(system, { permissions: ['wallet.view'] });
      const others = await aPerson(system, { permissions: ['payment_request.view'] });
      const session = await merchant.sale();
      const asked = async (authorization: string) => {
        const json = { 'Content-Type': 'application/json', Authorization: authorization };
        const post = (path: string, body: Json) =>
          send(`${system.run.api}${path}`, {
            method: 'POST',
            headers: json,
            body: JSON.stringify(body),
          });
        const answers = await Promise.all([
          post(ACCOUNTS, { customer_id: 'somebody' }),
          post(ENTRIES, { customer_id: 'somebody', currency: 'KWD' }),
          post(OPERATIONS, { operation_id: 999_999_999 }),
          send(`${system.run.api}${finalizationOf(session)}`, { headers: json }),
        ]);
        return answers.map(({ status }) => status).join(' ');
      };
      assert.equal(await asked(allowed.basic), '200 200 400 200');
      assert.equal(await asked(await allowed.bearer()), '200 200 400 200');
      assert.equal(await asked(others.basic), '403 403 403 403');
      assert.equal(await asked('Basic bm9ib2R5OnBhc3M='), '401 401 401 401');
      assert.equal(await asked(`Api-Key ${system.run.keys.public}`), '401 401 401 401');
    });
  });
});
