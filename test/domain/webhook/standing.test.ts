import assert from 'node:assert/strict';
import { cancel } from '../../../domain/transaction/halt.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { retell, standing, wasRetold } from '../../../domain/webhook/standing.ts';
import {
  aCard,
  anAttempt,
  aTransaction,
  CREATED_AT,
  CARD,
  referenceOf,
  untold,
} from '../../support/builders.ts';

const FIRST = referenceOf('demoAAAAAA');
const SECOND = referenceOf('demoBBBBBB');
const at = CREATED_AT + 1000;

describe('how a transaction stands', () => {
  const paid = anAttempt({ referenceNumber: FIRST, state: 'success' });
  const failed = anAttempt({ referenceNumber: SECOND, state: 'failed' });
  const cases: readonly (readonly [string, Partial<Transaction>, object | undefined])[] = [
    ['is nothing while nobody has tried', { state: 'pending' }, undefined],
    ['is nothing when it expired untried', { state: 'expired' }, undefined],
    [
      'is the attempt under way',
      { state: 'pending', attempts: [anAttempt({ referenceNumber: FIRST })] },
      { referenceNumber: FIRST, result: 'pending' },
    ],
    [
      'is the attempt that paid, also when another one came after it',
      { state: 'paid', attempts: [paid, failed] },
      { referenceNumber: FIRST, result: 'success' },
    ],
    [
      'is the last attempt where none paid',
      { state: 'attempted', attempts: [{ ...paid, state: 'canceled' }, failed] },
      { referenceNumber: SECOND, result: 'failed' },
    ],
    [
      'is no success of money that settled nothing',
      { state: 'attempted', attempts: [paid] },
      { referenceNumber: FIRST, result: 'error' },
    ],
    [
      'is what was tried after such money',
      { state: 'expired', attempts: [paid, failed] },
      { referenceNumber: SECOND, result: 'failed' },
    ],
    [
      'is canceled when it was canceled after a failure',
      { state: 'canceled', attempts: [failed] },
      { referenceNumber: SECOND, result: 'canceled' },
    ],
  ];
  for (const [name, given, expected] of cases)
    it(name, () => {
      assert.deepEqual(
        standing(aTransaction(given), at),
        expected && { pgCode: CARD, at, ...expected },
      );
    });

  it('goes by the reference of the cancellation when nobody tried to pay', () => {
    const { transaction } = cancel(aTransaction(), { referenceNumber: SECOND, now: CREATED_AT });
    assert.deepEqual(standing(transaction, at), {
      referenceNumber: SECOND,
      pgCode: CARD,
      result: 'canceled',
      at,
    });
  });
});

describe('telling again', () => {
  const paid = aTransaction({
    state: 'paid',
    sequence: 4,
    notice: { sequence: 4, referenceNumber: FIRST, status: 'delivered' },
    attempts: [anAttempt({ referenceNumber: FIRST, state: 'success' })],
  });

  it('is an event of its own with the next number', () => {
    const change = retell(paid, { at });
    assert.equal(change?.notice?.sequence, 5);
    assert.equal(change.notice.url, undefined);
    assert.deepEqual(change.transaction.notice, {
      sequence: 5,
      referenceNumber: FIRST,
      status: 'pending',
    });
  });

  it('remembers for which request it was, and knows it again', () => {
    for (const url of [paid.webhookUrl, 'https://elsewhere.example.test/']) {
      const told = retell(paid, { at, url, request: 'one' })?.transaction ?? paid;
      const known = ['one', 'two', undefined].map((request) => wasRetold(told, request));
      assert.deepEqual(known, [true, false, false]);
    }
    assert.equal(wasRetold(paid, undefined), false);
  });

  it("at another address leaves the payer's way as it was", () => {
    const change = retell(paid, { at, url: 'https://elsewhere.example.test/' });
    assert.equal(change?.notice?.url, 'https://elsewhere.example.test/');
    assert.equal(change.transaction.sequence, 5);
    assert.deepEqual(change.transaction.notice, paid.notice);
  });

  it('reaches another address also where the transaction has none', () => {
    const change = retell(untold(paid), { at, url: 'https://elsewhere.example.test/' });
    assert.equal(change?.notice?.url, 'https://elsewhere.example.test/');
  });

  it('tells registered endpoints where the transaction has no address, and decides nothing by it', () => {
    const change = retell(untold(paid), { at });
    assert.equal(change?.notice, undefined);
    assert.deepEqual(
      [change?.endpointNotice?.sequence, change?.endpointNotice?.result],
      [5, 'success'],
    );
    assert.equal(change?.transaction.notice?.status, 'none');
  });

  it('tells who asks also of a charge of which the merchant wants to hear nothing', () => {
    const charges = { ...aCard(), by: 'merchant', untold: true } as const;
    const silent = { ...paid, attempts: paid.attempts.map((one) => ({ ...one, charges })) };
    assert.equal(retell(silent, { at })?.notice?.sequence, 5);
    const change = retell(untold(silent), { at });
    assert.equal(change?.endpointNotice?.sequence, 5);
  });

  it('tells nothing where there is nothing', () => {
    assert.equal(retell(aTransaction(), { at }), undefined);
  });
});
