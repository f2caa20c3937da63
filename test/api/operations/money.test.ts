import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { signatureOf } from '../../../transports/signature.ts';
import { theSystem, type System } from '../../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  textIn,
  until,
  type Json,
  type MerchantClient,
} from '../../support/http.ts';
import {
  anAccountLike,
  childIn,
  operateAs,
  operating,
  OPERATION,
  type Operating,
} from '../support/operating.ts';
import { aPerson } from '../support/people.ts';
import { DEMO, sessionIdOf } from '../support/records.ts';

describe('refund, capture and void', () => {
  let system: System;
  let merchant: MerchantClient;
  let at: Operating;
  /** Of which a dinar at a time is given back. */
  const orderNo = randomUUID();
  let paid: string;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    at = operating(system, merchant);
    paid = await at.paid({ order_no: orderNo });
  });

  it('refund: gives all back when no amount is given, and answers the child, signed, which is asked about like a payment and read like nothing', async () => {
    const order = randomUUID();
    const id = await at.paid({ order_no: order, customer_id: 'cust-9' });
    const answer = await at.operate({
      operation: 'refund',
      session_id: id,
      order_no: order,
      extra: { why: 'returned' },
    });
    assert.equal(answer.status, 200, answer.text);
    const { txn, signature, timestamp_utc, reference_number, pg_response, detail, ...rest } =
      answer.body;
    assert.deepEqual(rest, {
      operation: 'refund',
      result: 'success',
      success: true,
      amount: '12.340',
      session_id: id,
      order_no: order,
      pg_code: 'sandbox',
      pg_params: rest['pg_params'],
      is_sandbox: true,
      source: 'input',
      extra: { why: 'returned' },
    });
    const child = txn as Json;
    assert.deepEqual(child, {
      amount: '12.340',
      currency_code: 'KWD',
      order_no: '',
      session_id: child['session_id'],
      state: 'refunded',
    });
    assert.notEqual(child['session_id'], id);
    assert.match(String(timestamp_utc), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(typeof reference_number, 'string');
    assert.equal(typeof detail, 'string');
    assert.equal(typeof pg_response, 'object');
    const { webhook: key } = system.run.keys;
    const payload = JSON.parse(answer.text) as Record<string, string>;
    assert.equal(signature, signatureOf(payload, { key, scheme: 'standard' }));
    assert.equal((await merchant.read(id)).body['state'], 'paid');
    assert.deepEqual(await at.network.moved(id), ['capture 12.340 KWD', 'refund 12.340 KWD']);

    const session = textIn(child, 'session_id');
    assert.equal((await merchant.read(session)).status, 404);
    const stands = await at.stands(session);
    assert.match(textIn(stands, 'signature'), /^[0-9a-f]{64}$/);
    assert.deepEqual(
      ['session_id', 'state', 'result', 'amount', 'customer_id', 'reference_number'].map(
        (key) => stands[key],
      ),
      [session, 'refunded', 'success', '12.340', 'cust-9', reference_number],
    );
    await at.done({ operation: 'delete', session_id: id });
    const gone = await merchant.call('POST', '/b/pbl/v2/inquiry/', { session_id: session });
    assert.equal(gone.status, 404);
  });

  it('refund: in parts, until nothing is left', async () => {
    const id = await at.paid();
    const body = { operation: 'refund', session_id: id };
    // Numbers are taken for money too, and zeros beyond the decimals change nothing.
    const part4 = await at.done({ ...body, amount: 4 });
    assert.equal(part4['amount'], '4.000');
    assert.equal((await at.stands(childIn(part4)))['amount'], '4.000');
    assert.equal((await at.done({ ...body, amount: '0.50' }))['amount'], '0.500');
    assert.equal((await at.done(body))['amount'], '7.840');
    const none = await at.operate(body);
    assert.deepEqual([none.status, none.body['code']], [400, 'invalid_state']);
    const stands = await at.stands(id);
    assert.equal(stands['refunded_amount'], '12.340');
    assert.deepEqual(stands['transaction'], stands['transactions']);
    assert.deepEqual(
      rows(stands, 'transactions').map((one) => [one['amount'], one['state']]),
      ['4.000', '0.500', '7.840'].map((amount) => [amount, 'refunded']),
    );
  });

  it('refund: is found by order_no, sent as a form', async () => {
    const answer = await fetch(`${system.run.api}${OPERATION}`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${system.run.keys.private}` },
      body: new URLSearchParams({ operation: 'refund', order_no: orderNo, amount: '1' }),
    });
    const body = (await answer.json()) as Json;
    assert.deepEqual([answer.status, body['session_id'], body['amount']], [200, paid, '1.000']);
  });

  it('capture: takes all, or in parts, the fee with it; the payment stays authorized, and what was captured can be refunded, and nothing more', async () => {
    const code = await anAccountLike(system, 'sandbox-fee', 'hold-fee', { kind: 'authorize' });
    const id = await at.held({ amount: '10.000' }, code);
    const body = { operation: 'capture', session_id: id };
    const first = await at.done({ ...body, amount: '4' });
    assert.equal(part(first, 'txn')['state'], 'paid');
    assert.equal((await at.stands(id))['paid_amount'], '4.000');
    const much = await at.operate({ operation: 'refund', session_id: id, amount: '4.001' });
    assert.deepEqual([much.status, much.body['available']], [400, '4.000']);
    const voided = await at.operate({ operation: 'void', session_id: id });
    assert.deepEqual([voided.status, voided.body['code']], [400, 'invalid_state']);
    // 10.000 and a fee of 2.5 %.
    assert.equal((await at.done(body))['amount'], '6.250');
    const stands = await at.stands(id);
    assert.deepEqual([stands['state'], stands['paid_amount']], ['authorized', '10.250']);
    const more = await at.operate(body);
    assert.deepEqual([more.status, more.body['code']], [400, 'invalid_state']);
    // The fee is never refunded.
    assert.equal((await at.done({ operation: 'refund', session_id: id }))['amount'], '10.000');
  });

  it('void: lets all go whatever amount is given, and nothing can be done afterwards', async () => {
    const id = await at.held();
    const body = await at.done({ operation: 'void', session_id: id, amount: 'x' });
    assert.deepEqual([body['amount'], part(body, 'txn')['state']], ['12.340', 'voided']);
    const stands = await at.stands(id);
    assert.deepEqual([stands['state'], stands['voided_amount']], ['authorized', '12.340']);
    assert.equal(rows(stands, 'transactions')[0]?.['voided_amount'], '12.340');
    for (const operation of ['void', 'capture', 'refund']) {
      const answer = await at.operate({ operation, session_id: id });
      assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_state'], operation);
    }
  });

  it('a decline is 400 with what the gateway said, leaves no child, and the money is free again', async () => {
    const id = await at.held();
    const key = { 'Tracking-Key': randomUUID(), 'Idempotency-Key': randomUUID() };
    const declined = await at.operate(
      { operation: 'capture', session_id: id, extra: { sandbox_result: 'failed' } },
      key,
    );
    const { detail, pg_response, ...rest } = declined.body;
    assert.deepEqual(
      [declined.status, rest],
      [400, { operation: 'capture', result: 'failed', code: 'gateway_declined' }],
      declined.text,
    );
    assert.equal(detail, 'Simulated decline');
    assert.equal(typeof pg_response, 'object');
    const stands = await at.stands(id);
    for (const name of ['transaction', 'transactions', 'paid_amount'])
      assert.ok(!(name in stands), name);
    // Both keys are free after a failure.
    const done = await at.done({ operation: 'capture', session_id: id }, key);
    assert.equal(done['amount'], '12.340');
  });

  it('queued: says so at once, reserves the money, and a replay shows what came of it: done, or refused for good and the money free again for another one', async () => {
    const id = await at.paid();
    const key = { 'Tracking-Key': randomUUID() };
    const body = { operation: 'refund', session_id: id, amount: '10' };
    const queued = await at.operate({ ...body, extra: { sandbox_result: 'queued' } }, key);
    assert.deepEqual(
      [queued.status, queued.body['result'], queued.body['success']],
      [200, 'queued', false],
      queued.text,
    );
    assert.equal(part(queued.body, 'txn')['state'], 'refund_queued');
    assert.deepEqual(await at.network.moved(id), ['capture 12.340 KWD']);
    assert.ok(!('refunded_amount' in (await at.stands(id))));
    const much = await at.operate({ ...body, amount: '3' });
    assert.deepEqual([much.status, much.body['available']], [400, '2.340']);
    await decide(id, 'done');
    const shown = await until('the refund', async () => {
      const again = await at.operate(body, key);
      assert.equal(again.status, 200, again.text);
      return again.body['result'] === 'success' && again.body;
    });
    assert.equal(part(shown, 'txn')['state'], 'refunded');
    assert.equal(childIn(shown), childIn(queued.body));
    assert.equal((await at.stands(id))['refunded_amount'], '10.000');

    const other = { 'Tracking-Key': randomUUID() };
    const rest = { operation: 'refund', session_id: id };
    await at.operate({ ...rest, extra: { sandbox_result: 'queued' } }, other);
    await decide(id, 'declined');
    const refused = await until('the rejection', async () => {
      const again = await at.operate(rest, other);
      return again.status === 400 && again;
    });
    const network = part(refused.body, 'pg_response');
    assert.deepEqual(
      { ...refused.body, pg_response: network['status'] },
      {
        detail: 'KWD 2.340 was not refunded: the gateway refused.',
        operation: 'refund',
        result: 'failed',
        code: 'gateway_declined',
        pg_response: 'DECLINED',
      },
    );
    // The gateway has had it, so that the key names it for ever, and is no other one's.
    const third = await at.operate({ ...rest, amount: '1' }, other);
    assert.deepEqual([third.status, third.body['code']], [409, 'idempotency_conflict']);
    assert.deepEqual((await at.operate(rest, other)).body, refused.body);
    assert.equal((await at.done(rest))['amount'], '2.340');
    assert.deepEqual(await at.network.moved(id), [
      'capture 12.340 KWD',
      'refund 10.000 KWD',
      'refund 2.340 KWD',
    ]);
  });

  it('undone by the gateway after it was done: a replay says that it failed, and moves nothing', async () => {
    const id = await at.paid();
    const key = { 'Tracking-Key': randomUUID() };
    const body = { operation: 'refund', session_id: id };
    await at.done(body, key);
    const [kept] = await system.store.operations.ofPayment(DEMO, sessionIdOf(id));
    assert.ok(kept);
    // The sandbox network undoes nothing.
    await system.store.operations.save({ ...kept, version: kept.version + 1, reversedAt: 1 });
    await at.unchanged(id, async () => {
      const again = await at.operate(body, key);
      const { detail, code, result } = again.body;
      assert.deepEqual(
        [again.status, detail, code, result],
        [400, 'KWD 12.340 was refunded; the gateway has undone it.', 'gateway_declined', 'failed'],
        again.text,
      );
    });
  });

  it('calls at the same time get one refund under one Tracking-Key, which anything else is a conflict with, and otherwise cannot share the same money', async () => {
    const id = await at.paid();
    const key = randomUUID();
    const body = { operation: 'refund', session_id: id, amount: '3' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => at.operate(body, { 'Tracking-Key': key })),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const [child = '', ...other] = new Set(answers.map((answer) => childIn(answer.body)));
    assert.deepEqual(other, []);
    const once = ['capture 12.340 KWD', 'refund 3.000 KWD'];
    assert.deepEqual(await at.network.moved(id), once);
    // Some clients put quotes around it, and amounts have more than one form.
    const again = await at.operate({ ...body, amount: '3.000' }, { 'Tracking-Key': `"${key}"` });
    assert.deepEqual([again.status, again.body], [200, answers[0]?.body], again.text);
    for (const more of [
      { amount: '4' },
      { amount: '99999' },
      { amount: undefined },
      { operation: 'capture' },
      { operation: 'void' },
      { destination: 'wallet' },
    ]) {
      const { status, body: said } = await at.operate(
        { ...body, ...more },
        { 'Tracking-Key': key },
      );
      const { detail, ...rest } = said;
      assert.deepEqual(
        [status, rest],
        [
          409,
          {
            operation: more.operation ?? 'refund',
            result: 'failed',
            code: 'idempotency_conflict',
          },
        ],
        JSON.stringify(more),
      );
      assert.match(String(detail), /Tracking-Key/);
    }
    const theirs = await at.done(
      { operation: 'refund', session_id: paid, amount: '1' },
      { 'Tracking-Key': key },
    );
    assert.notEqual(childIn(theirs), child);
    // More than are begun at once: the others wait for their turn.
    const others = await Promise.all(Array.from({ length: 12 }, () => at.operate(body)));
    const [done, refused] = [200, 400].map((code) =>
      others.filter(({ status }) => status === code),
    );
    assert.deepEqual([done?.length, refused?.length], [3, 9]);
    for (const { body: said } of refused ?? [])
      assert.match(String(said['code']), /^(?:amount_exceeds_balance|invalid_state)$/);
    const three = Array.from({ length: 3 }, () => 'refund 3.000 KWD');
    assert.deepEqual(await at.network.moved(id), [...once, ...three]);
  });

  it('names the user who asked', async () => {
    // A checker: nobody else has to agree first.
    const permissions = ['payment.refund', 'payment.approve'] as const;
    const person = await aPerson(system, { permissions, firstName: 'Layla' });
    const asked = await operateAs(system, await person.bearer(), {
      operation: 'refund',
      session_id: paid,
      amount: '1',
    });
    assert.equal(asked.status, 200, asked.text);
    assert.deepEqual(asked.body['initiator'], {
      id: person.user.id,
      username: person.user.username,
      email: person.user.email,
      first_name: 'Layla',
      last_name: '',
      phone: '',
    });
  });

  /** Decides what the network has queued of a payment. */
  async function decide(id: string, outcome: 'done' | 'declined'): Promise<void> {
    const [attempt] = (await at.attempts(id)).map(({ referenceNumber }) => referenceNumber);
    assert.ok(attempt);
    const [payment] = await at.network.paymentsOf(attempt);
    assert.ok(payment);
    const { simulator } = system.run;
    const listed = await fetch(
      `${simulator}/control/operations?payment_id=${textIn(payment, 'id')}`,
    );
    const { operations } = (await listed.json()) as { readonly operations: readonly Json[] };
    const queued = operations.find((one) => one['status'] === 'QUEUED');
    assert.ok(queued, JSON.stringify(operations));
    const decided = await fetch(`${simulator}/control/operations/${textIn(queued, 'id')}/decide`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ outcome }),
    });
    assert.equal(decided.status, 200, await decided.text());
  }
});
