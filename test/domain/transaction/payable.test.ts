import assert from 'node:assert/strict';
import { Refusal } from '../../../domain/refusal.ts';
import { refuseUnlessPayable } from '../../../domain/transaction/payable.ts';
import { processingAttempt } from '../../../domain/transaction/processing.ts';
import {
  isUnpaid,
  TRANSACTION_STATES,
  type TransactionState,
} from '../../../domain/transaction/states.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { anAttempt, aTransaction, referenceOf } from '../../support/builders.ts';

describe('what can be paid', () => {
  for (const state of TRANSACTION_STATES) {
    const closed = ['invalid_state', `The transaction is ${state} and can no longer be paid.`];
    const late = ['expired', 'The transaction has expired; ask the merchant for a new one.'];
    const before = isUnpaid(state) ? undefined : state === 'expired' ? late : closed;
    const after = isUnpaid(state) || state === 'expired' ? late : closed;

    it(`is told of a payment that is ${state}, and when its time is over`, () => {
      assert.deepEqual([refused(state, expiresAt - 1), refused(state, expiresAt)], [before, after]);
    });
  }

  for (const state of ['pending', 'expired'] as const)
    it(`is not called ${state === 'expired' ? state : 'late'} while the gateway has not decided what was paid`, () => {
      const attempts = [anAttempt({ state: 'pending', processing: true })];
      assert.equal(refused(state, expiresAt, { attempts })?.[0], 'locked');
    });

  it('makes nobody wait for an attempt once another one has paid', () => {
    const attempts = [
      anAttempt({ state: 'success' }),
      anAttempt({ referenceNumber: referenceOf('demoBBBBBB'), state: 'pending', processing: true }),
    ];
    assert.equal(processingAttempt(aTransaction({ state: 'pending', attempts })), attempts[1]);
    for (const state of ['paid', 'authorized', 'cod'] as const)
      assert.equal(processingAttempt(aTransaction({ state, attempts })), undefined);
  });
});

const { expiresAt } = aTransaction();

/** Code and sentence; undefined where it can be paid. */
function refused(
  state: TransactionState,
  now: number,
  more: Partial<Transaction> = {},
): readonly string[] | undefined {
  try {
    refuseUnlessPayable(aTransaction({ state, ...more }), now);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return [error.code, error.message];
  }
  return undefined;
}
