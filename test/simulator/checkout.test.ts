import assert from 'node:assert/strict';
import { Callbacks } from '../../simulator/callbacks.ts';
import { readCard } from '../../simulator/card-entry.ts';
import { Checkout } from '../../simulator/checkout.ts';
import { FaultBook } from '../../simulator/fault-book.ts';
import { openPayment } from '../../simulator/open-payment.ts';
import { plan } from '../../simulator/outcomes.ts';
import { Records } from '../../simulator/records.ts';
import type { Action } from '../../simulator/transitions.ts';
import { GOOD_CARD, paymentBody } from './support.ts';

const NOW = new Date('2026-08-15T10:00:00Z');

function aCheckout() {
  const records = new Records(undefined);
  const now = () => NOW;
  const callbacks = new Callbacks(records, { waitMs: 100, retryMs: [] }, now);
  const checkout = new Checkout({
    records,
    callbacks,
    now,
    faults: new FaultBook(),
    base: () => 'https://pay.example',
  });
  const payment = openPayment('shop', paymentBody('https://shop.example'), NOW);
  records.write({ type: 'payment', payment, key: 'k', fingerprint: 'f' });
  return { records, checkout, payment };
}

function aCard(number: string): Action {
  const reading = readCard({ ...GOOD_CARD, number, expiry: '12/31' }, NOW);
  assert.ok(reading.ok);
  return { type: 'card', card: reading.card, plan: plan(number, '12.340') };
}

describe('the checkout', () => {
  it('lets exactly one of many actions of the same instant move the payment', async () => {
    const { records, checkout, payment } = aCheckout();
    const actions = [
      aCard('4242424242424242'),
      aCard('5555555555554444'),
      { type: 'cancel' },
    ] as const;
    const moves = await Promise.all(
      [...actions, ...actions].map(async (action) => checkout.act(payment.id, action, false)),
    );
    assert.equal(moves.filter((moved) => moved !== undefined).length, 1);
    assert.equal(records.ledger.list({}).length, 1);
    const { state } = records.payments.find(payment.id) ?? payment;
    assert.ok(state.status === 'CAPTURED' && state.card.last4 === '4242');
  });

  it('writes no entry for a payment without success', async () => {
    const { records, checkout, payment } = aCheckout();
    await checkout.act(payment.id, aCard('4000000000000002'), false);
    assert.deepEqual(records.ledger.list({}), []);
  });

  it('keeps entries that nobody can change', async () => {
    const { records, checkout, payment } = aCheckout();
    await checkout.act(payment.id, aCard('4242424242424242'), false);
    const [entry] = records.ledger.list({});
    assert.ok(entry);
    assert.throws(() => Object.assign(entry, { amount: '0.001' }), TypeError);
    assert.deepEqual(entry, {
      seq: 1,
      at: NOW.toISOString(),
      account: 'shop',
      payment_id: payment.id,
      merchant_reference: 'demoAB12CD',
      entry: 'capture',
      amount: '12.340',
      currency: 'KWD',
    });
  });

  it('does nothing for a payment that does not exist', async () => {
    const { checkout } = aCheckout();
    assert.equal(await checkout.act('pay_none', { type: 'cancel' }), undefined);
  });
});
