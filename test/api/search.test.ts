import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Permission } from '../../domain/permission.ts';
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
import { invoiceDoc, invoiceQuery } from '../../api/invoices/list.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { aRow, billerAt, INVOICES } from './support/invoices.ts';
import { paymentIdIn, sandboxNetworkOf } from './support/network.ts';
import { goToNetwork } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { sessionIdOf, untilState } from './support/records.ts';

const SEARCH = '/b/checkout/v1/transactions/';

describe('searching payments', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  /** Nobody else's payments have this name, so that the rest of the suite is not in the way. */
  const family = `Family${randomUUID().slice(0, 8)}`;
  const orderNo = `S-${randomUUID()}`;
  let ids: readonly string[] = [];
  let paidId = '';
  before(async () => {
    const made: string[] = [];
    for (const [index, amount] of ['11.100', '22.200', '33.300', '44.400'].entries())
      made.push(
        await merchant.sale({
          amount,
          customer_first_name: index === 0 ? 'نورة' : 'Sara',
          customer_last_name: family,
          customer_email: `${family}${index}@example.test`,
          customer_phone: `+9655${String(Date.now()).slice(-6)}${index}`,
          order_no: index < 2 ? orderNo : `${orderNo}-${index}`,
        }),
      );
    ids = made.toReversed();
    paidId = made[3] ?? '';
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, paidId)));
    await untilState(system, paidId, 'paid');
  });

  const search = (query: Record<string, string>, client = merchant): Promise<Answer> =>
    client.call('GET', `${SEARCH}?${String(new URLSearchParams(query))}`);
  const found = async (query: Record<string, string>) => {
    const answer = await search(query);
    assert.equal(answer.status, 200, answer.text);
    return rows(answer.body, 'results').map((row) => textIn(row, 'session_id'));
  };
  const mine = { customer_name: family };
  const list = (query: Record<string, string>, client = merchant): Promise<Answer> =>
    client.call('GET', `${INVOICES}?${String(new URLSearchParams(query))}`);
  /** The ends of the numbers that are found. */
  const ends = async (query: Record<string, string>) => {
    const answer = await list(query);
    assert.equal(answer.status, 200, answer.text);
    return rows(answer.body, 'results')
      .map((row) => textIn(row, 'invoice_number').slice(-1))
      .join('');
  };

  it('finds by each of its parameters, newest first, and by all of them together', async () => {
    assert.deepEqual(await found(mine), ids);
    assert.deepEqual(await found({ ...mine, sort: 'created' }), ids.toReversed());
    assert.deepEqual(await found({ ...mine, sort: '-paid' }), [paidId]);
    assert.deepEqual(await found({ order_no: orderNo }), ids.slice(2));
    assert.deepEqual(await found({ order_no: `${orderNo}*` }), ids);
    assert.deepEqual(await found({ customer_email: `${family}2@EXAMPLE.test` }), [ids[1]]);
    assert.deepEqual(await found({ ...mine, state: 'paid' }), [paidId]);
    assert.deepEqual(await found({ ...mine, state: 'paid,created,pending' }), ids);
    assert.deepEqual(
      await found({ ...mine, currency_code: 'KWD', amount_min: '22.200', amount_max: '33.3' }),
      ids.slice(1, 3),
    );
    assert.deepEqual(await found({ ...mine, refunded: 'none' }), [paidId]);
    assert.deepEqual(await found({ ...mine, has_alert: 'true' }), []);
    assert.deepEqual(await found({ ...mine, sandbox: 'false' }), []);
    assert.deepEqual(await found({ session_id: paidId }), [paidId]);
    assert.deepEqual(await found({ ...mine, card_brand: 'Visa' }), [paidId]);
    assert.deepEqual(await found({ ...mine, card_brand: 'MADA' }), []);
    assert.deepEqual(await found({ ...mine, last4: '4242', state: 'paid' }), [paidId]);
    assert.deepEqual(await found({ ...mine, created_before: day(-2) }), []);
    assert.deepEqual(await found({ ...mine, created_after: day(-2), created_before: day(1) }), ids);
  });

  it('reads the one box, and says how', async () => {
    const byName = await search({ q: `sara ${family}` });
    assert.deepEqual(
      rows(byName.body, 'results').map((row) => row['session_id']),
      ids.slice(0, 3),
    );
    assert.ok(
      rows(byName.body, 'understood_as').some(({ field }) => field === 'customer_name'),
      byName.text,
    );
    assert.deepEqual(await found({ q: orderNo }), ids.slice(2));
    assert.deepEqual(await found({ q: `${family}0@example.test` }), [ids[3]]);
    assert.deepEqual(await found({ q: paidId }), [paidId]);
    assert.deepEqual(await found({ q: `state:paid ${family}` }), [paidId]);
    const { reference } = await reportedOf(paidId);
    assert.deepEqual(await found({ q: reference }), [paidId]);
    // The merchant of the sandbox has every currency: without one an amount is of those of its accounts.
    for (const q of ['KWD 44.400', '44.400'])
      assert.deepEqual(await found({ q, customer_name: family }), [paidId], q);
    const [byAmount] = rows((await search({ q: '44.400' })).body, 'understood_as');
    assert.deepEqual(byAmount, { field: 'amount', value: '44.400' });
    // Who fits two readings would be counted twice.
    for (const [path, q, count] of [
      [SEARCH, `${family}0@example.test`, 1],
      [SEARCH, `sara ${family}`, undefined],
      [INVOICES, `${family}0@example.test`, 0],
      [INVOICES, `sara ${family}`, undefined],
    ] as const) {
      const query = String(new URLSearchParams({ q, count: 'true' }));
      const { status, body } = await merchant.call('GET', `${path}?${query}`);
      assert.deepEqual([status, body['count']], [200, count], `${path} ${q}`);
    }
  });

  it('finds a payment by an operation on it', async () => {
    const refund = await merchant.call('POST', '/b/pbl/v2/operation/', {
      operation: 'refund',
      session_id: paidId,
      amount: '4.400',
    });
    assert.equal(refund.status, 200, refund.text);
    const child = textIn(refund.body, 'session_id');
    const reference = textIn(refund.body, 'reference_number');
    assert.deepEqual(await found({ q: reference }), [paidId]);
    assert.deepEqual(await found({ reference_number: reference }), [paidId]);
    assert.deepEqual(await found({ session_id: child }), [paidId]);
    const several = [child, ids[1] ?? '', '0'.repeat(40)].join(',');
    assert.deepEqual(
      await found({ session_id: several }),
      ids.filter((id) => id === paidId || id === ids[1]),
    );
    const tooMany = Array.from({ length: 101 }, () => paidId).join(',');
    assert.deepEqual(Object.keys((await search({ session_id: tooMany })).body), ['session_id']);
    assert.deepEqual(await found({ ...mine, refunded: 'part' }), [paidId]);
    assert.deepEqual(await found({ ...mine, refunded: 'none' }), []);
    const [row] = rows((await search({ session_id: paidId })).body, 'results');
    assert.ok(row);
    const { refunded_amount: back, refundable: left, paid_amount: paid, card } = row;
    assert.deepEqual({ back, left, paid }, { back: '4.400', left: '40.000', paid: '44.400' });
    assert.deepEqual(card, { brand: 'VISA', last4: '4242' });
    assert.match(textIn(row, 'paid_at'), /Z$/);
  });

  describe('one payment in every respect', () => {
    it('has its attempts, its operations, what is left, and what can be done', async () => {
      const { status, body, text } = await detail(paidId);
      assert.equal(status, 200, text);
      const [attempt] = rows(body, 'attempts');
      assert.ok(attempt);
      assert.deepEqual(
        [attempt['state'], attempt['total'], attempt['card']],
        ['success', '44.400', { brand: 'VISA', last4: '4242' }],
      );
      const [refund, ...others] = rows(body, 'operations');
      assert.deepEqual(others, []);
      assert.deepEqual(
        [refund?.['operation'], refund?.['state'], refund?.['amount']],
        ['refund', 'done', '4.400'],
      );
      const { left } = body;
      assert.deepEqual(left, {
        refundable: '40.000',
        capturable: '0.000',
        voidable: '0.000',
        cancelable: false,
        why: {
          capture: 'A transaction that is paid cannot be captured.',
          void: 'A transaction that is paid cannot be voided.',
          cancel: 'The transaction is paid; cancellation is not possible in this state.',
        },
      });
      assert.deepEqual(
        rows(body, 'actions').map(({ action, needs_approval: waits }) => [action, waits]),
        [
          ['refund', false],
          ['delete', false],
          ['notify', false],
        ],
      );
      assert.deepEqual((await detail(textIn(refund ?? {}, 'session_id'))).body, body);
    });

    it('says what this person may do, and for what a second one is asked', async () => {
      assert.deepEqual(await actionsFor(['payment_request.view'], paidId), []);
      assert.deepEqual(
        await actionsFor(['payment_request.view', 'payment.refund', 'payment.void'], paidId),
        ['refund?'],
      );
      const unpaid = ids[1] ?? '';
      assert.deepEqual(
        await actionsFor(['payment_request.change', 'payment.cancel', 'payment.delete'], unpaid),
        ['cancel', 'delete', 'change'],
      );
    });

    it('is nobody else’s, and 404 for what is none', async () => {
      const other = await anotherMerchant(system);
      const stranger = merchantAt(system.run.api, other.key);
      for (const answer of [
        await detail(paidId, stranger),
        await detail('f'.repeat(40)),
        await detail('nothing'),
      ])
        assert.deepEqual([answer.status, answer.body['code']], [404, 'not_found']);
      const { basic } = await aPerson(system, { permissions: ['e_commerce.view'] });
      const answer = await send(`${system.run.api}${SEARCH}${paidId}/`, {
        headers: { authorization: basic },
      });
      assert.equal(answer.status, 403);
    });
  });

  it('turns pages by next, once each, and counts', async () => {
    const pages: string[][] = [];
    let address: string | null =
      `${SEARCH}?${String(new URLSearchParams({ ...mine, limit: '3', count: 'true' }))}`;
    while (address !== null) {
      const { pathname, search: query }: URL = new URL(address, system.run.api);
      const answer: Answer = await merchant.call('GET', `${pathname}${query}`);
      assert.equal(answer.status, 200, answer.text);
      if (pages.length === 0) assert.equal(answer.body['count'], 4);
      pages.push(rows(answer.body, 'results').map((row) => textIn(row, 'session_id')));
      const { next } = answer.body;
      assert.ok(next === null || typeof next === 'string');
      address = next;
    }
    assert.deepEqual(pages, [ids.slice(0, 3), ids.slice(3)]);
  });

  it('refuses what it does not know, all at once, and never shows everything instead', async () => {
    const answer = await search({
      stat: 'paid',
      state: 'payed',
      type: 'shop',
      currency_code: 'XYZ',
      amount_min: '1',
      last4: '12',
      customer_email: 'nobody',
      created_after: '2026-02-30',
      paid_after: '2026-02-02',
      paid_before: '2026-02-01',
      limit: '101',
      cursor: '???',
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.body).toSorted(), [
      'created_after',
      'currency_code',
      'customer_email',
      'last4',
      'limit',
      'paid_before',
      'stat',
      'state',
      'type',
    ]);
    assert.match(answer.text, /There is no such parameter\. There are q, state,/);
    for (const [query, field] of [
      [{ amount_min: '1' }, 'currency_code'],
      [{ amount_min: '1', amount_max: 'x' }, 'currency_code,amount_max'],
      [{ amount_min: '1.2345', currency_code: 'KWD' }, 'amount_min'],
      [{ amount_min: '2', amount_max: '1', currency_code: 'KWD' }, 'amount_max'],
      [{ created_after: '1990-01-01', created_before: '2026-01-01' }, 'created_before'],
      [{ q: 'state:payed' }, 'state'],
      [{ q: 'x'.repeat(201) }, 'q'],
      [{ order_no: '*' }, 'order_no'],
      [{ cursor: 'bm90aGluZw' }, 'cursor'],
    ] as const) {
      const { status, body } = await search(query);
      assert.deepEqual([status, Object.keys(body).join(',')], [400, field]);
    }
  });

  it('refuses the cursor of another list', async () => {
    const { body } = await search({ ...mine, limit: '1' });
    const cursor = new URL(textIn(body, 'next')).searchParams.get('cursor') ?? '';
    assert.equal((await search({ ...mine, limit: '2', cursor })).status, 200);
    const other = await search({ state: 'paid', cursor });
    assert.deepEqual([other.status, Object.keys(other.body)], [400, ['cursor']]);
    assert.match(other.text, /of another list/);
  });

  it('shows nothing of other merchants, whatever is asked for', async () => {
    const other = await anotherMerchant(system);
    const client = merchantAt(system.run.api, other.key);
    const { reference } = await reportedOf(paidId);
    for (const query of [
      {},
      mine,
      { session_id: paidId },
      { reference_number: reference },
      { q: reference },
      { q: orderNo },
    ])
      assert.deepEqual((await search(query, client)).body['results'], [], JSON.stringify(query));
    const { body } = await search({ ...mine, limit: '1' });
    const cursor = new URL(textIn(body, 'next')).searchParams.get('cursor') ?? '';
    assert.deepEqual((await search({ ...mine, cursor }, client)).body['results'], []);
  });

  it('lets people see what they may: types, and who the customers are', async () => {
    const nobody = await person({ permissions: [] });
    assert.equal((await nobody({})).status, 403);
    const viewer = await person({ permissions: ['payment_request.view'] });
    for (const query of [mine, { customer_email: 'a@b.test' }, { q: 'a@b.test' }]) {
      const { status, text } = await viewer(query);
      assert.deepEqual([status, /customer\.view/.test(text)], [403, true]);
    }
    const seen = await viewer({ session_id: paidId });
    const [row] = rows(seen.body, 'results');
    assert.deepEqual(row?.['customer'], { name: `Sara ${family}` });
    assert.equal((await viewer({ deleted: 'true' })).status, 403);
    const others = await person({ permissions: ['e_commerce.view', 'customer.view'] });
    assert.deepEqual((await others(mine)).body['results'], []);
    assert.deepEqual((await others({ ...mine, type: 'payment_request' })).body['results'], []);
    const support = await person({ permissions: ['payment_request.view', 'customer.view'] });
    const [known] = rows((await support({ session_id: paidId })).body, 'results');
    assert.match(JSON.stringify(known?.['customer']), /"email":.+"phone":/);
  });

  it('leaves in the audit log that somebody was looked for, and not who', async () => {
    const person = await aPerson(system, {
      permissions: ['payment_request.view', 'customer.view'],
    });
    const asked = await send(
      `${system.run.api}${SEARCH}?${String(new URLSearchParams({ ...mine, limit: '2' }))}`,
      { headers: { authorization: person.basic } },
    );
    assert.equal(asked.status, 200);
    const requestId = asked.headers.get('x-request-id') ?? '';
    const { who, action } = await until('the entry', async () => {
      for await (const entry of system.store.audit.entries()) {
        const about = part(entry, 'action');
        if (about['name'] === 'read' && about['requestId'] === requestId)
          return { who: entry['who'], action: { ...about } };
      }
      return undefined;
    });
    assert.equal(who, `user:${person.user.username}`);
    assert.deepEqual(action, {
      name: 'read',
      merchantId: 'demo',
      requestId,
      fields: ['customer_name'],
      rows: 2,
    });
  });

  describe('searching invoices', () => {
    /** Newest first. */
    let invoices: readonly Json[] = [];
    const start = `L-${randomUUID().slice(0, 8)}`;
    before(async () => {
      const { billed } = billerAt(system);
      const made: Json[] = [];
      for (const [index, due] of ['2099-12-31', '2098-12-31', '2097-12-31'].entries())
        made.push(
          await billed({
            invoice_number: `${start}-${index}`,
            order_no: `${start}-${index % 2}`,
            due_date: due,
            invoice_items: [aRow({ quantity: '1', unit_price: `${index + 1}.500` })],
            customer_first_name: index === 0 ? 'نورة' : 'Sara',
            customer_last_name: `${family}Bill`,
            customer_email: `${start}${index}@example.test`,
          }),
        );
      invoices = made.toReversed();
    });

    const mine = { customer_name: `${family}Bill` };

    it('finds by each of its parameters, in the order that is asked for', async () => {
      for (const [query, found] of [
        [{}, '210'],
        [{ sort: 'due' }, '210'],
        [{ sort: '-created' }, '210'],
        [{ status: 'sent,paid' }, '210'],
        [{ status: 'overdue' }, ''],
        [{ invoice_number: `${start}-1` }, '1'],
        [{ invoice_number: `${start}*` }, '210'],
        [{ invoice_number: start }, ''],
        [{ currency_code: 'KWD', amount_min: '2.5', amount_max: '3.000' }, '1'],
        [{ due_before: '2097-12-31' }, '2'],
        [{ due_before: '2097-12-30' }, ''],
        [{ due_after: '2099-12-31' }, '0'],
        [{ due_after: '2100-01-01' }, ''],
        [{ due_before: '2098-01-01T00:00:00Z' }, ''],
        [{ due_after: '2098-06-01', due_before: '2099-01-01', sort: 'due' }, '1'],
        [{ created_after: day(2) }, ''],
        [{ created_after: day(-2), created_before: day(2) }, '210'],
        [{ customer_email: `${start}2@EXAMPLE.test` }, '2'],
        [{ q: `sara ${family}bill` }, '21'],
        [{ q: `${start}-1` }, '1'],
        [{ q: `${start}0@example.test` }, '0'],
        [{ q: 'KWD 2.500' }, '1'],
        [{ q: '2.500' }, '1'],
        [{ q: textIn(invoices[2] ?? {}, 'session_id') }, '0'],
        [{ q: paidId }, ''],
      ] as const)
        assert.equal(await ends({ ...mine, ...query }), found, JSON.stringify(query));
      const { body } = await list({ ...mine, limit: '2', count: 'true' });
      assert.equal(body['count'], 3);
      const next = new URL(textIn(body, 'next'));
      assert.equal(next.pathname, INVOICES);
      assert.equal(await ends(Object.fromEntries(next.searchParams)), '0');
      const cursor = next.searchParams.get('cursor') ?? '';
      const other = await list({ sort: 'due', cursor });
      assert.deepEqual([other.status, Object.keys(other.body)], [400, ['cursor']]);
    });

    it('says of each what it asks of whom, and by when', async () => {
      const [last] = invoices;
      assert.ok(last);
      const { body } = await list({ invoice_number: `${start}-2` });
      const [row] = rows(body, 'results');
      const { created, ...rest } = row ?? {};
      assert.ok(Date.parse(String(created)) <= Date.now());
      assert.deepEqual(rest, {
        session_id: last['session_id'],
        invoice_id: last['invoice_id'],
        invoice_number: `${start}-2`,
        status: 'sent',
        amount: '3.500',
        currency_code: 'KWD',
        customer: { name: `Sara ${family}Bill`, email: `${start}2@example.test` },
        due_date: '2097-12-31',
        sent: [],
        invoice_pdf_url: last['invoice_pdf_url'],
      });
    });

    it('refuses what it does not know, all at once', async () => {
      const { status, body } = await list({
        number: '1',
        status: 'due',
        invoice_number: '*',
        due_after: 'soon',
        amount_min: '1',
        sort: 'number',
        customer_email: 'nobody',
      });
      assert.deepEqual(
        [status, Object.keys(body).toSorted()],
        [
          400,
          [
            'currency_code',
            'customer_email',
            'due_after',
            'invoice_number',
            'number',
            'sort',
            'status',
          ],
        ],
      );
    });

    it('shows what a person may see: types, and who the customers are; nothing of other merchants', async () => {
      const other = await anotherMerchant(system);
      const stranger = merchantAt(system.run.api, other.key);
      assert.deepEqual((await list({}, stranger)).body['results'], []);
      const asPerson = async (
        permissions: readonly Permission[],
        query: Record<string, string>,
      ) => {
        const { basic } = await aPerson(system, { permissions });
        return send(`${system.run.api}${INVOICES}?${String(new URLSearchParams(query))}`, {
          headers: { authorization: basic },
        });
      };
      const named = { invoice_number: `${start}-1` };
      const seen = await asPerson(['payment_request.view'], named);
      const [row] = rows(seen.body, 'results');
      assert.deepEqual(row?.['customer'], { name: `Sara ${family}Bill` });
      assert.deepEqual((await asPerson(['e_commerce.view'], named)).body['results'], []);
      assert.equal((await asPerson(['payment_request.view'], mine)).status, 403);
      assert.equal((await asPerson(['invoice.add'], {})).status, 403);
    });

    it('has its parameters in the description of the API, each of them', () => {
      const { keys } = invoiceQuery.describe() as { readonly keys: object };
      assert.deepEqual(Object.keys(invoiceDoc).toSorted(), Object.keys(keys).toSorted());
    });
  });

  function detail(id: string, client = merchant): Promise<Answer> {
    return client.call('GET', `${SEARCH}${id}/`);
  }

  /** What a new person with these permissions may do with a payment; with a question mark where a second one is asked. */
  async function actionsFor(
    permissions: readonly Permission[],
    id: string,
  ): Promise<readonly string[]> {
    const { basic } = await aPerson(system, { permissions });
    const answer = await send(`${system.run.api}${SEARCH}${id}/`, {
      headers: { authorization: basic },
    });
    assert.equal(answer.status, 200, answer.text);
    return rows(answer.body, 'actions').map(
      ({ action, needs_approval: waits }) => `${String(action)}${waits === true ? '?' : ''}`,
    );
  }

  /** Somebody of the merchant's people, as whom one searches. */
  async function person(given: Parameters<typeof aPerson>[1]) {
    const { basic } = await aPerson(system, given);
    return (query: Record<string, string>) =>
      send(`${system.run.api}${SEARCH}?${String(new URLSearchParams(query))}`, {
        headers: { authorization: basic },
      });
  }

  async function reportedOf(id: string): Promise<{ readonly reference: string }> {
    const transaction = await system.store.transactions.findForPayer(sessionIdOf(id));
    return { reference: transaction?.attempts[0]?.referenceNumber ?? '' };
  }
});

/** The day in UTC that is so many days away. */
function day(away: number): string {
  return new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
}
