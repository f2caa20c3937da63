import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operationDoc, operationQuery } from '../../../api/operations/list.ts';
import type { Permission } from '../../../domain/permission.ts';
import { theSystem, type System } from '../../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  send,
  textIn,
  type Answer,
  type MerchantClient,
} from '../../support/http.ts';
import { anotherMerchant } from '../support/another-merchant.ts';
import { paymentIdIn, sandboxNetworkOf } from '../support/network.ts';
import { OPERATION } from '../support/operating.ts';
import { goToNetwork } from '../support/payer.ts';
import { aPerson } from '../support/people.ts';
import { untilState } from '../support/records.ts';

const LIST = '/b/pbl/v2/operations/';

const REASONS = {
  '1.100': { reason: { code: 'duplicate' } },
  '2.200': { reason: { code: 'other', note: 'Said so at noon' } },
  '3.300': {},
} as const;

describe('the list of operations', () => {
  let system: System;
  let merchant: MerchantClient;
  const orderNo = `L-${randomUUID()}`;
  let paidId = '';
  /** Newest first. */
  let refunds: readonly Answer['body'][] = [];
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    paidId = await merchant.sale({ amount: '44.400', order_no: orderNo });
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, paidId)));
    await untilState(system, paidId, 'paid');
    const made: Answer['body'][] = [];
    for (const [amount, reason] of Object.entries(REASONS)) {
      const body = { operation: 'refund', session_id: paidId, amount, ...reason };
      const answer = await merchant.call('POST', OPERATION, body);
      assert.equal(answer.status, 200, answer.text);
      made.push(answer.body);
    }
    refunds = made.toReversed();
  });

  const list = (query: Record<string, string>, client = merchant): Promise<Answer> =>
    client.call('GET', `${LIST}?${String(new URLSearchParams(query))}`);
  const asKey = async (path: string) => (await merchant.call('GET', path)).body;
  const amounts = async (query: Record<string, string>) => {
    const answer = await list({ session_id: paidId, ...query });
    assert.equal(answer.status, 200, answer.text);
    return rows(answer.body, 'results').map((row) => textIn(row, 'amount'));
  };
  const ALL = ['3.300', '2.200', '1.100'];

  it('finds by each of its parameters, newest first', async () => {
    const [last] = refunds;
    assert.ok(last);
    assert.deepEqual(await amounts({}), ALL);
    assert.deepEqual(await amounts({ session_id: textIn(part(last, 'txn'), 'session_id') }), [
      '3.300',
    ]);
    assert.deepEqual(await amounts({ reference_number: textIn(last, 'reference_number') }), [
      '3.300',
    ]);
    assert.deepEqual(
      await amounts({ currency_code: 'KWD', amount_min: '2.2', amount_max: '2.200' }),
      ['2.200'],
    );
    for (const [name, fitting, other] of [
      ['kind', 'refund,void', 'capture'],
      ['state', 'done', 'awaiting,failed'],
      ['pg_code', 'nothing,sandbox', 'nothing'],
      ['currency_code', 'KWD', 'USD'],
      ['destination', 'pg', 'wallet'],
      ['source', 'input', 'pg'],
      ['created_after', day(-2), day(2)],
      ['created_before', day(2), day(-2)],
      ['ended_after', day(-2), day(2)],
      ['ended_before', day(2), day(-2)],
    ] as const) {
      assert.deepEqual(await amounts({ [name]: fitting }), ALL, name);
      assert.deepEqual(await amounts({ [name]: other }), [], name);
    }
    assert.deepEqual(await amounts({ initiator_id: '1' }), []);
  });

  it('says what was done, on which payment, and how it ended', async () => {
    const [last] = refunds;
    assert.ok(last);
    const { body } = await list({ session_id: textIn(part(last, 'txn'), 'session_id') });
    const [row, ...others] = rows(body, 'results');
    assert.ok(row);
    assert.deepEqual(others, []);
    assert.equal(body['next'], null);
    const { created, ended, gateway_reference: gateway, payment_reference: paid, ...rest } = row;
    assert.deepEqual(rest, {
      session_id: textIn(part(last, 'txn'), 'session_id'),
      payment_session_id: paidId,
      order_no: orderNo,
      operation: 'refund',
      state: 'done',
      amount: '3.300',
      currency_code: 'KWD',
      destination: 'pg',
      source: 'input',
      reference_number: textIn(last, 'reference_number'),
      pg_code: 'sandbox',
      is_sandbox: true,
    });
    assert.match(String(gateway), /./);
    assert.match(String(paid), /./);
    assert.ok(Date.parse(String(ended)) >= Date.parse(String(created)));
  });

  it('says why it was asked for: the code to all, the note to people alone', async () => {
    const { basic } = await aPerson(system, {
      permissions: ['payment_request.view', 'payment.refund'],
    });
    const asPerson = async (path: string) =>
      (await send(`${system.run.api}${path}`, { headers: { authorization: basic } })).body;
    const payment = `/b/checkout/v1/transactions/${paidId}/`;
    const [, second] = refunds;
    assert.deepEqual(second?.['reason'], { code: 'other' });
    for (const [read, shown] of [
      [asKey, { code: 'other' }],
      [asPerson, { code: 'other', note: 'Said so at noon' }],
    ] as const) {
      const found = rows(await read(`${LIST}?session_id=${paidId}`), 'results');
      const reasons = [undefined, shown, { code: 'duplicate' }];
      assert.deepEqual(
        found.map((row) => row['reason']),
        reasons,
      );
      const detailed = rows(await read(payment), 'operations');
      assert.deepEqual(
        detailed.map((row) => row['reason']),
        reasons.toReversed(),
      );
      const begun = rows(await read(`${payment}timeline/`), 'results')
        .map((entry) => part(entry, 'facts'))
        .filter((facts) => facts['step'] === 'begun' && facts['amount'] === '2.200');
      assert.deepEqual(
        begun.map(({ reason, note }) => ({ code: reason, ...(note !== undefined && { note }) })),
        [shown],
      );
    }
    assert.deepEqual(await amounts({ reason: 'duplicate,fraud' }), ['1.100']);
    assert.deepEqual(await amounts({ reason: 'goodwill' }), []);
  });

  it('refuses a reason that says nothing, and moves no money then', async () => {
    for (const [reason, field] of [
      [{ code: 'other' }, 'note'],
      [{ code: 'other', note: '  ' }, 'note'],
      [{ code: 'because' }, 'code'],
      [{ note: 'Why not' }, 'code'],
      [{ code: 'error', note: 'x'.repeat(501) }, 'note'],
    ] as const) {
      const body = { operation: 'refund', session_id: paidId, amount: '0.100', reason };
      const answer = await merchant.call('POST', OPERATION, body);
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(Object.keys(part(answer.body, 'reason')), [field]);
    }
    assert.deepEqual(await amounts({}), ALL);
  });

  it('reads one box in several ways, and counts what one way finds', async () => {
    const [last] = refunds;
    assert.ok(last);
    const row = rows((await list({ session_id: paidId })).body, 'results')[0] ?? {};
    for (const [q, fields, found] of [
      [paidId.toUpperCase(), ['session_id'], ALL],
      [textIn(part(last, 'txn'), 'session_id'), ['session_id'], ['3.300']],
      [orderNo, ['order_no', 'gateway_reference'], ALL],
      [
        textIn(last, 'reference_number'),
        ['reference_number', 'order_no', 'gateway_reference'],
        ['3.300'],
      ],
      [textIn(row, 'gateway_reference'), ['order_no', 'gateway_reference'], ['3.300']],
      ['KWD 2.2', ['amount', 'order_no', 'gateway_reference'], ['2.200']],
      ['2.2', ['amount', 'order_no', 'gateway_reference'], ['2.200']],
      ['USD 2.2', ['amount', 'order_no', 'gateway_reference'], []],
    ] as const) {
      const { status, body, text } = await list({ q, count: 'true' });
      assert.equal(status, 200, text);
      const own = rows(body, 'results').filter((one) => one['payment_session_id'] === paidId);
      assert.deepEqual(
        own.map((one) => textIn(one, 'amount')),
        found,
        q,
      );
      const read = rows(body, 'understood_as').map(({ field }) => field);
      assert.deepEqual(read, fields, q);
      assert.equal(body['count'], fields.length === 1 ? found.length : undefined);
    }
    const twice = await list({ q: paidId, session_id: paidId });
    assert.deepEqual([twice.status, Object.keys(twice.body)], [400, ['q']]);
  });

  it('turns pages by next, once each, and refuses the cursor of another list', async () => {
    const first = await list({ session_id: paidId, limit: '2' });
    const next = new URL(textIn(first.body, 'next'));
    assert.equal(next.pathname, LIST);
    const second = await merchant.call('GET', `${next.pathname}${next.search}`);
    const pages = [first, second].map(({ body }) =>
      rows(body, 'results').map((row) => textIn(row, 'amount')),
    );
    assert.deepEqual(pages, [ALL.slice(0, 2), ALL.slice(2)]);
    assert.equal(second.body['next'], null);
    const cursor = next.searchParams.get('cursor') ?? '';
    const other = await list({ kind: 'refund', cursor });
    assert.deepEqual([other.status, Object.keys(other.body)], [400, ['cursor']]);
  });

  it('refuses what it does not know, all at once, and never shows everything instead', async () => {
    const answer = await list({
      kinds: 'refund',
      kind: 'cancel',
      state: 'paid',
      source: 'us',
      destination: 'bank',
      currency_code: 'XYZ',
      initiator_id: 'sara',
      session_id: 'x',
      reference_number: '?',
      created_after: '2026-02-30',
      ended_after: '2026-02-02',
      ended_before: '2026-02-01',
      limit: '101',
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.body).toSorted(), [
      'created_after',
      'currency_code',
      'destination',
      'ended_before',
      'initiator_id',
      'kind',
      'kinds',
      'limit',
      'reference_number',
      'session_id',
      'source',
      'state',
    ]);
    for (const [query, field] of [
      [{ amount_min: '1' }, 'currency_code'],
      [{ amount_min: '1.2345', currency_code: 'KWD' }, 'amount_min'],
      [{ cursor: 'bm90aGluZw' }, 'cursor'],
    ] as const) {
      const { status, body } = await list(query);
      assert.deepEqual([status, Object.keys(body)], [400, [field]]);
    }
  });

  it('shows nothing of other merchants, and nothing on payments of types that a user may not see', async () => {
    const other = await anotherMerchant(system);
    const stranger = merchantAt(system.run.api, other.key);
    const [last] = refunds;
    assert.ok(last);
    const named: readonly Record<string, string>[] = [
      { session_id: paidId },
      { session_id: textIn(part(last, 'txn'), 'session_id') },
      { reference_number: textIn(last, 'reference_number') },
    ];
    for (const query of [{}, ...named])
      assert.deepEqual((await list(query, stranger)).body['results'], [], JSON.stringify(query));
    for (const query of named) {
      assert.deepEqual(await countFor(['e_commerce.view'], query), 0);
      assert.ok((await countFor(['payment_request.view'], query)) > 0);
    }
    const { basic } = await aPerson(system, { permissions: ['payment.refund'] });
    const refused = await send(`${system.run.api}${LIST}`, { headers: { authorization: basic } });
    assert.equal(refused.status, 403);
  });

  it('has its parameters in the description of the API, each of them', () => {
    const { keys } = operationQuery.describe() as { readonly keys: object };
    assert.deepEqual(Object.keys(operationDoc).toSorted(), Object.keys(keys).toSorted());
  });

  /** How many a new person with these permissions finds. */
  async function countFor(permissions: readonly Permission[], query: Record<string, string>) {
    const { basic } = await aPerson(system, { permissions });
    const search = String(new URLSearchParams({ ...query, count: 'true' }));
    const answer = await send(`${system.run.api}${LIST}?${search}`, {
      headers: { authorization: basic },
    });
    assert.equal(answer.status, 200, answer.text);
    const found = rows(answer.body, 'results').length;
    assert.equal(answer.body['count'], found);
    return found;
  }
});

/** The day in UTC that is so many days away. */
function day(away: number): string {
  return new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
}
