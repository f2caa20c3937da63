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
import { aCard, anAttempt, aTransaction, referenceOf } from '../../support/builders.ts';

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

  const { token, lastFour, expiry, cvvRequired, autoDebit } = aCard();
  const card = { token, lastFour, expiry, cvvRequired, autoDebit };
  const charges = { ...card, by: 'customer', agreements: [] } as const;
  const pageUrl = 'https://network.example';
  for (const [what, attempt, isWaitedFor] of [
    ['a saved card is being charged', { charges }, true],
    ['a card that was typed is being charged', { cardGiven: true }, true],
    ['what a wallet has handed over is being charged', { deviceWallet: 'google_pay' }, true],
    ['the bank asks about a card', { charges, pageUrl }, false],
    ['a page is open', { pageUrl }, false],
    ['a page is asked for', {}, false],
    ['the card was declined', { charges, state: 'failed' }, false],
  ] as const)
    it(`is ${isWaitedFor ? 'not ' : ''}called late where ${what}, and every page shows itself before that`, () => {
      const attempts = [anAttempt({ state: 'pending', ...attempt })];
      const late = isWaitedFor ? 'locked' : 'expired';
      for (const state of ['pending', 'expired'] as const)
        assert.equal(refused(state, expiresAt, { attempts })?.[0], late);
      const transaction = aTransaction({ state: 'pending', attempts });
      assert.equal(refused('pending', expiresAt - 1, { attempts }), undefined);
      assert.deepEqual(
        [expiresAt - 1, expiresAt].map((now) => processingAttempt(transaction, now)),
        [undefined, isWaitedFor ? attempts[0] : undefined],
      );
    });

  it('makes nobody wait for an attempt once another one has paid', () => {
    const attempts = [
      anAttempt({ state: 'success' }),
      anAttempt({ referenceNumber: referenceOf('demoBBBBBB'), state: 'pending', processing: true }),
    ];
    assert.equal(
      processingAttempt(aTransaction({ state: 'pending', attempts }), expiresAt),
      attempts[1],
    );
    for (const state of ['paid', 'authorized', 'cod'] as const)
      assert.equal(processingAttempt(aTransaction({ state, attempts }), expiresAt), undefined);
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
