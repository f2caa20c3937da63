import assert from 'node:assert/strict';
import { theSystem, type System } from '../../support/system.ts';
import { merchantAt, part, until, type Json } from '../../support/http.ts';
import { operating, type Operating } from '../support/operating.ts';
import { transactionOf, untilState } from '../support/records.ts';

const CAPTURED = 'capture 12.340 KWD';

describe('an operation and the gateway', () => {
  let system: System;
  let at: Operating;
  let unanswered: ReturnType<typeof neverAnswered>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    at = operating(system, merchantAt(system.run.api, system.run.keys.private));
    // Whoever asks waits 25 seconds, so it begins now and is looked at last.
    unanswered = neverAnswered();
    unanswered.catch(() => undefined);
  });

  /** What the network calls the payment of a transaction. */
  async function paymentOf(id: string): Promise<string> {
    const { attempts } = await transactionOf(system, id);
    const [attempt] = attempts;
    assert.ok(attempt?.gatewayReference);
    return attempt.gatewayReference;
  }

  /** A refund of which the network says nothing for long, and who asks for the same by its key meanwhile. */
  async function neverAnswered() {
    const id = await at.paid();
    const silence = { fault: 'error', on: ['refund', 'inquire'], probability: 1 };
    await at.network.order(await paymentOf(id), silence);
    const body = { session_id: id, operation: 'refund', amount: '2.340' };
    const ask = () => at.operate(body, { 'Tracking-Key': 'never-answered' });
    const first = ask();
    await entryIs(id, 'promised');
    const [answer, again] = await Promise.all([first, ask()]);
    return { id, answer, again };
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
    assert.equal((await transactionOf(system, id)).state, 'authorized');
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
    const { operations = [] } = await transactionOf(system, id);
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

  it('answers each of sixteen refunds at once, and together they are what was captured', async function () {
    this.timeout(120_000);
    const id = await at.paid();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => refund(id, { amount: '1.234' })),
    );
    const done = answers.filter(({ status }) => status === 200 || status === 202);
    assert.equal(done.length, 10);
    for (const { status, body } of answers)
      assert.ok(
        status < 300 ||
          body['code'] === 'amount_exceeds_balance' ||
          body['code'] === 'invalid_state',
      );
    await until('every refund is done', async () => {
      const { operations = [] } = await transactionOf(system, id);
      return operations.length === 10 && operations.every(({ state }) => state === 'done');
    });
    const moved = await at.network.moved(id);
    assert.deepEqual(moved.slice(1), Array(10).fill('refund 1.234 KWD'));
    await untilState(system, id, 'paid');
  });

  it('of which it says nothing is 202 for who asked, and 409 for who asks again by its key', async function () {
    this.timeout(60_000);
    const { id, answer, again } = await unanswered;
    const { detail, reference_number: reference, ...rest } = answer.body;
    assert.deepEqual(
      [answer.status, rest],
      [
        202,
        {
          operation: 'refund',
          result: 'pending',
          amount: '2.340',
          session_id: id,
          pg_code: 'sandbox',
          ...('order_no' in rest && { order_no: rest['order_no'] }),
        },
      ],
      answer.text,
    );
    assert.match(String(detail), /Tracking-Key/);
    const { operations: [entry] = [] } = await transactionOf(system, id);
    assert.equal(reference, entry?.referenceNumber);
    assert.deepEqual(
      [again.status, again.body['operation'], again.body['result'], again.body['code']],
      [409, 'operation_tracking', 'failed', 'tracking_in_progress'],
      again.text,
    );
    assert.equal(again.headers.get('Retry-After'), '5');
    // Its money stays set aside as long as nobody knows.
    const over = await refund(id, { amount: '10.001' });
    assert.deepEqual([over.status, over.body['available']], [400, '10.000'], over.text);
    assert.deepEqual(await at.network.moved(id), [CAPTURED]);
  });

  async function entryIs(id: string, state: string): Promise<void> {
    await until(`the operation is ${state}`, async () => {
      const { operations = [] } = await transactionOf(system, id);
      return operations[0]?.state === state;
    });
  }
});
