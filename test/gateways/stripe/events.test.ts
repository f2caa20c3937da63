import assert from 'node:assert/strict';
import { stripe } from '../../../gateways/stripe/index.ts';
import { kwd } from '../../support/builders.ts';
import { WEBHOOK_SECRET } from './network.ts';
import { operationOn, stripeSide } from './support.ts';

const { operate } = stripe;
assert.ok(operate);

const REFUND = {
  id: 're_1',
  amount: 5000,
  currency: 'kwd',
  status: 'succeeded',
  metadata: {},
  payment_intent: 'pi_1',
  balance_transaction: 'txn_1',
};

const INTENT = {
  id: 'pi_1',
  status: 'canceled',
  created: 0,
  amount: 12_500,
  amount_received: 0,
  currency: 'kwd',
};

describe('the gateway stripe: an event', () => {
  const { network, book, right, paid, readEvent, readOf } = stripeSide();

  it('is believed by any of the secrets, and by any of its signatures', async () => {
    const callback = await network.callbackOf('payment_intent.succeeded', () => paid());
    for (const webhook_secrets of [
      [WEBHOOK_SECRET, 'whsec_old'],
      ['whsec_new', WEBHOOK_SECRET],
    ])
      assert.equal(stripe.readCallback({ ...right(), webhook_secrets }, callback).step, 'ask');
    const header = String(callback.headers['stripe-signature']);
    const [t = '', v1 = ''] = header.split(',');
    for (const signed of [`${t},v1=${'0'.repeat(64)},${v1}`, `${t},v0=x,${v1}`])
      assert.equal(
        stripe.readCallback(right(), {
          ...callback,
          headers: { 'stripe-signature': signed },
        }).step,
        'ask',
      );
  });

  it('is believed as Stripe’s own package signs it (stripe 23.1.0, generateTestHeaderString)', () => {
    const at = 1_769_763_600;
    const v1 = '84a6d224b5964f08cd8425e24154cb40e105a5853708ecdb78251897c575b9f0';
    const read = stripe.readCallback(right(), {
      headers: { 'stripe-signature': `t=${at},v1=${v1}` },
      body: '{"id":"evt_1","type":"customer.created","data":{"object":{"id":"cus_1"}}}',
      receivedAt: at * 1000,
    });
    assert.deepEqual(read, { step: 'nothing', eventId: 'evt_1', about: 'customer.created' });
  });

  it('that is about nothing with an id, as the balance, is acknowledged', () => {
    const funds = { livemode: false };
    for (const [type, object] of [
      ['balance.available', { object: 'balance', available: [], pending: [], ...funds }],
      ['cash_balance.funds_available', { object: 'cash_balance', customer: 'cus_1', ...funds }],
    ] as const)
      assert.deepEqual(readEvent(type, object), { step: 'nothing', eventId: 'evt_1', about: type });
  });

  it('of a hold that somebody frees in the dashboard is a void of all', async () => {
    const { intent, request } = await paid({ kind: 'authorize' });
    const read = await readOf('payment_intent.canceled', () =>
      book.cancel(intent['id'], 'abandoned'),
    );
    assert.ok(read.step === 'operation');
    const { kind, result, amount, paymentReference, referenceNumber } = read.report;
    assert.deepEqual(
      [kind, result, amount, paymentReference, referenceNumber],
      ['void', 'done', kwd('12.500'), request.referenceNumber, undefined],
    );
  });

  it('of what somebody captures in the dashboard is a capture, named as ours would be', async () => {
    const { intent, charge: held } = await paid({ kind: 'authorize' });
    const read = await readOf('charge.captured', () =>
      book.capture(intent['id'], { amount_to_capture: 5000 }),
    );
    assert.ok(read.step === 'operation');
    const { kind, amount, gatewayReference, gatewayPayment } = read.report;
    assert.deepEqual([kind, amount], ['capture', kwd('5.000')]);
    assert.equal(gatewayReference, held['balance_transaction']);
    assert.equal(gatewayPayment, intent['id']);
  });

  for (const kind of ['capture', 'void'] as const)
    it(`of a ${kind} of ours is not one of somebody else`, async () => {
      const held = await paid({ kind: 'authorize' });
      const type = kind === 'capture' ? 'charge.captured' : 'payment_intent.canceled';
      const read = await readOf(type, () => operate(right(), operationOn(held, kind)));
      assert.equal(read.step, kind === 'capture' ? 'nothing' : 'ask');
    });

  for (const [what, object] of [
    ['of a hold that is released as a refund', { balance_transaction: null }],
    ['of a hold whose time is over', { reason: 'expired_uncaptured_charge' }],
    ['of a refund without a payment', { payment_intent: null }],
  ] as const)
    it(`${what} is nothing`, () => {
      assert.equal(readEvent('refund.created', { ...REFUND, ...object }).step, 'nothing');
    });

  it('of the rest of a hold that our capture has freed is nothing, and one of another program is a refund', () => {
    const ours = `${'a'.repeat(40)}:${'b'.repeat(40)}:capture`;
    assert.equal(readEvent('refund.created', REFUND, ours).step, 'nothing');
    assert.equal(readEvent('refund.created', REFUND, 'program-1').step, 'operation-there');
  });

  for (const status of ['succeeded', 'pending', 'failed', 'canceled'])
    it(`of a refund that is ${status} is about the payment that Stripe names`, () => {
      const read = readEvent('refund.updated', { ...REFUND, status });
      assert.ok(read.step === 'operation-there' && read.gatewayPayment === 'pi_1');
      const results: Record<string, string> = { succeeded: 'done', pending: 'queued' };
      assert.equal(read.report.result, results[status] ?? 'declined');
    });

  for (const [what, type, object] of [
    [
      'a refund in a state that nobody has heard of',
      'refund.updated',
      { ...REFUND, status: 'odd' },
    ],
    ['an amount in a currency that there is not', 'refund.created', { ...REFUND, currency: 'zzz' }],
    ['a negative amount', 'refund.created', { ...REFUND, amount: -1 }],
  ] as const)
    it(`with ${what} is unknown`, () => {
      assert.equal(readEvent(type, object).step, 'unknown');
    });

  for (const [metadata, step] of [
    [{ reference: 'demoEVENT222' }, 'nothing'],
    [{ reference: 'demoEVENT222', by: 'customer' }, 'ask'],
  ] as const)
    it(`of a declined card with ${JSON.stringify(metadata)} is ${step}`, () => {
      const read = readEvent('payment_intent.payment_failed', { ...INTENT, metadata });
      assert.equal(read.step, step);
    });

  it('of a dispute names the payment, and has the dispute whole each time', async () => {
    const { intent } = await paid();
    const opened = await readOf('charge.dispute.funds_withdrawn', () => book.dispute(intent['id']));
    assert.ok(opened.step === 'dispute');
    const { disputeId, gatewayPayment, state, amount, reason, dueAt, movements } = opened.report;
    assert.deepEqual(
      [gatewayPayment, state, amount, reason],
      [intent['id'], 'open', kwd('12.500'), 'fraudulent'],
    );
    assert.ok(dueAt !== undefined && dueAt > Date.now());
    assert.deepEqual(
      movements.map((one) => [one.kind, one.amount]),
      [['taken', kwd('12.500')]],
    );
    const closed = await readOf('charge.dispute.funds_reinstated', () =>
      book.closeDispute(disputeId, 'won'),
    );
    assert.ok(closed.step === 'dispute');
    assert.equal(closed.report.state, 'won');
    assert.deepEqual(
      closed.report.movements.map((one) => one.kind),
      ['taken', 'returned'],
    );
    assert.deepEqual(closed.report.movements[0], movements[0]);
  });

  it('of a mere inquiry has moved nothing', async () => {
    const { intent } = await paid();
    const read = await readOf('charge.dispute.created', () =>
      book.dispute(intent['id'], {
        status: 'warning_needs_response',
        due_by: 0,
      }),
    );
    assert.ok(read.step === 'dispute');
    assert.deepEqual(
      [read.report.state, read.report.movements, read.report.dueAt],
      ['inquiry', [], undefined],
    );
  });

  it('of a dispute in a balance of another currency moves what is disputed', async () => {
    const { intent } = await paid();
    const dispute = book.dispute(intent['id'], { amount: 5000 });
    Object.assign(dispute['balance_transactions'][0], {
      currency: 'usd',
      amount: -1626,
    });
    const read = readEvent('charge.dispute.funds_withdrawn', dispute, undefined, 1);
    assert.ok(read.step === 'dispute');
    assert.deepEqual(read.report.movements[0]?.amount, kwd('5.000'));
  });

  it('of a dispute in a balance of another currency gives back the part of it that is given back there, and never more', async () => {
    const { intent } = await paid();
    for (const given of [
      [488, '1.501'],
      [1626, '5.000'],
      [1700, '5.000'],
      [1610, '5.000', 'won'],
      [488, '1.501', 'won'],
    ] as const) {
      const [returned, amount, status = 'lost'] = given;
      const dispute = book.dispute(intent['id'], { amount: 5000 });
      dispute['status'] = status;
      const [taken] = dispute['balance_transactions'];
      Object.assign(taken, { currency: 'usd', amount: -1626 });
      dispute['balance_transactions'].push({ ...taken, id: 'txn_back', amount: returned });
      const read = readEvent('charge.dispute.funds_reinstated', dispute, undefined, 1);
      assert.ok(read.step === 'dispute');
      assert.deepEqual(
        read.report.movements.map((one) => [one.kind, one.amount]),
        [
          ['taken', kwd('5.000')],
          ['returned', kwd(amount)],
        ],
      );
    }
  });

  for (const [what, object] of [
    ['in a state that nobody has heard of', { status: 'odd' }],
    ['of no amount', { amount: 'much' }],
  ] as const)
    it(`of a dispute ${what} is unknown`, () => {
      const dispute = {
        id: 'du_1',
        status: 'lost',
        currency: 'kwd',
        reason: 'general',
        amount: 5000,
        payment_intent: 'pi_1',
        balance_transactions: [],
        evidence_details: { due_by: null },
        ...object,
      };
      assert.equal(readEvent('charge.dispute.closed', dispute, undefined, 1).step, 'unknown');
      const { payment_intent: _intent, ...nobodys } = {
        ...dispute,
        status: 'lost',
        amount: 1,
      };
      assert.equal(readEvent('charge.dispute.closed', nobodys, undefined, 1).step, 'nothing');
    });

  for (const [type, metadata] of [
    ['payment_intent.succeeded', {}],
    ['payment_intent.succeeded', { reference: '../x' }],
    ['payment_intent.succeeded', { order_id: '6735' }],
    ['charge.succeeded', { order_id: '6735' }],
    ['payment_intent.canceled', {}],
    ['customer.created', { reference: 'demoEVENT222' }],
    ['charge.succeeded', { reference: 'demoEVENT222' }],
    ['something.new', { reference: 'demoEVENT222' }],
  ] as const)
    it(`${type} with ${JSON.stringify(metadata)} is none of our business`, () => {
      const object = { ...INTENT, metadata };
      assert.equal(readEvent(type, object).step, 'nothing');
    });

  it('of ours is ours whatever names others have added to its metadata', () => {
    const metadata = { reference: 'demoEVENT222', order_id: '6735' };
    const read = readEvent('payment_intent.succeeded', { ...INTENT, metadata });
    assert.ok(read.step === 'ask' && read.referenceNumber === 'demoEVENT222');
    const refund = { ...REFUND, metadata: { order_id: '6735' } };
    assert.equal(readEvent('refund.created', refund).step, 'operation-there');
  });
});
