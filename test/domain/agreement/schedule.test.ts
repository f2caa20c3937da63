import assert from 'node:assert/strict';
import { AGREEMENT_TYPES } from '../../../domain/agreement/agreement.ts';
import { scheduleOf } from '../../../domain/agreement/schedule.ts';
import { attemptRequest } from '../../../domain/transaction/attempt-request.ts';
import { aTransaction } from '../../support/builders.ts';

describe('the schedule of charges by an agreement', () => {
  it('is fixed where the type says so, unless they are irregular', () => {
    const fixed = AGREEMENT_TYPES.filter((type) => scheduleOf({ type }) === 'fixed');
    assert.deepEqual(fixed, ['recurring', 'installment']);
    assert.equal(scheduleOf({ type: 'recurring', frequency: 'monthly' }), 'fixed');
    assert.equal(scheduleOf({ type: 'recurring', frequency: 'irregular' }), 'open');
    assert.equal(scheduleOf(undefined), 'open');
  });

  it('is frozen with an attempt of the merchant, and with no other', () => {
    const from = { language: 'en', publicUrl: 'https://pay.example.test' } as const;
    const transaction = aTransaction({ agreement: { id: 'A-1', type: 'recurring' } });
    assert.equal(attemptRequest(transaction, from, 'merchant').schedule, 'fixed');
    assert.equal(attemptRequest(transaction, from, 'customer').schedule, undefined);
    assert.equal(attemptRequest(transaction, from).schedule, undefined);
  });
});
