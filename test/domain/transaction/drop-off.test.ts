import assert from 'node:assert/strict';
import { Refusal } from '../../../domain/refusal.ts';
import { dropOffAt, missingDropOff } from '../../../domain/transaction/drop-off.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import { paymentPayload } from '../../../domain/webhook/payload.ts';
import { aTransaction, CREATED_AT, CARD, DAY_MS, referenceOf } from '../../support/builders.ts';

const ADDRESS = { line1: 'Street 5', city: 'Kuwait City', country: 'KW', postalCode: '13001' };
const PLACE = { latitude: 29.3759, longitude: 47.9774 };
const now = CREATED_AT + 1000;

describe('the delivery', () => {
  it('is missing where it is asked for, part by part', () => {
    const asks = { captureDeliveryAddress: true, captureDeliveryLocation: true };
    assert.deepEqual(missingDropOff(aTransaction()), { address: false, place: false });
    assert.deepEqual(missingDropOff(aTransaction(asks)), { address: true, place: true });
    const half = aTransaction({ ...asks, dropOff: { place: PLACE } });
    assert.deepEqual(missingDropOff(half), { address: true, place: false });
    const no = { captureDeliveryAddress: false, captureDeliveryLocation: false };
    assert.deepEqual(missingDropOff(aTransaction(no)), { address: false, place: false });
  });

  it('is kept, and what is said later takes its place', () => {
    const first = dropOffAt(aTransaction(), { address: ADDRESS, place: PLACE }, now);
    assert.deepEqual(first.dropOff, { address: ADDRESS, place: PLACE });
    const moved = dropOffAt(first, { address: { ...ADDRESS, line1: 'Street 6' } }, now);
    assert.deepEqual(moved.dropOff, { address: { ...ADDRESS, line1: 'Street 6' }, place: PLACE });
  });

  for (const state of TRANSACTION_STATES.filter(
    (one) => !['created', 'pending', 'attempted'].includes(one),
  ))
    it(`is refused when the transaction is ${state}`, () => {
      assert.throws(() => dropOffAt(aTransaction({ state }), { place: PLACE }, now), Refusal);
    });

  it('is refused when the time to pay is over', () => {
    assert.throws(
      () => dropOffAt(aTransaction(), { place: PLACE }, CREATED_AT + DAY_MS),
      (error) => error instanceof Refusal && error.code === 'expired',
    );
  });

  it('is told in the webhook, its address also where a billing address would be', () => {
    const notice = {
      sequence: 1,
      at: now,
      referenceNumber: referenceOf('demoAAAAAA'),
      pgCode: CARD,
      result: 'canceled',
    } as const;
    const transaction = aTransaction({
      captureDeliveryAddress: true,
      captureDeliveryLocation: true,
      dropOff: { address: ADDRESS, place: PLACE },
    });
    const payload = paymentPayload(transaction, notice, { pgParamsFormat: 'flat' });
    assert.equal(payload['capture_delivery_address'], true);
    assert.equal(payload['capture_delivery_location'], true);
    assert.deepEqual(payload['delivery_address'], {
      line1: 'Street 5',
      city: 'Kuwait City',
      country: 'KW',
      postal_code: '13001',
    });
    assert.deepEqual(payload['delivery_location'], PLACE);
    assert.equal(payload['customer_address_line1'], 'Street 5');
    const billed = { ...transaction, billingAddress: { ...ADDRESS, line1: 'Street 9' } };
    const other = paymentPayload(billed, notice, { pgParamsFormat: 'flat' });
    assert.equal(other['customer_address_line1'], 'Street 9');
  });
});
