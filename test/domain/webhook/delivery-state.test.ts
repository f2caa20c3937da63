import assert from 'node:assert/strict';
import { deliveryState, DELIVERY_STATES } from '../../../domain/webhook/delivery-state.ts';

describe('the state of a delivery', () => {
  const TABLE = [
    [{}, 'queued'],
    [{ givenUpAt: 1 }, 'failed'],
    [{ verdict: 'failed' }, 'sending'],
    [{ verdict: 'failed', givenUpAt: 1 }, 'failed'],
    [{ verdict: 'gone' }, 'failed'],
    [{ verdict: 'gone', givenUpAt: 1 }, 'failed'],
    [{ verdict: 'held' }, 'held'],
    [{ verdict: 'delivered' }, 'delivered'],
    [{ verdict: 'delivered_stay' }, 'delivered_stay'],
  ] as const;
  for (const [known, state] of TABLE)
    it(`is ${state} for ${JSON.stringify(known)}`, () => {
      assert.equal(deliveryState(known), state);
      assert.ok(DELIVERY_STATES.includes(state));
    });
});
