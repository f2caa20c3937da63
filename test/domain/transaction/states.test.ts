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

/** Contract/events-and-pages.md 4.2 in this test's own words: who may step where, and by which row. */
const STEPS: readonly (readonly [row: string, from: string, trigger: string, to: string])[] = [
  ['P2', 'created', 'view', 'pending'],
  ['P3', 'created pending attempted', 'begin', 'pending'],
  ['P4', 'created pending attempted', 'pay', 'paid'],
  ['P5', 'created pending attempted', 'hold', 'authorized'],
  ['P6', 'created pending attempted', 'pay-cash', 'cod'],
  ['P7, P9', 'pending', 'attempt-over', 'attempted'],
  ['P8, P12', 'pending', 'fail', 'failed'],
  ['P10', 'pending', 'abandon', 'expired'],
  ['P13 to P15', 'created pending attempted', 'expire', 'expired'],
  ['P16', 'created pending attempted cod', 'cancel', 'canceled'],
  ['P17', 'created pending attempted', 'invalidate', 'invalided'],
  ['P18', 'failed expired', 'pay', 'paid'],
  ['P18', 'failed expired', 'hold', 'authorized'],
  ['P18', 'failed expired', 'pay-cash', 'cod'],
];

describe('the state table', () => {
  for (const state of TRANSACTION_STATES)
    for (const trigger of TRIGGERS) {
      const step = STEPS.find(([, from, by]) => by === trigger && from.split(' ').includes(state));
      it(
        step
          ? `leads from ${state} by ${trigger} to ${step[3]} (${step[0]})`
          : `refuses ${trigger} to what is ${state}`,
        () => {
          assert.equal(next(state, trigger), step?.[3]);
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
    const known = new Set(STEPS.map(([, , trigger]) => trigger));
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
