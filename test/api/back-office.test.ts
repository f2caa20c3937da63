import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Permission } from '../../domain/permission.ts';
import { aCard, anAgreement } from '../support/builders.ts';
import {
  merchantAt,
  part,
  rows,
  SALE,
  send,
  textIn,
  TRANSACTIONS,
  until,
  type Answer,
  type Json,
} from '../support/http.ts';
import { theSystem, type System } from '../support/system.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { aBillBody, aRow, INVOICES } from './support/invoices.ts';
import { paymentIdIn, sandboxNetworkOf } from './support/network.ts';
import { goToNetwork } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { untilState } from './support/records.ts';
import { aShop, type Shop } from './support/shop.ts';

const CUSTOMERS = '/b/pbl/v2/customers/';
const CARDS = '/b/pbl/v2/card/';
const AGREEMENTS = '/b/pbl/v2/agreements/';
const SEARCH = '/b/checkout/v1/transactions/';
const PREVIEW = `${SEARCH}preview/`;
const TEMPLATE = '/b/bulk/v1/bulk/template/';

describe('what the pages of a merchant’s people ask', function () {
  this.timeout(60_000);
  let system: System;
  let shop: Shop;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system);
  });

  /** What a new person of the shop with these permissions is answered. */
  async function asPerson(permissions: readonly Permission[], path: string, method = 'GET') {
    const { basic } = await aPerson(system, { merchantId: shop.id, permissions });
    return send(`${system.run.api}${path}`, { method, headers: { authorization: basic } });
  }
  const get = (path: string): Promise<Answer> => shop.client.call('GET', path);
  const preview = (body: Json) => shop.client.call('POST', PREVIEW, body);
  const count = async () => (await get(`${SEARCH}?count=true`)).body['count'];

  describe('of customers', () => {
    const customerId = 'c/77 سارة';
    const at = `${CUSTOMERS}${encodeURIComponent(customerId)}/`;
    const family = `Family${randomUUID().slice(0, 8)}`;
    const email = `${family}@shop.example`;
    let paidId = '';
    before(async () => {
      paidId = await shop.client.sale({
        amount: '10.250',
        customer_id: customerId,
        customer_email: 'old@shop.example',
        customer_phone: '+96550000077',
      });
      await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, paidId)));
      await untilState(system, paidId, 'paid');
      const refund = await shop.client.call('POST', '/b/pbl/v2/operation/', {
        operation: 'refund',
        session_id: paidId,
        amount: '1.005',
      });
      assert.equal(refund.status, 200, refund.text);
      const newest = { customer_first_name: 'Sara', customer_last_name: family };
      await shop.client.sale({ ...newest, customer_id: customerId, customer_email: email });
      await shop.client.sale({ ...newest, customer_id: 'c-78', customer_email: email });
      // Nobody knows as whom.
      await shop.client.sale({ ...newest, customer_email: email });
      const whose = { merchantId: shop.id, customerId };
      await system.store.cards.keep(aCard({ ...whose, sandbox: true, token: 'tok_77' }));
      await system.store.agreements.insert(anAgreement({ ...whose, uuid: randomUUID() }));
    });

    it('finds them by address, telephone, name and their own name, who paid last first', async () => {
      const found = async (q: string) => {
        const { status, body, text } = await get(asked(q));
        assert.equal(status, 200, text);
        return [
          rows(body, 'results').map((row) => row['customer_id']),
          rows(body, 'understood_as').map(({ field }) => field),
        ];
      };
      const both = ['c-78', customerId];
      assert.deepEqual(await found(email.toUpperCase()), [both, ['customer_email', 'customer_id']]);
      assert.deepEqual(await found(`sara ${family}`), [both, ['customer_name', 'customer_id']]);
      assert.deepEqual(await found('50000077'), [[customerId], ['customer_phone', 'customer_id']]);
      assert.deepEqual(await found(customerId), [[customerId], ['customer_name', 'customer_id']]);
      assert.deepEqual((await found('nobody@shop.example'))[0], []);
      const [, last] = rows((await get(asked(email))).body, 'results');
      const { last_payment_at: when, ...rest } = last ?? {};
      assert.ok(Date.parse(String(when)) <= Date.now());
      assert.deepEqual(rest, {
        customer_id: customerId,
        first_name: 'Sara',
        last_name: family,
        email,
        // Of this address there is one payment.
        payments: 1,
      });
    });

    it('tells of one what was paid, to the last unit, what is kept of them, and where all of it is', async () => {
      const { status, body, text } = await get(at);
      assert.equal(status, 200, text);
      const { sums, cards, agreements, wallets, links, sums_since: since, ...contact } = body;
      const { last_payment_at: _when, ...who } = contact;
      assert.deepEqual(who, {
        customer_id: customerId,
        first_name: 'Sara',
        last_name: family,
        email,
        phone: '+96550000077',
      });
      assert.deepEqual(sums, [
        {
          currency_code: 'KWD',
          is_sandbox: true,
          payments: 1,
          paid_amount: '10.250',
          refunded_amount: '1.005',
        },
      ]);
      const days = (Date.now() - Date.parse(String(since))) / 86_400_000;
      assert.ok(days > 364 && days < 367, String(days));
      assert.deepEqual(
        rows({ cards }, 'cards').map((card) => [card['token'], card['is_sandbox']]),
        [['tok_77', true]],
      );
      assert.deepEqual(
        rows({ agreements }, 'agreements').map((one) => one['customer_id']),
        [customerId],
      );
      assert.deepEqual(wallets, []);
      for (const [name, count] of [
        ['payments', 2],
        ['agreements', 1],
      ] as const) {
        const { pathname, search } = new URL(textIn(part({ links }, 'links'), name));
        const list = await get(`${pathname}${search}`);
        assert.equal(rows(list.body, 'results').length, count, list.text);
      }
    });

    it('refuses what it does not know, and shows nobody of another merchant', async () => {
      for (const [query, fields] of [
        ['', ['q']],
        ['q=%20%20', ['q']],
        [`q=${'x'.repeat(201)}`, ['q']],
        ['q=Sara&name=Sara', ['name']],
        ['limit=5', ['limit', 'q']],
      ] as const) {
        const { status, body } = await get(`${CUSTOMERS}?${query}`);
        assert.deepEqual([status, Object.keys(body).toSorted()], [400, fields]);
      }
      const stranger = merchantAt(system.run.api, (await anotherMerchant(system)).key);
      assert.deepEqual((await stranger.call('GET', asked(email))).body['results'], []);
      for (const answer of [await stranger.call('GET', at), await get(`${CUSTOMERS}c-7/`)])
        assert.deepEqual([answer.status, answer.body['code']], [404, 'not_found']);
    });

    it('shows people what they may see, and leaves in the audit log that they have looked', async () => {
      for (const path of [asked(email), at]) {
        const { status, text } = await asPerson(['payment_request.view', 'wallet.view'], path);
        assert.deepEqual([status, /customer\.view/.test(text)], [403, true]);
      }
      // Payments of a type that they may not see tell them of nobody.
      const blind = ['customer.view', 'e_commerce.view'] as const;
      assert.deepEqual((await asPerson(blind, asked(email))).body['results'], []);
      assert.equal((await asPerson(blind, at)).status, 404);
      const seeing = ['customer.view', 'payment_request.view'] as const;
      assert.equal('wallets' in (await asPerson(seeing, at)).body, false);
      assert.ok('wallets' in (await asPerson([...seeing, 'wallet.view'], at)).body);
      for (const [path, fields, count] of [
        [asked(email), ['customer_email', 'customer_id'], 2],
        [at, ['customer_id'], 1],
        [`${CUSTOMERS}c-7/`, ['customer_id'], 0],
        [`${CARDS}?${whoseCards(customerId)}`, ['customer_id'], 1],
      ] as const) {
        const answer = await asPerson(seeing, path);
        const requestId = answer.headers.get('x-request-id') ?? '';
        const action = await until('the entry', async () => {
          for await (const entry of system.store.audit.entries()) {
            const about = part(entry, 'action');
            if (about['name'] === 'read' && about['requestId'] === requestId) return { ...about };
          }
          return undefined;
        });
        assert.deepEqual([action['fields'], action['rows']], [fields, count], path);
      }
    });

    it('lets people delete a card who may do that', async () => {
      const path = `${CARDS}tok_77/?${whoseCards(customerId)}`;
      assert.equal((await asPerson(['customer.view'], path, 'DELETE')).status, 403);
      assert.equal((await asPerson(['card.delete'], path, 'DELETE')).status, 204);
      assert.deepEqual((await get(at)).body['cards'], []);
    });
  });

  describe('before a payment is made', () => {
    it('is what it will cost by each method, as it costs then, and nothing is kept', async () => {
      const before = await count();
      const body = { ...SALE, amount: '12.345', pg_codes: ['sandbox', 'sandbox-fee'] };
      const answer = await preview({ ...body, expiration_time: '0 02:00:00' });
      assert.equal(answer.status, 200, answer.text);
      const { payment_methods: methods, expires_at: until_, ...rest } = answer.body;
      assert.ok(Date.parse(String(until_)) > Date.now() + 7_000_000);
      assert.deepEqual(rest, {
        type: SALE.type,
        operation: 'purchase',
        payment_type: 'one_off',
        amount: '12.345',
        currency_code: 'KWD',
        expiration_time: '02:00:00',
      });
      assert.equal(await count(), before);
      const created = await shop.client.call('POST', TRANSACTIONS, body);
      assert.deepEqual(
        rows({ methods }, 'methods').map(({ code, fee, total }) => [code, fee, total]),
        rows(created.body, 'payment_methods').map(({ code, fee, amount }) => [code, fee, amount]),
      );
      assert.ok(
        rows({ methods }, 'methods').some(({ fee }) => fee !== '0.000'),
        answer.text,
      );
    });

    it('has the very faults that making it has', async () => {
      for (const more of [
        { amount: '1.2345' },
        { amount: '0', pg_codes: ['nowhere'] },
        { currency_code: 'XYZ', customer_email: 'nobody', type: 'shop' },
        { payment_instrument: { instrument_type: 'token', payload: {} } },
        { payment_type: 'auto_debit' },
        { attachment_upload_url: '/nothing.pdf' },
        { agreement: { id: 'A-1' } },
        { initiator_id: 1_000_000 },
      ] as const) {
        const body = { ...SALE, ...more };
        const [told, made] = [
          await preview(body),
          await shop.client.call('POST', TRANSACTIONS, body),
        ];
        assert.deepEqual([told.status, told.body], [400, made.body]);
      }
      const { status, text } = await send(`${system.run.api}${PREVIEW}`, {
        method: 'POST',
        headers: {
          authorization: (
            await aPerson(system, { merchantId: shop.id, permissions: ['payment_request.add'] })
          ).basic,
          'content-type': 'application/json',
        },
        body: JSON.stringify(SALE),
      });
      assert.deepEqual([status, /gateway\.use/.test(text)], [403, true]);
      await shop.set({ paused: true });
      assert.equal((await preview(SALE)).status, 423);
      await shop.set({ paused: false });
    });

    it('is of an invoice every figure, and its faults, a number that is taken among them', async () => {
      const before = await count();
      const bill = aBillBody({
        invoice_items: [aRow({ tax_rate: '5' })],
        discount_percentage: '10',
      });
      const told = await shop.client.call('POST', `${INVOICES}preview/`, bill);
      assert.equal(told.status, 200, told.text);
      assert.equal(await count(), before);
      const made = await shop.client.call('POST', INVOICES, bill);
      assert.equal(made.status, 201, made.text);
      const {
        invoice_items: items,
        payment_methods: methods,
        expires_at: _at,
        ...rest
      } = told.body;
      const figures = Object.fromEntries(
        Object.keys(rest).map((name) => [name, made.body[name]] as const),
      );
      assert.deepEqual(rest, figures);
      assert.deepEqual(
        rows({ items }, 'items'),
        rows(made.body, 'invoice_items').map(({ id: _id, invoice: _of, ...line }) => line),
      );
      assert.deepEqual(
        rows({ methods }, 'methods').map(({ total }) => total),
        [made.body['amount']],
      );
      for (const body of [
        bill,
        { ...bill, invoice_number: 'x', total_incl_tax: '1', due_date: '1' },
      ]) {
        const [one, other] = [
          await shop.client.call('POST', `${INVOICES}preview/`, body),
          await shop.client.call('POST', INVOICES, body),
        ];
        assert.deepEqual([one.status, one.body], [400, other.body]);
      }
    });
  });

  it('are agreements by their names and by when they are due, and 400 for what is none', async () => {
    const agreement = anAgreement({
      merchantId: shop.id,
      uuid: randomUUID(),
      customerId: 'c-due',
      terms: { id: 'A-due', type: 'other' },
    });
    await system.store.agreements.insert(agreement);
    const found = async (query: string) => {
      const { status, body, text } = await get(`${AGREEMENTS}?${query}`);
      assert.equal(status, 200, text);
      return rows(body, 'results').some(({ uuid }) => uuid === agreement.uuid);
    };
    for (const [query, isFound] of [
      ['q=A-due&autopay=none,paused', true],
      ['q=c-due', true],
      [`q=${agreement.uuid}`, true],
      ['q=A-due&ended_as=declined', false],
      ['q=A-due&due_after=2026-01-01', false],
      ['q=A-due&autopay=active', false],
    ] as const)
      assert.equal(await found(query), isFound, query);
    const { status, body } = await get(
      `${AGREEMENTS}?autopay=on&ended_as=bored&due_after=soon&due_before=2026-02-30`,
    );
    assert.deepEqual(
      [status, Object.keys(body).toSorted()],
      [400, ['autopay', 'due_after', 'due_before', 'ended_as']],
    );
    const turned = await get(`${AGREEMENTS}?due_after=2026-02-02&due_before=2026-02-01`);
    assert.deepEqual([turned.status, Object.keys(turned.body)], [400, ['due_before']]);
  });

  it('is a file to fill in, of which nothing is made as it is', async () => {
    const { headers, text } = await get(`${TEMPLATE}?columns=all&language=ar`);
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(text, /^amount,currency_code,pg_codes,order_no/);
    const upload = await send(`${system.run.api}/b/bulk/v1/bulk/?skip_invalid=true`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${shop.key}`, 'content-type': 'text/csv' },
      body: text,
    });
    assert.equal(upload.status, 400, upload.text);
    assert.deepEqual(
      [upload.body['code'], upload.body['rows'], upload.body['unknown_columns']],
      ['invalid_rows', 1, []],
    );
    const wrong = await get(`${TEMPLATE}?columns=some&language=fr&color=red`);
    assert.deepEqual(
      [wrong.status, Object.keys(wrong.body).toSorted()],
      [400, ['color', 'columns', 'language']],
    );
  });
});

function whoseCards(customerId: string): string {
  return String(new URLSearchParams({ customer_id: customerId, type: 'sandbox' }));
}

function asked(q: string): string {
  return `${CUSTOMERS}?${String(new URLSearchParams({ q }))}`;
}
