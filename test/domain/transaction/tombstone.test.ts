import assert from 'node:assert/strict';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import { tombstoneOf, isRemovable, lateMoneyOf } from '../../../domain/transaction/tombstone.ts';
import {
  anAttempt,
  anEntry,
  aReport,
  aTransaction,
  CREATED_AT,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const NOW = CREATED_AT + 60_000;
const KEPT = ['paid', 'authorized', 'cod'];

describe('removing a transaction for good', () => {
  for (const state of TRANSACTION_STATES)
    it(`is ${KEPT.includes(state) ? 'refused to' : 'possible for'} one that is ${state}`, () => {
      const transaction = aTransaction({ state, attempts: [anAttempt({ state: 'failed' })] });
      assert.equal(isRemovable(transaction), !KEPT.includes(state));
      const remove = () => tombstoneOf(transaction, { now: NOW });
      if (KEPT.includes(state)) assert.throws(remove, { code: 'invalid_state' });
      else assert.equal(remove().state, state);
    });

  it('leaves what its money can be found by, and nothing of the payer', () => {
    const transaction = aTransaction({
      state: 'failed',
      version: 7,
      orderNo: 'ORD-1',
      customer: { id: 'c', email: 'sara@example.com' },
      extra: { secret: 'x' },
      attempts: [
        anAttempt({
          state: 'failed',
          gatewayReference: 'pay_1',
          message: 'No.',
          gatewayResponse: { card: '4242' },
        }),
      ],
    });
    const by = { id: 3, username: 'layla', email: 'layla@shop.example' };
    assert.deepEqual(tombstoneOf(transaction, { now: NOW, by }), {
      merchantId: transaction.merchantId,
      sessionId: transaction.sessionId,
      orderNo: 'ORD-1',
      type: 'e_commerce',
      state: 'failed',
      version: 7,
      amount: kwd('12.500'),
      attempts: [
        {
          referenceNumber: referenceOf('demoAAAAAA'),
          pgCode: 'card',
          gateway: 'sandbox',
          state: 'failed',
          total: kwd('12.500'),
          createdAt: CREATED_AT,
          kind: 'purchase',
          sandbox: false,
          fee: kwd('0'),
          gatewayReference: 'pay_1',
        },
      ],
      createdAt: CREATED_AT,
      deletedAt: NOW,
      deletedBy: { id: 3, username: 'layla' },
      lateMoney: [],
    });
  });

  it('is refused while an attempt is at its gateway', () => {
    const transaction = aTransaction({ state: 'pending', attempts: [anAttempt()] });
    assert.throws(() => tombstoneOf(transaction, { now: NOW }), { code: 'invalid_state' });
  });

  it('is refused while the gateway is still to be asked about an attempt that we ended', () => {
    const inquiry = {
      firstAfterSeconds: 60,
      gapsSeconds: [0],
      repeatEverySeconds: 60,
      giveUpAfterSeconds: 600,
    };
    const ended = anAttempt({ state: 'canceled', unanswered: true, inquiry });
    const transaction = aTransaction({ state: 'canceled', attempts: [ended] });
    assert.throws(() => tombstoneOf(transaction, { now: NOW }), { code: 'invalid_state' });
    const inquired = { calls: 5, heard: 'silence', at: CREATED_AT + 600_000 } as const;
    const given = { ...transaction, attempts: [{ ...ended, inquired }] };
    assert.equal(tombstoneOf(given, { now: NOW }).attempts.length, 1);
  });

  it('is refused while its gateway has something in its queue', () => {
    const attempts = [anAttempt({ state: 'success' })];
    const canceled = aTransaction({ state: 'canceled', attempts });
    for (const state of ['queued', 'unclear'] as const)
      assert.throws(
        () => tombstoneOf({ ...canceled, operations: [anEntry({ state })] }, { now: NOW }),
        {
          code: 'invalid_state',
        },
      );
    const done = tombstoneOf({ ...canceled, operations: [anEntry()] }, { now: NOW });
    assert.deepEqual(done.operations, [anEntry()]);
  });

  it('finds nothing where it was archived already', () => {
    const aside = aTransaction({ state: 'canceled', deletedAt: CREATED_AT });
    assert.throws(() => tombstoneOf(aside, { now: NOW }), { code: 'not_found' });
  });
});

describe('money that comes for what was removed', () => {
  const attempt = anAttempt({ state: 'failed' });
  const tombstone = tombstoneOf(aTransaction({ state: 'failed', attempts: [attempt] }), {
    now: NOW,
  });

  it('is what a success of one of its attempts says', () => {
    assert.deepEqual(lateMoneyOf(tombstone, aReport(attempt), NOW), {
      referenceNumber: attempt.referenceNumber,
      charged: kwd('12.500'),
      at: NOW,
    });
  });

  it('has the name of the payment, by which a gateway may tell of it later', () => {
    const report = { ...aReport(attempt), gatewayPayment: 'pi_1' };
    assert.equal(lateMoneyOf(tombstone, report, NOW)?.gatewayPayment, 'pi_1');
  });

  it('is no news of an attempt for which it came before', () => {
    const { referenceNumber, total: charged } = attempt;
    const known = { ...tombstone, lateMoney: [{ referenceNumber, charged, at: CREATED_AT }] };
    assert.equal(lateMoneyOf(known, aReport(attempt), NOW), undefined);
  });

  it('is no news of an attempt whose money was known before', () => {
    const known = { ...attempt, state: 'success' as const };
    const removed = tombstoneOf(aTransaction({ state: 'canceled', attempts: [known] }), {
      now: NOW,
    });
    assert.equal(lateMoneyOf(removed, aReport(known), NOW), undefined);
  });

  it('is none in a failure, or in a word on something else', () => {
    assert.equal(lateMoneyOf(tombstone, aReport(attempt, { result: 'failed' }), NOW), undefined);
    const other = anAttempt({ referenceNumber: referenceOf('demoBBBBBB') });
    assert.equal(lateMoneyOf(tombstone, aReport(other), NOW), undefined);
  });
});
