import assert from 'node:assert/strict';
import type { EventId } from '../../domain/ids.ts';
import type { DeliveryState } from '../../domain/webhook/delivery-state.ts';
import type { Verdict } from '../../domain/webhook/verdict.ts';
import type { DeliveryFilter } from '../../store/webhook-lists.ts';
import { CREATED_AT, aMerchantId, sessionOf } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const LISTER = aMerchantId('lister');

describe('the list of deliveries', () => {
  const database = useDatabase();
  const names = new Map<EventId, string>();

  const DELIVERIES: readonly {
    readonly name: string;
    readonly verdict?: Verdict;
    readonly givenUp?: true;
    readonly payload?: Readonly<Record<string, string>>;
  }[] = [
    { name: 'a1' },
    { name: 'a2', verdict: 'failed' },
    { name: 'a3', verdict: 'failed', givenUp: true },
    { name: 'a4', verdict: 'gone' },
    { name: 'a5', verdict: 'delivered', payload: { operation: 'refund', result: 'success' } },
    { name: 'a6', verdict: 'delivered_stay' },
    { name: 'a7', verdict: 'held' },
    // No call of it was written down: each found no place among the others of its receiver.
    { name: 'a8', givenUp: true },
  ];

  before(async () => {
    const { webhookEvents } = database().store;
    for (const [
      nth,
      { name, verdict, givenUp, payload = { state: 'paid' } },
    ] of DELIVERIES.entries()) {
      const id = await webhookEvents.freeze({
        merchantId: LISTER,
        sessionId: sessionOf(name),
        sequence: 1,
        url: 'https://shop.example.test/webhook',
        payload,
        // Two of them each instant, so that time alone is no order.
        createdAt: CREATED_AT + Math.floor(nth / 2),
      });
      names.set(id, name);
      const call = { call: 1, at: CREATED_AT, tookMs: 3, status: 500, body: 'no' };
      if (verdict) await webhookEvents.record(id, call, verdict);
      if (givenUp) await webhookEvents.giveUp(id, CREATED_AT);
    }
  });

  const list = async (filter: DeliveryFilter = {}, limit = 10) => {
    const { results } = await database().store.webhookLists.listDeliveries(LISTER, filter, {
      limit,
    });
    return results.map(({ eventId }) => names.get(eventId) ?? '').toSorted();
  };

  const BY_STATE: Readonly<Record<DeliveryState, readonly string[]>> = {
    queued: ['a1'],
    sending: ['a2'],
    failed: ['a3', 'a4', 'a8'],
    delivered: ['a5'],
    delivered_stay: ['a6'],
    held: ['a7'],
  };
  for (const [state, expected] of Object.entries(BY_STATE))
    it(`has what is ${state}`, async () => {
      assert.deepEqual(await list({ state: state as DeliveryState }), expected);
    });

  it('has what tells of a type, of a session, or of a time', async () => {
    assert.deepEqual(await list({ type: 'refund.success' }), ['a5']);
    assert.deepEqual(await list({ type: 'payment.paid', state: 'delivered_stay' }), ['a6']);
    assert.deepEqual(await list({ sessionId: sessionOf('a4') }), ['a4']);
    assert.deepEqual(await list({ createdFrom: CREATED_AT + 1, createdUntil: CREATED_AT + 2 }), [
      'a3',
      'a4',
    ]);
  });

  it('gives every delivery once, newest first, page by page', async () => {
    const { webhookLists } = database().store;
    const seen: string[] = [];
    const times: number[] = [];
    for (let after: { readonly at: number; readonly id: string } | undefined; ;) {
      const { results, next } = await webhookLists.listDeliveries(LISTER, {}, { limit: 2, after });
      seen.push(...results.map(({ eventId }) => names.get(eventId) ?? ''));
      times.push(...results.map(({ createdAt }) => createdAt));
      after = next;
      if (!after) break;
    }
    assert.deepEqual(
      seen.toSorted(),
      DELIVERIES.map(({ name }) => name),
    );
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
  });

  it('has neither bodies nor what was posted, and nothing of another merchant', async () => {
    const { webhookLists } = database().store;
    const { results } = await webhookLists.listDeliveries(
      LISTER,
      { state: 'delivered' },
      { limit: 1 },
    );
    assert.ok(results[0]);
    assert.ok(!('payload' in results[0]));
    assert.deepEqual(results[0].calls, [{ call: 1, at: CREATED_AT, tookMs: 3, status: 500 }]);
    const stranger = aMerchantId('stranger');
    assert.deepEqual((await webhookLists.listDeliveries(stranger, {}, { limit: 1 })).results, []);
    assert.equal(await webhookLists.findDelivery(stranger, results[0].eventId), undefined);
    const whole = await webhookLists.findDelivery(LISTER, results[0].eventId);
    assert.deepEqual(whole?.payload, { operation: 'refund', result: 'success' });
  });
});
