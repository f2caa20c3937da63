import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { invoiceWorkflowId } from '../../workflows/ids.ts';
import { theSystem, type System } from '../support/system.ts';
import { part, rows, send, textIn, type Answer, type Json } from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import {
  aBillBody,
  aRow,
  billerAt,
  invoiceOf,
  INVOICES,
  untilStatus,
  type Biller,
} from './support/invoices.ts';
import type { Permission } from '../../domain/permission.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork, formOf, pressPayButton } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { DEMO, sessionIdOf, transactionOf } from './support/records.ts';

/** A busy machine has made it by then. */
const DUE_SOON_MS = 10_000;

interface Vector {
  readonly name: string;
  readonly currency_code: string;
  readonly request: Json;
  readonly items: readonly Json[];
  readonly invoice: Json;
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../vectors/invoices.json', import.meta.url), 'utf8'),
);

const WHOLE_SYSTEM: ReadonlySet<string> = new Set(['no decimals', 'invoice tax and discount']);

describe('invoices', () => {
  let system: System;
  let biller: Biller;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    biller = billerAt(system);
  });

  describe('creating', () => {
    it('takes what a merchant must send, and answers with the bill beside the transaction', async () => {
      const sent = aBillBody();
      const { status, body } = await biller.bill(sent);
      assert.equal(status, 201, JSON.stringify(body));
      const id = textIn(body, 'session_id');
      const { api } = system.run;
      const [item] = rows(body, 'invoice_items');
      const { id: itemId, ...row } = item ?? {};
      assert.ok(Number.isInteger(itemId) && Number.isInteger(body['invoice_id']));
      assert.deepEqual(row, {
        ...aRow(),
        invoice: body['invoice_id'],
        currency_code: 'KWD',
        discount_amount: '0.000',
        tax_amount: '0.000',
        total_excl_tax: '5.815',
        total_incl_tax: '5.815',
      });
      const { invoice_items: _items, billing: _billing, payment_methods, ...rest } = body;
      assert.equal(rows({ payment_methods }, 'payment_methods').length, 1);
      assert.deepEqual(rest, {
        type: 'payment_request',
        currency_code: 'KWD',
        pg_codes: ['sandbox'],
        invoice_number: sent['invoice_number'],
        due_date: '2099-12-31',
        due_datetime: '2099-12-31T00:00:00Z',
        session_id: id,
        invoice_id: body['invoice_id'],
        state: 'created',
        status: 'sent',
        operation: 'purchase',
        payment_type: 'one_off',
        language: 'en',
        expiration_time: '1 00:00:00',
        amount: '5.815',
        subtotal: '5.815',
        discount_amount: '0.000',
        tax_amount: '0.000',
        total_excl_tax: '5.815',
        total_incl_tax: '5.815',
        shipping_incl_tax: '0.000',
        checkout_url: `${api}/b/checkout/redirect/start/?session_id=${id}`,
        checkout_page_url: `${api}/checkout/${id}`,
        invoice_pdf_url: `${api}/b/invoice/${id}/pdf/`,
      });
    });

    it('gives back every field of the bill, percentages with two decimals, and the amount of a discount', async () => {
      const given = {
        company_name: 'Pearl Trading',
        due_date: '2099-06-30',
        due_datetime: '2099-06-30T18:00:00+03:00',
        tax_rate: '5',
        discount_percentage: '12.5',
        shipping_excl_tax: '2',
        shipping_method: 'Courier',
        shipping_tax_rate: '2.75',
        order_no: 'A-1',
        customer_email: 'sara@example.com',
        extra: { branch: 3 },
        language: 'ar',
        invoice_items: [
          aRow({ tax_rate: '15', discount_amount: '1' }),
          aRow({ discount_percentage: '0.5' }),
        ],
      };
      const body = await biller.billed(given);
      assert.deepEqual(Object.fromEntries(Object.keys(given).map((key) => [key, body[key]])), {
        ...given,
        due_datetime: '2099-06-30T15:00:00Z',
        tax_rate: '5.00',
        discount_percentage: '12.50',
        shipping_excl_tax: '2.000',
        shipping_tax_rate: '2.75',
        invoice_items: body['invoice_items'],
      });
      const [one, other] = rows(body, 'invoice_items');
      assert.deepEqual(
        [one?.['tax_rate'], one?.['discount_amount'], one?.['discount_percentage']],
        ['15.00', '1.000', undefined],
      );
      assert.deepEqual(
        [other?.['discount_amount'], other?.['discount_percentage']],
        ['0.029', '0.50'],
      );
      assert.equal(typeof body['discount_amount'], 'string');
      assert.notEqual(one?.['id'], other?.['id']);
    });

    // The others are in test/domain/invoice/arithmetic.test.ts: one has all that a bill can have, the other no decimals.
    const chosen = vectors.filter(({ name }) => WHOLE_SYSTEM.has(name));
    assert.equal(chosen.length, WHOLE_SYSTEM.size);
    for (const { name, currency_code, request, items, invoice } of chosen)
      it(`computes the vector "${name}" to the last digit`, async () => {
        const body = await biller.billed({
          ...request,
          currency_code,
          invoice_items: rows(request, 'invoice_items').map((item) => aRow(item)),
        });
        assert.deepEqual(figures(body, invoice), invoice);
        assert.deepEqual(
          rows(body, 'invoice_items').map((item, index) => figures(item, items[index] ?? {})),
          items,
        );
        const { amount } = await transactionOf(system, textIn(body, 'session_id'));
        assert.equal(amount.currency, currency_code);
      });

    it('takes numbers for text, and nothing or zero for what is left out', async () => {
      const body = await biller.billed({
        invoice_items: [
          aRow({ quantity: 2, unit_price: 12.345, tax_rate: 0, discount_amount: '0.000' }),
        ],
        discount_percentage: 10,
        discount_amount: 0,
        shipping_excl_tax: null,
        tax_rate: null,
        amount: 22.221,
      });
      const [item] = rows(body, 'invoice_items');
      assert.deepEqual(
        [body['amount'], body['discount_amount'], body['discount_percentage']],
        ['22.221', '2.469', '10.00'],
      );
      assert.deepEqual([item?.['quantity'], item?.['unit_price']], ['2', '12.345']);
      assert.ok(!('tax_rate' in body) && !('shipping_excl_tax' in body));
    });

    it('takes a form with a file, and gives what was asked for beside the bill', async () => {
      const { invoice_items, pg_codes: _codes, ...fields } = aBillBody();
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) form.set(key, String(value));
      form.set('pg_codes', 'sandbox');
      form.set('invoice_items', JSON.stringify(invoice_items));
      for (const flag of ['generate_qr_code', 'shortify_checkout_url', 'include_sdk_setup_preload'])
        form.set(flag, 'true');
      form.set('attachment', new File(['%PDF-1.7\n%%EOF\n'], 'terms.pdf'));
      const { status, body } = await send(`${system.run.api}${INVOICES}`, {
        method: 'POST',
        headers: { Authorization: `Api-Key ${system.run.keys.private}` },
        body: form,
      });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body['amount'], '5.815');
      for (const link of ['qr_code_url', 'checkout_short_url', 'attachment', 'invoice_pdf_url'])
        assert.equal((await send(textIn(body, link))).status < 400, true, link);
      assert.equal(part(body, 'sdk_setup_preload_payload')['amount'], '5.815');
    });

    it('goes by the settings of its plugins, but is never paid in part', async () => {
      const { client, id } = await anotherMerchant(system);
      const settings = await system.store.merchants.find(id);
      assert.ok(settings);
      const set = (more: object) =>
        system.store.merchants.put(
          { ...settings, plugins: { ...settings.plugins, ...more } },
          'another key',
        );
      await set({ payment_request: { enabled: true, amountEditable: true, currency: 'KWD' } });
      const { currency_code: _currency, ...bare } = aBillBody();
      const { status, body } = await client.call('POST', INVOICES, bare);
      assert.deepEqual([status, body['currency_code']], [201, 'KWD']);
      const { amountEditable } = await transactionOf(system, textIn(body, 'session_id'));
      assert.equal(amountEditable, undefined);
      await set({ invoice: { enabled: false } });
      assert.equal((await client.call('POST', INVOICES, aBillBody())).status, 404);
    });

    it('gives every invoice and every item a whole number of its own', async () => {
      const bodies = await Promise.all(
        Array.from({ length: 4 }, () => biller.billed({ invoice_items: [aRow(), aRow()] })),
      );
      const ids = bodies.map((body) => body['invoice_id']);
      const items = bodies.flatMap((body) => rows(body, 'invoice_items').map(({ id }) => id));
      assert.equal(new Set(ids).size, 4);
      assert.equal(new Set(items).size, 8);
    });

    it('has a document and a workflow that can be searched for when it answers', async () => {
      const body = await biller.billed();
      const id = textIn(body, 'session_id');
      const stored = await invoiceOf(system, id);
      assert.deepEqual([stored?.merchantId, stored?.status], [DEMO, 'sent']);
      const described = await system.temporal.workflow
        .getHandle(invoiceWorkflowId(sessionIdOf(id)))
        .describe();
      assert.equal(described.status.name, 'RUNNING');
      const attributes = described.typedSearchAttributes
        .getAll()
        // The server adds one of its own with the first workflow task.
        .filter(({ key }) => key.name !== 'BuildIds')
        .map(({ key, value }) => [key.name, value]);
      assert.deepEqual(Object.fromEntries(attributes), {
        InvoiceStatus: 'sent',
        MerchantId: 'demo',
        CurrencyCode: 'KWD',
        AmountMinor: 5815,
      });
    });
  });

  describe('the number', () => {
    it('is taken once, also by eight at the same time', async () => {
      const body = aBillBody();
      const answers = await Promise.all(Array.from({ length: 8 }, () => biller.bill(body)));
      const created = answers.filter(({ status }) => status === 201);
      const refused = answers.filter(({ status }) => status === 400);
      assert.deepEqual([created.length, refused.length], [1, 7]);
      for (const answer of refused) assert.deepEqual(Object.keys(answer.body), ['invoice_number']);
    });

    it('stays free when the invoice is refused', async () => {
      const body = aBillBody();
      const refused = await biller.bill({ ...body, amount: '1' });
      assert.deepEqual(
        [refused.status, refused.body],
        [400, { amount: ['Expected 5.815, got 1.'] }],
      );
      assert.equal((await biller.bill(body)).status, 201);
    });

    it('is one merchant’s own: another has the same', async () => {
      const body = aBillBody();
      assert.equal((await biller.bill(body)).status, 201);
      const { client } = await anotherMerchant(system);
      assert.equal((await client.call('POST', INVOICES, body)).status, 201);
    });

    it('makes no second transaction when it is refused', async () => {
      const order_no = randomUUID();
      const body = aBillBody({ order_no });
      await biller.bill(body);
      await biller.bill(body);
      const found = await system.store.transactions.listByOrder(DEMO, order_no, {
        limit: 5,
        offset: 0,
      });
      assert.equal(found.count, 1);
    });
  });

  describe('with an Idempotency-Key', () => {
    it('is made once of eight parallel calls, and answered alike', async () => {
      const [key, body] = [randomUUID(), aBillBody()];
      const answers = await Promise.all(Array.from({ length: 8 }, () => keyed(system, key, body)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ text: answer }) => answer)).size, 1);
    });

    it('refuses another body under the same key', async () => {
      const key = randomUUID();
      assert.equal((await keyed(system, key, aBillBody())).status, 201);
      const other = await keyed(system, key, aBillBody());
      assert.deepEqual([other.status, other.body['code']], [409, 'idempotency_conflict']);
    });

    it('goes on with a session whose documents an earlier request has written', async () => {
      const [key, body] = [randomUUID(), aBillBody()];
      const first = await keyed(system, key, body);
      const id = textIn(first.body, 'session_id');
      // As after a crash between the writes and the answer.
      const claim = { merchantId: DEMO, route: `POST ${INVOICES.slice(0, -1)}`, key };
      const held = await system.store.claims.find(claim);
      assert.ok(held);
      const { answer: _answer, ...open } = held;
      const again = randomUUID();
      await system.store.claims.claim({ ...open, key: again, leaseUntil: 0 });
      const second = await keyed(system, again, body);
      assert.deepEqual([second.status, textIn(second.body, 'session_id')], [201, id]);
      assert.equal(second.body['invoice_id'], first.body['invoice_id']);
    });
  });

  describe('of a user', () => {
    it('needs three permissions: for the type, for invoices, for each gateway', async () => {
      const all = ['payment_request.add', 'invoice.add', 'gateway.use:sandbox'] as const;
      for (const missing of all) {
        const answer = await billedBy(
          system,
          all.filter((one) => one !== missing),
        );
        assert.deepEqual([answer.status, answer.body['code']], [403, 'permission_denied'], missing);
      }
      const other = await billedBy(system, [
        'e_commerce.add',
        'invoice.add',
        'gateway.use:sandbox',
      ]);
      assert.equal(other.status, 403);
      assert.equal((await billedBy(system, all)).status, 201);
    });

    it('is read with the permission to see its type', async () => {
      const id = textIn(await biller.billed(), 'session_id');
      const read = async (permissions: readonly Permission[]) => {
        const { basic } = await aPerson(system, { permissions });
        const url = `${system.run.api}${INVOICES}${id}/`;
        return (await send(url, { headers: { Authorization: basic } })).status;
      };
      assert.equal(await read(['payment_request.view']), 200);
      assert.equal(await read(['e_commerce.view']), 403);
      assert.equal(await read(['invoice.add']), 403);
    });
  });

  describe('an invoice that exists', () => {
    it('is read with the status of now; others cannot read it', async () => {
      const body = await biller.billed();
      const id = textIn(body, 'session_id');
      assert.deepEqual((await biller.read(id)).body, body);
      const { client } = await anotherMerchant(system);
      assert.equal((await client.call('GET', `${INVOICES}${id}/`)).status, 404);
      assert.equal((await biller.read('f'.repeat(40))).status, 404);
      assert.equal((await biller.read(await biller.merchant.sale())).status, 404);
    });

    it('knows no method that would change it', async () => {
      const id = textIn(await biller.billed(), 'session_id');
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        for (const path of [INVOICES, `${INVOICES}${id}/`]) {
          const { status, body } = await biller.merchant.call(method, path, {});
          assert.deepEqual([status, body['code']], [405, 'method_not_allowed'], method + path);
        }
    });

    it('has a transaction that is read like any and refuses every change', async () => {
      const body = await biller.billed({ order_no: 'A-7' });
      const id = textIn(body, 'session_id');
      const read = await biller.merchant.read(id);
      assert.deepEqual(
        [read.status, read.body['amount'], read.body['order_no']],
        [200, '5.815', 'A-7'],
      );
      const changes: readonly Json[] = [
        { amount: '1.000' },
        { order_no: 'A-8' },
        {},
        { amount: -1 },
      ];
      for (const change of changes)
        for (const answer of [
          await biller.merchant.patch(id, change),
          await biller.merchant.put(id, { ...aBillBody(), amount: '5.815', ...change }),
        ])
          assert.deepEqual([answer.status, answer.body['code']], [400, 'invoice_immutable']);
      const transaction = await transactionOf(system, id);
      assert.deepEqual([transaction.version, transaction.orderNo], [1, 'A-7']);
    });
  });

  describe('the status', () => {
    it('is paid when the payer has paid, and stays so', async () => {
      const id = textIn(await biller.billed(), 'session_id');
      const network = sandboxNetworkOf(system);
      await network.pay(paymentIdIn(await goToNetwork(system, id)));
      const body = await untilStatus(biller, id, 'paid');
      assert.equal(body['state'], 'paid');
      assert.deepEqual(await network.moved(id), ['capture 5.815 KWD']);
      const handle = system.temporal.workflow.getHandle(invoiceWorkflowId(sessionIdOf(id)));
      assert.equal(await handle.result(), 'paid');
    });

    it('is paid when the payer chose cash, until that is canceled', async () => {
      const id = textIn(await biller.billed({ pg_codes: ['cash'] }), 'session_id');
      const formId = await formOf(system, id);
      await pressPayButton(system, id, { formId, code: 'cash' });
      await untilStatus(biller, id, 'paid');
      const canceled = await cancel(system, id);
      assert.equal(canceled.status, 200, canceled.text);
      await untilStatus(biller, id, 'canceled');
    });

    it('is canceled with its transaction', async () => {
      const id = textIn(await biller.billed(), 'session_id');
      await send(`${system.run.api}/checkout/${id}/cancel/`, {
        method: 'POST',
        body: new URLSearchParams(),
      });
      await untilStatus(biller, id, 'canceled');
    });

    it('is overdue when the due time has passed, and paid when money comes later', async () => {
      const due_datetime = new Date(Date.now() + DUE_SOON_MS).toISOString();
      const bill = await biller.billed({ due_datetime });
      assert.equal(bill['status'], 'sent');
      const id = textIn(bill, 'session_id');
      await untilStatus(biller, id, 'overdue', DUE_SOON_MS + 30_000);
      await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, id)));
      await untilStatus(biller, id, 'paid');
    });
  });
});

/** The values of an object under the keys of another one. */
function figures(of: Json, like: Json): Json {
  return Object.fromEntries(Object.keys(like).map((key) => [key, of[key]]));
}

/** The same bill under a key of the merchant's. */
function keyed({ run }: System, key: string, body: Json): Promise<Answer> {
  return send(`${run.api}${INVOICES}`, {
    method: 'POST',
    headers: {
      Authorization: `Api-Key ${run.keys.private}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
}

/** The merchant cancels a payment. */
function cancel({ run }: System, id: string): Promise<Answer> {
  return send(`${run.api}/b/pbl/v2/operation/`, {
    method: 'POST',
    headers: {
      Authorization: `Api-Key ${run.keys.private}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ session_id: id, operation: 'cancel' }),
  });
}

/** A user with these permissions tries to create an invoice. */
async function billedBy(system: System, permissions: readonly Permission[]): Promise<Answer> {
  const { basic } = await aPerson(system, { permissions });
  return send(`${system.run.api}${INVOICES}`, {
    method: 'POST',
    headers: { Authorization: basic, 'Content-Type': 'application/json' },
    body: JSON.stringify(aBillBody()),
  });
}
