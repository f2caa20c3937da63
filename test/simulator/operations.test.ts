import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import {
  aNetwork,
  dig,
  idOf,
  listOf,
  SECRET_KEY,
  type Answer,
  type Json,
  type TestNetwork,
} from './support.ts';

const headers = { authorization: `Bearer ${SECRET_KEY}` };

/** The captures, voids and refunds of a network, as its merchant and its tests ask for them. */
function operationsOf(network: TestNetwork) {
  const get = (path: string) => network.http('GET', `/v1${path}`, { headers });
  return {
    /** A payment of 12.340 dinars that is AUTHORIZED, or CAPTURED. */
    paid: async (over: Json = {}): Promise<string> => {
      const id = await network.open({ capture: false, ...over });
      const json = { card_number: '4242424242424242' };
      await network.http('POST', `/control/payments/${id}/pay`, { json });
      return id;
    },
    ask: (id: string, kind: string, body: Json = {}, key: string = randomUUID()) =>
      network.http('POST', `/v1/payments/${id}/${kind}s`, {
        headers: { ...headers, 'idempotency-key': key },
        json: { merchant_reference: `op-${randomUUID()}`, ...body },
      }),
    order: (...faults: readonly Json[]) =>
      network.http('PUT', '/control/accounts/shop/faults', { json: { faults } }),
    decide: (id: string, json: Json) =>
      network.http('POST', `/control/operations/${id}/decide`, { json }),
    get,
    balance: async (id: string) => {
      const { json } = await get(`/payments/${id}/operations`);
      return [json['captured_amount'], json['refunded_amount'], json['voided']];
    },
    moved: async (id: string): Promise<readonly string[]> =>
      (await network.ledger())
        .filter((entry) => entry['payment_id'] === id)
        .map(({ entry, amount }) => [entry, amount].join(' ')),
  };
}

