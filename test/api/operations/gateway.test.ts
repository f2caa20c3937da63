import assert from 'node:assert/strict';
import { theSystem, type System } from '../../support/system.ts';
import { merchantAt, until, type Json } from '../../support/http.ts';
import { operating, type Operating } from '../support/operating.ts';
import { transactionOf } from '../support/records.ts';

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

  // What it declines, what it queues, and many at once are in money.test.ts.
  it('is done once when its answer is lost, and when the gateway fails before and after its work, also where that takes no notice of keys', async () => {
    const id = await at.paid();
    const payment = await paymentOf(id);
    await at.network.order(
      payment,
      { fault: 'answer-lost', on: ['refund'] },
      { fault: 'key-ignored', on: ['refund'], next: 20 },
    );
    const lost = await refund(id, { amount: '2.340' });
    assert.deepEqual([lost.status, lost.body['result']], [200, 'success'], lost.text);
    assert.deepEqual(await at.network.moved(id), [CAPTURED, 'refund 2.340 KWD']);
    await at.network.order(
      payment,
      { fault: 'reset', on: ['refund'] },
      { fault: 'error', on: ['refund'], done: true },
      { fault: 'key-ignored', on: ['refund'], next: 20 },
    );
    assert.equal((await refund(id)).status, 200);
    assert.deepEqual(await at.network.moved(id), [
      CAPTURED,
      'refund 2.340 KWD',
      'refund 10.000 KWD',
    ]);
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
