import assert from 'node:assert/strict';
import { move } from '../../../domain/transaction/move.ts';
import {
  isSuccess,
  isUnpaid,
  next,
  TRANSACTION_STATES,
  TRANSITIONS,
  TRIGGERS,
} from '../../../domain/transaction/states.ts';
import { aTransaction } from '../../support/builders.ts';

/** The steps in this test's own words: who may step where, and by what. */
const STEPS: readonly (readonly [from: string, trigger: string, to: string])[] = [
  ['created', 'view', 'pending'],
  ['created pending attempted', 'begin', 'pending'],
  ['created pending attempted', 'pay', 'paid'],
  ['created pending attempted', 'hold', 'authorized'],
  ['created pending attempted', 'pay-cash', 'cod'],
  ['pending', 'attempt-over', 'attempted'],
  ['pending', 'fail', 'failed'],
  ['pending', 'abandon', 'expired'],
  ['created pending attempted', 'expire', 'expired'],
  ['created pending attempted cod', 'cancel', 'canceled'],
  ['created pending attempted', 'invalidate', 'invalided'],
  ['failed expired', 'pay', 'paid'],
  ['failed expired', 'hold', 'authorized'],
  ['failed expired', 'pay-cash', 'cod'],
];

describe('the state table', () => {
  for (const state of TRANSACTION_STATES)
    for (const trigger of TRIGGERS) {
      const step = STEPS.find(([from, by]) => by === trigger && from.split(' ').includes(state));
      it(
        step
          ? `leads from ${state} by ${trigger} to ${step[2]}`
          : `refuses ${trigger} to what is ${state}`,
        () => {
          assert.equal(next(state, trigger), step?.[2]);
        },
      );
    }

  it('knows the ten states of the contract and no other', () => {
    assert.deepEqual(
      [...TRANSACTION_STATES].toSorted(),
      'attempted authorized canceled cod created expired failed invalided paid pending'.split(' '),
    );
    assert.deepEqual(Object.keys(TRANSITIONS).toSorted(), [...TRANSACTION_STATES].toSorted());
  });

  it('names no trigger that no state knows', () => {
    const known = new Set(STEPS.map(([, trigger]) => trigger));
    assert.deepEqual(
      TRIGGERS.filter((trigger) => !known.has(trigger)),
      [],
    );
  });
});

describe('a transaction', () => {
  for (const state of TRANSACTION_STATES) {
    const unpaid = ['created', 'pending', 'attempted'].includes(state);
    it(`that is ${state} ${unpaid ? 'waits' : 'does not wait'} for its payer`, () => {
      assert.equal(isUnpaid(state), unpaid);
    });

    const success = ['paid', 'authorized', 'cod'].includes(state);
    it(`that is ${state} ${success ? 'is' : 'is not'} a success`, () => {
      assert.equal(isSuccess(state), success);
    });
  }
});

describe('move', () => {
  it('changes the state and nothing else', () => {
    const transaction = aTransaction({ state: 'pending' });
    assert.deepEqual(move(transaction, 'pay'), { ...transaction, state: 'paid' });
  });

  it('leaves the given transaction as it was', () => {
    const transaction = aTransaction({ state: 'pending' });
    move(transaction, 'cancel');
    assert.deepEqual(transaction, aTransaction({ state: 'pending' }));
  });

  for (const state of TRANSACTION_STATES)
    for (const trigger of TRIGGERS)
      if (next(state, trigger) === undefined)
        it(`refuses ${trigger} to what is ${state} and names the state`, () => {
          assert.throws(() => move(aTransaction({ state }), trigger), {
            name: 'Refusal',
            code: 'invalid_state',
            message: new RegExp(`\\b${state}\\b`),
          });
        });
});
