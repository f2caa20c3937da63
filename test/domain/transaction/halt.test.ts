import assert from 'node:assert/strict';
import { cancel, expire } from '../../../domain/transaction/halt.ts';
import { view } from '../../../domain/transaction/move.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import {
  aMethod,
  anAttempt,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  referenceOf,
  untold,
} from '../../support/builders.ts';

const now = CREATED_AT + 5000;
const fresh = referenceOf('demoFRESH2');

describe('view', () => {
  it('makes a new transaction pending and notes the moment', () => {
    const transaction = aTransaction();
    assert.deepEqual(view(transaction, now), { ...transaction, state: 'pending', seenAt: now });
  });

  for (const state of TRANSACTION_STATES.filter((one) => one !== 'created'))
    it(`changes nothing when the transaction is ${state}`, () => {
      assert.equal(view(aTransaction({ state }), now), undefined);
    });
});

describe('expire', () => {
  for (const state of ['created', 'pending', 'attempted'] as const)
    it(`ends what is ${state}, and tells nobody when nobody ever tried to pay`, () => {
      const transaction = aTransaction({ state });
      assert.deepEqual(expire(transaction, now), {
        transaction: { ...transaction, state: 'expired' },
      });
    });

  for (const state of ['pending', 'failed', 'canceled', 'error'] as const)
    it(`tells the merchant that the last attempt is ${state}, and leaves the attempt as it is`, () => {
      const first = anAttempt({ state: 'failed' });
      const last = anAttempt({ state, referenceNumber: referenceOf('demoLAST22') });
      const transaction = aTransaction({ state: 'pending', attempts: [first, last], sequence: 2 });
      const change = expire(transaction, now);
      assert.equal(change.transaction.state, 'expired');
      assert.deepEqual(change.transaction.attempts, transaction.attempts);
      assert.deepEqual(change.notice, {
        sequence: 3,
        at: now,
        referenceNumber: last.referenceNumber,
        pgCode: CARD,
        result: state,
      });
    });

  it('tells no success of money that settled nothing, and first of what was tried after it', () => {
    const unsettled = anAttempt({ state: 'success' });
    const after = anAttempt({ state: 'failed', referenceNumber: referenceOf('demoLAST22') });
    const told = [[unsettled], [unsettled, after]].map((attempts) => {
      const { notice } = expire(aTransaction({ state: 'attempted', attempts }), now);
      return [notice?.referenceNumber, notice?.result];
    });
    assert.deepEqual(told, [
      [unsettled.referenceNumber, 'error'],
      [after.referenceNumber, 'failed'],
    ]);
  });

  for (const state of TRANSACTION_STATES.filter(
    (one) => !['created', 'pending', 'attempted'].includes(one),
  ))
    it(`is refused when the transaction is ${state}`, () => {
      assert.throws(() => expire(aTransaction({ state }), now), { code: 'invalid_state' });
    });
});

describe('cancel', () => {
  for (const state of ['created', 'pending', 'attempted', 'cod'] as const)
    it(`ends what is ${state}`, () => {
      const { transaction } = cancel(aTransaction({ state }), { referenceNumber: fresh, now });
      assert.equal(transaction.state, 'canceled');
    });

  for (const state of TRANSACTION_STATES.filter(
    (one) => !['created', 'pending', 'attempted', 'cod'].includes(one),
  ))
    it(`is refused when the transaction is ${state}`, () => {
      assert.throws(() => cancel(aTransaction({ state }), { referenceNumber: fresh, now }), {
        code: 'invalid_state',
        message: new RegExp(state),
      });
    });

  it('ends the attempt that is under way, and no other', () => {
    const failed = anAttempt({ state: 'failed', concludedAt: CREATED_AT });
    const running = anAttempt({ referenceNumber: referenceOf('demoRUN222') });
    const transaction = aTransaction({ state: 'pending', attempts: [failed, running] });
    const change = cancel(transaction, { referenceNumber: fresh, now });
    assert.deepEqual(change.transaction.attempts, [
      failed,
      { ...running, state: 'canceled', unanswered: true, concludedAt: now },
    ]);
  });

  it('is told under the reference of the last attempt', () => {
    const attempts = [
      anAttempt({ state: 'failed' }),
      anAttempt({ pgCode: codeOf('debit'), referenceNumber: referenceOf('demoRUN222') }),
    ];
    const transaction = aTransaction({ state: 'pending', attempts, sequence: 1 });
    assert.deepEqual(cancel(transaction, { referenceNumber: fresh, now }).notice, {
      sequence: 2,
      at: now,
      referenceNumber: 'demoRUN222',
      pgCode: 'debit',
      result: 'canceled',
    });
  });

  it('is told under a reference of its own when nobody ever tried to pay', () => {
    const transaction = aTransaction({
      methods: [aMethod({ pgCode: codeOf('debit') }), aMethod()],
    });
    const { notice } = cancel(transaction, { referenceNumber: fresh, now });
    assert.equal(notice?.referenceNumber, fresh);
    assert.equal(notice.pgCode, 'debit');
  });

  it('is told to nobody when there is no webhook URL', () => {
    const change = cancel(untold(aTransaction()), { referenceNumber: fresh, now });
    assert.ok(!change.notice);
    assert.equal(change.transaction.state, 'canceled');
  });
});
