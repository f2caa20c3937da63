import assert from 'node:assert/strict';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import { finalization, lastChange } from '../../../domain/wallet/finalization.ts';
import {
  anAttempt,
  aTransaction,
  CREATED_AT,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';

/** contract/wallets#finalization */
const EXPECTED = {
  SUCCEEDED: ['paid', 'authorized', 'cod'],
  FAILED: ['failed', 'expired', 'invalided'],
  CANCELLED: ['canceled'],
  PENDING: ['created', 'pending', 'attempted'],
};

describe('the finalization of a payment', () => {
  for (const state of TRANSACTION_STATES)
    it(`in the state ${state} has one of four names`, () => {
      const [name] = Object.entries(EXPECTED).find(([, states]) => states.includes(state)) ?? [];
      assert.equal(finalization(aTransaction({ state })), name);
    });

  for (const [whole, state, expected] of [
    ['authorized', 'done', 'CANCELLED'],
    ['authorized', 'failed', 'SUCCEEDED'],
    ['authorized', 'promised', 'SUCCEEDED'],
    // The network gave a part back before it had taken it: what is left is paid.
    ['paid', 'done', 'SUCCEEDED'],
  ] as const)
    it(`of a payment that is ${whole} with a void that is ${state} is ${expected}`, () => {
      const transaction = aTransaction({
        state: whole,
        operations: [anEntry({ state, kind: 'void' })],
      });
      assert.equal(finalization(transaction), expected);
    });

  it('is as old as the latest thing that happened', () => {
    assert.equal(changeOf({}), CREATED_AT);
    assert.equal(changeOf({ seenAt: CREATED_AT + 5 }), CREATED_AT + 5);
    assert.equal(
      changeOf({ attempts: [anAttempt({ createdAt: CREATED_AT + 7 })] }),
      CREATED_AT + 7,
    );
    assert.equal(
      changeOf({ attempts: [anAttempt({ concludedAt: CREATED_AT + 9 })] }),
      CREATED_AT + 9,
    );
    assert.equal(
      changeOf({ operations: [anEntry({ createdAt: CREATED_AT + 11 })] }),
      CREATED_AT + 11,
    );
    assert.equal(changeOf({ deletedAt: CREATED_AT + 13 }), CREATED_AT + 13);
  });
});

function changeOf(more: object): number {
  return lastChange(aTransaction(more));
}

function anEntry(given: object) {
  return {
    sessionId: sessionOf('b1'),
    version: 1,
    kind: 'refund' as const,
    amount: kwd('12.500'),
    destination: 'pg' as const,
    state: 'done' as const,
    source: 'input' as const,
    referenceNumber: referenceOf('demoBBBBBB'),
    paymentReference: referenceOf('demoAAAAAA'),
    createdAt: CREATED_AT,
    ...given,
  };
}
