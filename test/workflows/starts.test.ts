import assert from 'node:assert/strict';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { resumeOf, startOf } from '../../workflows/starts.ts';
import { aTransaction, DAY_MS } from '../support/builders.ts';

const HOUR_MS = 3_600_000;

const opened = (ago: number, more: Partial<Transaction> = {}): Transaction => {
  const createdAt = Date.now() - ago;
  return aTransaction({ createdAt, expiresAt: createdAt + DAY_MS, ...more });
};
const delayOf = (transaction: Transaction): number => startOf(transaction).startDelay;

describe('the first run of a new payment', () => {
  it('is delayed until the payment expires, as long as nobody comes', () => {
    const delay = delayOf(opened(0));
    assert.ok(delay <= DAY_MS && delay > DAY_MS - 60_000, String(delay));
  });

  it('is delayed for what is left where a sweep starts it', () => {
    const delay = delayOf(opened(HOUR_MS));
    assert.ok(delay <= DAY_MS - HOUR_MS && delay > DAY_MS - HOUR_MS - 60_000, String(delay));
    assert.equal(delayOf(opened(DAY_MS + HOUR_MS)), 0);
  });

  it('is delayed no longer than the payment was given, by however much our clock is behind', () => {
    assert.equal(delayOf(opened(-HOUR_MS)), DAY_MS);
  });

  it('begins at once where a message to its customer is wanted', () => {
    const asking = {
      type: 'payment_request',
      notifications: { email: ['created'] },
      customer: { email: 'sara@example.com' },
    } as const;
    assert.equal(delayOf(opened(0, asking)), 0);
    assert.ok(delayOf(opened(0, { ...asking, notifications: {} })) > 0);
  });

  it('begins at once where it is not a new one', () => {
    assert.equal(delayOf(opened(0, { state: 'pending' })), 0);
    assert.equal(delayOf(opened(0, { state: 'paid' })), 0);
  });

  it('is followed by another one that cannot be replayed, but where that would sleep for the rest of the delay', () => {
    assert.equal(startOf(opened(0)).retry, undefined);
    assert.ok(startOf(opened(0, { state: 'pending' })).retry);
    assert.ok(resumeOf(opened(0)).retry);
  });
});
