import assert from 'node:assert/strict';
import {
  eventTypeOf,
  EVENT_FILTERS,
  EVENT_TYPES,
  isWanted,
} from '../../../domain/webhook/event-type.ts';
import { sampleOf } from '../../../domain/webhook/sample.ts';
import { standardMessage } from '../../../domain/webhook/canonical.ts';
import { CREATED_AT, sessionOf } from '../../support/builders.ts';

describe('the type of an event', () => {
  const OF = [
    [{ state: 'paid', result: 'success', operation: 'payment' }, 'payment.paid'],
    [{ state: 'attempted', result: 'failed', operation: 'payment' }, 'payment.attempted'],
    [{ state: 'authorized', result: 'success', operation: 'authorization' }, 'payment.authorized'],
    [{ state: 'cod', result: 'cod' }, 'payment.cod'],
    [{ state: 'paid', result: 'success', payment_type: 'save_card' }, 'card.success'],
    [{ operation: 'refund', result: 'queued', success: false }, 'refund.queued'],
    [{ operation: 'capture', result: 'success', success: true }, 'capture.success'],
  ] as const;
  for (const [payload, type] of OF)
    it(`is ${type} for ${JSON.stringify(payload)}`, () => {
      assert.equal(eventTypeOf(payload), type);
      assert.ok(EVENT_TYPES.includes(type));
    });

  const DISCLOSED = [
    ['success', 'payment.paid'],
    ['cod', 'payment.cod'],
    ['canceled', 'payment.canceled'],
    ['failed', 'payment.failed'],
    ['error', 'payment.failed'],
  ] as const;
  for (const [result, type] of DISCLOSED)
    it(`of a disclosure with ${result} is ${type}, whatever its merchant's own fields say`, () => {
      const payload = { result, operation: 'refund', state: 'paid', payment_type: 'save_card' };
      assert.equal(eventTypeOf(payload, 'disclosure'), type);
    });

  it('of an alert is what became of it; nobody else’s body may say so', () => {
    const payload = { event_type: 'alert.handled', alert: 'dispute' };
    assert.equal(eventTypeOf(payload), 'alert.handled');
    assert.equal(eventTypeOf({ ...payload, result: 'success' }, 'disclosure'), 'payment.paid');
  });

  it('is wanted by itself, by its subject, and where nothing is said', () => {
    assert.ok(isWanted('payment.paid', []));
    assert.ok(isWanted('payment.paid', ['refund.*', 'payment.paid']));
    assert.ok(isWanted('payment.paid', ['payment.*']));
    assert.ok(!isWanted('payment.paid', ['payment.failed', 'refund.*']));
    assert.ok(!isWanted('refund.success', ['payment.*']));
  });

  it('can be asked for by each name and by each subject', () => {
    for (const type of EVENT_TYPES) assert.ok(EVENT_FILTERS.includes(type), type);
    assert.deepEqual(
      EVENT_FILTERS.filter((one) => one.endsWith('.*')),
      ['payment.*', 'card.*', 'alert.*', 'refund.*', 'capture.*', 'void.*'],
    );
  });
});

describe('a sample', () => {
  const of = { sessionId: sessionOf('7'), at: CREATED_AT };

  for (const type of EVENT_TYPES)
    it(`of ${type} is read as one, says that it is a test, and can be signed`, () => {
      const sample = sampleOf(type, of);
      assert.ok(sample);
      assert.equal(eventTypeOf(sample), type);
      assert.deepEqual(sample['extra'], { test_event: true });
      assert.equal(sample['is_sandbox'], true);
      assert.match(standardMessage(sample), /amount10\.000/);
      // A key without a value would not verify in every language.
      for (const value of Object.values(sample)) assert.notEqual(value, '');
    });

  it('there is none of what is no type', () => {
    for (const type of ['', 'nothing', 'nothing.paid']) assert.equal(sampleOf(type, of), undefined);
  });
});
