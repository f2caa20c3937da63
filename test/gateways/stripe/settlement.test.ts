import assert from 'node:assert/strict';
import { stripe } from '../../../gateways/stripe/index.ts';
import { STRIPE_COLUMNS } from '../../../gateways/stripe/settlement.ts';
import { amountOf, kwd, referenceOf } from '../../support/builders.ts';

const CHARGE = {
  balance_transaction_id: 'txn_1',
  created_utc: '2026-01-15 09:00:00',
  reporting_category: 'charge',
  source_id: 'ch_1',
  customer_facing_amount: '12.34',
  customer_facing_currency: 'kwd',
  payment_intent_id: 'pi_1',
  'payment_metadata[reference]': 'demoLINE2222',
  'payment_metadata[capture]': '',
  'refund_metadata[reference]': '',
};
const REFUND = {
  ...CHARGE,
  balance_transaction_id: 'txn_2',
  reporting_category: 'refund',
  source_id: 're_1',
  customer_facing_amount: '-2.5',
};

describe('a line of the payout reconciliation of Stripe', () => {
  const read = stripe.settlement?.read;
  assert.ok(read);

  function faultOf(change: Readonly<Record<string, string>>): string {
    const fault = read?.({ ...CHARGE, ...change });
    assert.ok(typeof fault === 'string', JSON.stringify(fault));
    return fault;
  }

  it('is a capture, in the money that the payer has seen', () => {
    assert.deepEqual(stripe.settlement?.columns, STRIPE_COLUMNS);
    assert.deepEqual(read(CHARGE), {
      kind: 'capture',
      identity: 'capture/txn_1',
      paymentReference: referenceOf('demoLINE2222'),
      gatewayPayment: 'pi_1',
      gatewayReference: 'txn_1',
      amount: kwd('12.340'),
      settledAt: Date.UTC(2026, 0, 15, 9),
    });
  });

  it('names the capture of a hold by its own reference', () => {
    const row = read({ ...CHARGE, 'payment_metadata[capture]': 'demoCAPTURE2' });
    assert.ok(typeof row === 'object' && !('aside' in row));
    assert.equal(row.operationReference, 'demoCAPTURE2');
  });

  for (const [ours, reference] of [
    ['of ours', 'demoREFUND22'],
    ['of somebody else', undefined],
  ])
    it(`is a refund ${ours}`, () => {
      const row = read({ ...REFUND, 'refund_metadata[reference]': reference ?? '' });
      assert.ok(typeof row === 'object' && !('aside' in row));
      assert.deepEqual(
        [row.kind, row.amount, row.gatewayReference, row.operationReference],
        ['refund', kwd('2.500'), 're_1', reference],
      );
    });

  it('is in whole yen as the report has them', () => {
    const row = read({ ...CHARGE, customer_facing_amount: '500', customer_facing_currency: 'jpy' });
    assert.ok(typeof row === 'object' && !('aside' in row));
    assert.deepEqual(row.amount, amountOf('500', 'JPY'));
  });

  for (const [what, change] of [
    ['a fee', { reporting_category: 'fee' }],
    ['a payout', { reporting_category: 'payout', 'payment_metadata[reference]': '' }],
    ['a payment of another program', { 'payment_metadata[reference]': '' }],
  ] as const)
    it(`is none of our business when it is ${what}`, () => {
      assert.equal(read({ ...CHARGE, ...change }), undefined);
    });

  for (const category of [
    'refund_failure',
    'dispute',
    'dispute_reversal',
    'partial_capture_reversal',
    'something_new',
  ])
    it(`is for a person when it is a ${category}`, () => {
      const told = read({ ...CHARGE, reporting_category: category });
      assert.ok(typeof told === 'object' && 'aside' in told);
      assert.match(told.aside, /by hand/);
    });

  for (const [column, value] of [
    ['balance_transaction_id', ''],
    ['payment_intent_id', ''],
    ['customer_facing_currency', 'zzz'],
    ['customer_facing_amount', ''],
    ['customer_facing_amount', '0'],
    ['customer_facing_amount', '--1'],
    ['customer_facing_amount', '12.3456'],
    ['created_utc', ''],
    ['created_utc', 'yesterday'],
    ['created_utc', '2026-13-45 99:00:00'],
  ] as const)
    it(`is faulty where ${column} is "${value}"`, () => {
      assert.match(faultOf({ [column]: value }), new RegExp(`^${column} is`));
    });
});