describe('operations on a payment', () => {
  let network: TestNetwork;
  let shop: ReturnType<typeof operationsOf>;
  before(async () => {
    network = await aNetwork();
    shop = operationsOf(network);
  });
  afterEach(() => shop.order());
  after(() => network.close());

  it('capture takes what was held, at once or in parts, and never more', async () => {
    const id = await shop.paid();
    const first = await shop.ask(id, 'capture', { amount: '2.340' });
    assert.deepEqual(outcome(first), [201, 'DONE']);
    assert.deepEqual(outcome(await shop.ask(id, 'capture', { amount: '10.001' })), [
      409,
      'amount_too_large',
    ]);
    assert.equal((await shop.ask(id, 'capture')).json['amount'], '10.000', 'all that is left');
    assert.deepEqual(outcome(await shop.ask(id, 'capture')), [409, 'not_capturable']);
    assert.deepEqual(await shop.moved(id), ['authorize 12.340', 'capture 2.340', 'capture 10.000']);
    assert.deepEqual(await shop.balance(id), ['12.340', '0.000', false]);
  });

  it('void gives all of it up, and only while nothing is captured', async () => {
    const id = await shop.paid();
    assert.equal((await shop.ask(id, 'void', { amount: '1.000' })).status, 400);
    assert.deepEqual(outcome(await shop.ask(id, 'void')), [201, 'DONE']);
    assert.deepEqual(outcome(await shop.ask(id, 'void')), [409, 'not_voidable']);
    assert.deepEqual(outcome(await shop.ask(id, 'capture')), [409, 'not_capturable']);
    assert.deepEqual(await shop.moved(id), ['authorize 12.340', 'void 12.340']);
    const captured = await shop.paid();
    await shop.ask(captured, 'capture', { amount: '0.001' });
    assert.deepEqual(outcome(await shop.ask(captured, 'void')), [409, 'not_voidable']);
  });

  it('refund gives back what was captured, at once or in parts, and never more', async () => {
    const id = await shop.paid({ capture: true });
    assert.deepEqual(outcome(await shop.ask(id, 'refund', { amount: '12.341' })), [
      409,
      'amount_too_large',
    ]);
    await shop.ask(id, 'refund', { amount: '2.340' });
    assert.equal((await shop.ask(id, 'refund')).json['amount'], '10.000');
    assert.deepEqual(outcome(await shop.ask(id, 'refund')), [409, 'not_refundable']);
    assert.deepEqual(await shop.moved(id), ['capture 12.340', 'refund 2.340', 'refund 10.000']);
    assert.deepEqual(await shop.balance(id), ['12.340', '12.340', false]);
  });

  it('refund takes no more than was captured of what is held', async () => {
    const id = await shop.paid();
    assert.deepEqual(outcome(await shop.ask(id, 'refund')), [409, 'not_refundable']);
    await shop.ask(id, 'capture', { amount: '5.000' });
    assert.equal((await shop.ask(id, 'refund')).json['amount'], '5.000');
  });

  it('nothing can be done to a payment without money', async () => {
    const id = await network.open();
    for (const [kind, code] of [
      ['capture', 'not_capturable'],
      ['void', 'not_voidable'],
      ['refund', 'not_refundable'],
    ] as const)
      assert.deepEqual(outcome(await shop.ask(id, kind)), [409, code]);
  });

  it('the same key does it once; with another request it is refused', async () => {
    const id = await shop.paid({ capture: true });
    const [key, body] = [randomUUID(), { amount: '1.000', merchant_reference: 'refund-1' }];
    const first = await shop.ask(id, 'refund', body, key);
    const again = await shop.ask(id, 'refund', body, key);
    assert.deepEqual([again.status, again.json], [200, first.json]);
    assert.equal(again.headers.get('idempotent-replay'), 'true');
    const other = await shop.ask(id, 'refund', { ...body, amount: '2.000' }, key);
    assert.deepEqual(outcome(other), [409, 'idempotency_conflict']);
    const elsewhere = await shop.ask(await shop.paid({ capture: true }), 'refund', body, key);
    assert.deepEqual(outcome(elsewhere), [409, 'idempotency_conflict']);
    assert.deepEqual(await shop.moved(id), ['capture 12.340', 'refund 1.000']);
  });

  it('several refunds at once share no amount', async () => {
    const id = await shop.paid({ capture: true });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.ask(id, 'refund', { amount: '4.000' })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    assert.deepEqual(await shop.balance(id), ['12.340', '12.000', false]);
  });

  it('a lost answer is found again by the reference, and by the key', async () => {
    const id = await shop.paid({ capture: true });
    await shop.order({ fault: 'answer-lost', on: ['refund'] });
    const [key, body] = [randomUUID(), { merchant_reference: 'refund-lost' }];
    await assert.rejects(shop.ask(id, 'refund', body, key));
    const found = await shop.get('/operations?merchant_reference=refund-lost');
    assert.deepEqual(outcome(found), [200, 'DONE']);
    assert.deepEqual((await shop.get(`/operations/${idOf(found)}`)).json, found.json);
    assert.equal(idOf(await shop.ask(id, 'refund', body, key)), idOf(found));
    assert.deepEqual(await shop.moved(id), ['capture 12.340', 'refund 12.340']);
  });

  it('an ignored key moves money twice, which only the ledger shows', async () => {
    const id = await shop.paid({ capture: true });
    await shop.order({ fault: 'key-ignored', on: ['refund'], next: 2 });
    const [key, body] = [randomUUID(), { amount: '1.000', merchant_reference: 'twice' }];
    for (const _ of [1, 2]) await shop.ask(id, 'refund', body, key);
    assert.deepEqual(await shop.moved(id), ['capture 12.340', 'refund 1.000', 'refund 1.000']);
  });

  it('a decline moves nothing and leaves the amount free', async () => {
    const id = await shop.paid({ capture: true });
    await shop.order({ fault: 'declined', on: ['refund'] });
    assert.deepEqual(outcome(await shop.ask(id, 'refund')), [201, 'DECLINED']);
    assert.deepEqual(outcome(await shop.ask(id, 'refund')), [201, 'DONE']);
    assert.deepEqual(await shop.moved(id), ['capture 12.340', 'refund 12.340']);
  });

  for (const [decision, status, entries] of [
    ['done', 'DONE', ['capture 12.340', 'refund 10.000']],
    ['declined', 'DECLINED', ['capture 12.340']],
  ] as const)
    it(`a queued refund keeps its amount until it is decided, with a callback: ${decision}`, async () => {
      const id = await shop.paid({ capture: true });
      await shop.order({ fault: 'queued', on: ['refund'] });
      const queued = await shop.ask(id, 'refund', { amount: '10.000' });
      assert.deepEqual(outcome(queued), [201, 'QUEUED']);
      assert.deepEqual(await shop.moved(id), ['capture 12.340']);
      assert.equal((await shop.ask(id, 'refund', { amount: '2.341' })).status, 409);
      const before = network.merchant.received.length;
      const decided = await shop.decide(idOf(queued), { outcome: decision });
      assert.deepEqual(outcome(decided), [200, status]);
      assert.deepEqual(await shop.moved(id), entries);
      const told: unknown = JSON.parse(network.merchant.received[before]?.body ?? '{}');
      assert.deepEqual(
        [dig(told, 'type'), dig(told, 'operation', 'status'), dig(told, 'payment', 'id')],
        ['operation.updated', status, id],
      );
      assert.equal((await shop.decide(idOf(queued), { outcome: 'done' })).status, 409);
    });

  for (const [kind, simulate, status, message, entries] of [
    ['capture', 'failed', 'DECLINED', 'Simulated decline', []],
    ['void', 'error', 'DECLINED', 'Simulated error', []],
    ['refund', 'queued', 'QUEUED', undefined, []],
    ['capture', 'queued', 'DONE', undefined, ['capture 12.340']],
    ['void', 'success', 'DONE', undefined, ['void 12.340']],
    ['refund', 'whatever', 'DONE', undefined, ['refund 12.340']],
  ] as const)
    it(`${kind} comes out as a request wishes: ${simulate} is ${status}`, async () => {
      const id = await shop.paid({ capture: kind === 'refund' });
      const before = await shop.moved(id);
      const made = await shop.ask(id, kind, { simulate });
      assert.deepEqual(outcome(made), [201, status]);
      assert.equal(made.json['message'], message);
      assert.deepEqual((await shop.moved(id)).slice(before.length), entries);
      assert.deepEqual((await shop.get(`/operations/${idOf(made)}`)).json, made.json);
    });

  it('can be done at the network itself, which tells of it', async () => {
    const id = await shop.paid({ capture: true });
    const path = `/control/payments/${id}/operations`;
    const before = network.merchant.received.length;
    const made = await network.http('POST', path, { json: { kind: 'refund', amount: '2.000' } });
    assert.deepEqual(outcome(made), [201, 'DONE']);
    assert.equal(made.json['merchant_reference'], 'at-the-network');
    assert.deepEqual(await shop.moved(id), ['capture 12.340', 'refund 2.000']);
    const told: unknown = JSON.parse(network.merchant.received[before]?.body ?? '{}');
    assert.deepEqual(
      [dig(told, 'type'), dig(told, 'operation', 'id'), dig(told, 'payment', 'id')],
      ['operation.updated', idOf(made), id],
    );
    for (const [json, status] of [
      [{ kind: 'refund', amount: '10.341' }, 409],
      [{ kind: 'gift' }, 400],
    ] as const)
      assert.equal((await network.http('POST', path, { json })).status, status);
    const nowhere = '/control/payments/pay_none/operations';
    assert.equal((await network.http('POST', nowhere, { json: { kind: 'refund' } })).status, 404);
  });

  it('a callback about an operation does not take the place of the one about the payment', async () => {
    const id = await shop.paid({ capture: true });
    await shop.order({ fault: 'queued', on: ['refund'] });
    const queued = idOf(await shop.ask(id, 'refund'));
    await shop.decide(queued, { outcome: 'done', callback: false });
    await network.http('POST', `/control/payments/${id}/callback`, { json: {} });
    const last: unknown = JSON.parse(network.merchant.received.at(-1)?.body ?? '{}');
    assert.equal(dig(last, 'type'), 'payment.updated');
  });

  it('are refused to another account, without a key, and with an amount that is none', async () => {
    const id = await shop.paid({ capture: true });
    const json = { secret_key: 'sk_thief', callback_secret: 'cs' };
    await network.http('PUT', '/control/accounts/thief', { json });
    const thief = { authorization: 'Bearer sk_thief', 'idempotency-key': 'k' };
    const stolen = await network.http('POST', `/v1/payments/${id}/refunds`, {
      headers: thief,
      json: { merchant_reference: 'r' },
    });
    assert.equal(stolen.status, 404);
    assert.equal((await shop.ask(id, 'refund', {}, '')).status, 400);
    for (const amount of ['1', '1.0000', '-1.000', '0.000', 1])
      assert.equal((await shop.ask(id, 'refund', { amount })).status, 400);
    assert.equal((await shop.ask(id, 'refund', { merchant_reference: '' })).status, 400);
    assert.deepEqual(await shop.moved(id), ['capture 12.340']);
  });

  it('are told by the inquiry of the account that made them only', async () => {
    const id = await shop.paid({ capture: true });
    const made = await shop.ask(id, 'refund');
    const listed = await network.http('GET', `/control/operations?payment_id=${id}`);
    assert.deepEqual(listOf(listed, 'operations'), [made.json]);
    assert.equal((await shop.get('/operations/op_none')).status, 404);
    assert.equal((await shop.get('/operations?merchant_reference=none')).status, 404);
  });

  it('balance to the fils, whatever is asked in whatever order', async () => {
    const requested = fc.record({
      kind: fc.constantFrom('capture', 'void', 'refund'),
      amount: fc.option(fc.integer({ min: 1, max: 15_000 }), { nil: undefined }),
      fault: fc.constantFrom(undefined, undefined, 'queued', 'declined', 'key-ignored'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(requested, { minLength: 3, maxLength: 10 }),
        async (capture, wishes) => {
          const id = await shop.paid({ capture });
          for (const { kind, amount, fault } of wishes) {
            await shop.order(...(fault ? [{ fault }] : []));
            const whole = amount === undefined ? {} : { amount: inDinars(amount) };
            await shop.ask(id, kind, whole);
          }
          await shop.order();
          for (const operation of listOf(
            await shop.get(`/payments/${id}/operations`),
            'operations',
          ))
            if (operation['status'] === 'QUEUED')
              await shop.decide(String(operation['id']), { outcome: 'done', callback: false });
          const sums = sumsOf(await shop.moved(id));
          assert.ok(sums.capture <= 12_340 && sums.refund <= sums.capture);
          assert.ok(sums.void === 0 || (sums.void === 12_340 && sums.capture === 0));
          assert.deepEqual(await shop.balance(id), [
            inDinars(sums.capture),
            inDinars(sums.refund),
            sums.void > 0,
          ]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('survive a restart, with their keys, amounts and ledger', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
    const first = await aNetwork({ dataDir });
    const before = operationsOf(first);
    const id = await before.paid({ capture: true });
    await before.order({ fault: 'queued', on: ['refund'] });
    const body = { amount: '10.000', merchant_reference: 'kept' };
    const queued = await before.ask(id, 'refund', body, 'key-kept');
    await first.close();
    const second = await aNetwork({ dataDir });
    const after = operationsOf(second);
    assert.equal(idOf(await after.ask(id, 'refund', body, 'key-kept')), idOf(queued));
    assert.equal((await after.ask(id, 'refund', { amount: '2.341' })).status, 409);
    await after.decide(idOf(queued), { outcome: 'done', callback: false });
    await second.close();
    const third = await aNetwork({ dataDir });
    assert.deepEqual(await operationsOf(third).moved(id), ['capture 12.340', 'refund 10.000']);
    await third.close();
    rmSync(dataDir, { recursive: true });
  });
});

function outcome({ status, json }: Answer): readonly unknown[] {
  return [status, json['status'] ?? dig(json, 'error', 'code')];
}

function inDinars(fils: number): string {
  return (fils / 1000).toFixed(3);
}

/** Sums in fils of ledger lines such as "capture 12.340". */
function sumsOf(moved: readonly string[]) {
  const sum = (kind: string) =>
    moved
      .filter((line) => line.startsWith(`${kind} `))
      .reduce((total, line) => total + Number((line.split(' ')[1] ?? '').replace('.', '')), 0);
  return { capture: sum('capture'), refund: sum('refund'), void: sum('void') };
}
