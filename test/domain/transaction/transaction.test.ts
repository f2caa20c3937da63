import assert from 'node:assert/strict';
import {
  attemptOf,
  isAttemptOf,
  methodOf,
  pendingAttempt,
} from '../../../domain/transaction/transaction.ts';
import {
  aMethod,
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  aMerchantId,
  referenceOf,
  SHOP,
} from '../../support/builders.ts';

const attempt = anAttempt();
const older = anAttempt({ state: 'failed', referenceNumber: referenceOf('demoOLD222') });
const transaction = aTransaction({ attempts: [older, attempt] });
const claim = { merchantId: SHOP, pgCode: CARD, referenceNumber: attempt.referenceNumber };

describe('pendingAttempt', () => {
  it('is the one that a network may still decide', () => {
    assert.deepEqual(pendingAttempt(transaction), attempt);
    assert.equal(pendingAttempt(aTransaction({ attempts: [older] })), undefined);
  });
});

describe('attemptOf', () => {
  it('finds an attempt by its reference', () => {
    assert.deepEqual(attemptOf(transaction, older.referenceNumber), older);
    assert.equal(attemptOf(transaction, referenceOf('demoELSE22')), undefined);
  });
});

describe('methodOf', () => {
  it('finds a method by its code', () => {
    assert.deepEqual(methodOf(transaction, CARD), aMethod());
    assert.equal(methodOf(transaction, codeOf('debit')), undefined);
  });
});

describe('isAttemptOf', () => {
  it('lets an account speak for an attempt of its own', () => {
    assert.equal(isAttemptOf(transaction, claim), true);
  });

  for (const [what, other] of [
    ['another merchant', { merchantId: aMerchantId('other-shop') }],
    ['another account', { pgCode: codeOf('debit') }],
    ['an attempt that is not there', { referenceNumber: referenceOf('demoELSE22') }],
  ] as const)
    it(`refuses ${what}`, () => {
      assert.equal(isAttemptOf(transaction, { ...claim, ...other }), false);
    });
});
