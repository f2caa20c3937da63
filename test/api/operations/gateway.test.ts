import assert from 'node:assert/strict';
import { theHouse, type House } from '../../support/house.ts';
import { merchantAt, part, until, type Json } from '../../support/http.ts';
import { operating, type Operating } from '../support/operating.ts';
import { transactionOf, untilState } from '../support/records.ts';

const CAPTURED = 'capture 12.340 KWD';

describe('an operation and the gateway', () => {
  let house: House;
  let at: Operating;
  before(async function () {
    this.timeout(120_000);
    house = await theHouse();
    at = operating(house, merchantAt(house.run.api, house.run.keys.private));
  });

  /** What the network calls the payment of a transaction. */
  async function paymentOf(id: string): Promise<string> {
    const { attempts } = await transactionOf(house, id);
    const [attempt] = attempts;
    assert.ok(attempt?.gatewayReference);
    return attempt.gatewayReference;
  }

  const refund = (id: string, more: Json = {}) =>
    at.operate({ session_id: id, operation: 'refund', ...more });

  it('is done once when its answer is lost, also where the gateway takes no notice of keys', async () => {
    const id = await at.paid();
    await at.network.order(
      await paymentOf(id),
      { fault: 'answer-lost', on: ['refund'], next: 2 },
      { fault: 'key-ignored', on: ['refund'], next: 20 },
    );
    const answer = await refund(id, { amount: '2.340' });
    assert.deepEqual([answer.status, answer.body['result']], [200, 'success'], answer.text);
    assert.deepEqual(await at.network.moved(id), [CAPTURED, 'refund 2.340 KWD']);
  });

  it('is done once when the gateway fails first, before and after its work', async () => {
    const id = await at.paid();
    await at.network.order(
      await paymentOf(id),
      { fault: 'reset', on: ['refund'] },
      { fault: 'error', on: ['refund'], done: true },
      { fault: 'key-ignored', on: ['refund'], next: 20 },
    );
    assert.equal((await refund(id)).status, 200);
    assert.deepEqual(await at.network.moved(id), [CAPTURED, 'refund 12.340 KWD']);
  });

  it('that it declines is told with its words, and the money is free again', async () => {
    const id = await at.held();
    const declined = await at.operate({
      session_id: id,
      operation: 'capture',
      extra: { sandbox_result: 'failed' },
    });
    assert.deepEqual(
      [declined.status, declined.body['code'], declined.body['detail']],
      [400, 'gateway_declined', 'Simulated decline'],
    );
    await at.done({ session_id: id, operation: 'capture' });
    assert.equal((await transactionOf(house, id)).state, 'authorized');
  });

  it('that it queues is refunded when it says so', async () => {
    const id = await at.paid();
    const queued = await refund(id, { extra: { sandbox_result: 'queued' } });
    assert.deepEqual([queued.status, queued.body['result']], [200, 'queued'], queued.text);
    assert.equal(part(queued.body, 'txn')['state'], 'refund_queued');
    await at.network.decide(await paymentOf(id), 'done');
    await entryIs(id, 'done');
    assert.deepEqual(await at.network.moved(id), [CAPTURED, 'refund 12.340 KWD']);
  });

  it('that it queues and refuses gives the money back', async () => {
    const id = await at.paid();
    await refund(id, { extra: { sandbox_result: 'queued' } });
    await at.network.decide(await paymentOf(id), 'declined');
    await entryIs(id, 'rejected');
    await at.done({ session_id: id, operation: 'refund' });
  });

  it('that was done at the gateway itself is taken in, and leaves so much less', async () => {
    const id = await at.paid();
    const made = await at.network.operate(await paymentOf(id), { kind: 'refund', amount: '2.340' });
    assert.equal(made.status, 201, made.text);
    await entryIs(id, 'done');
    const { operations = [] } = await transactionOf(house, id);
    assert.equal(operations[0]?.source, 'pg');
    const over = await refund(id, { amount: '10.001' });
    assert.deepEqual([over.status, over.body['available']], [400, '10.000'], over.text);
    await at.done({ session_id: id, operation: 'refund' });
    assert.deepEqual(await at.network.moved(id), [
      CAPTURED,
      'refund 2.340 KWD',
      'refund 10.000 KWD',
    ]);
  });

  it('answers each of fifty refunds at once, and together they are what was captured', async function () {
    this.timeout(120_000);
    const id = await at.paid();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refund(id, { amount: '0.617' })),
    );
    const done = answers.filter(({ status }) => status === 200 || status === 202);
    assert.equal(done.length, 20);
    for (const { status, body } of answers)
      assert.ok(
        status < 300 ||
          body['code'] === 'amount_exceeds_balance' ||
          body['code'] === 'invalid_state',
      );
    await until('every refund is done', async () => {
      const { operations = [] } = await transactionOf(house, id);
      return operations.length === 20 && operations.every(({ state }) => state === 'done');
    });
    const moved = await at.network.moved(id);
    assert.deepEqual(moved.slice(1), Array(20).fill('refund 0.617 KWD'));
    await untilState(house, id, 'paid');
  });

  async function entryIs(id: string, state: string): Promise<void> {
    await until(`the operation is ${state}`, async () => {
      const { operations = [] } = await transactionOf(house, id);
      return operations[0]?.state === state;
    });
  }
});
