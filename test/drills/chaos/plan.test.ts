import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { SCENARIOS } from '../../../drills/chaos/scenario.ts';
import { randomOf } from '../../../drills/chaos/random.ts';
import { planOf, VICTIMS } from '../../../drills/chaos/plan.ts';

const requests = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  payments: fc.integer({ min: 1, max: 120 }),
});

describe('the plan of a chaos run', () => {
  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(requests, (request) => assert.deepEqual(planOf(request), planOf(request))),
    );
  });

  it('is another one for another seed', () => {
    const plans = Array.from({ length: 50 }, (_, seed) =>
      JSON.stringify({ ...planOf({ seed, payments: 10 }), seed: 0 }).replaceAll(/CHAOS-\d+/g, ''),
    );
    assert.equal(new Set(plans).size, plans.length);
  });

  it('has as many sales as were asked for, each with an order of its own, in the order of their time', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { sales } = planOf(request);
        assert.equal(sales.length, request.payments);
        assert.equal(new Set(sales.map(({ orderNo }) => orderNo)).size, sales.length);
        assert.deepEqual(
          sales,
          sales.toSorted((one, other) => one.atMs - other.atMs),
        );
        for (const { fils } of sales) assert.ok(Number.isInteger(fils) && fils > 0);
      }),
    );
  });

  it('kills every victim, about equally often, and for the last time when the last payer has come', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { sales, kills } = planOf(request);
        const counts = VICTIMS.map(
          (victim) => kills.filter((kill) => kill.victim === victim).length,
        );
        assert.ok(Math.min(...counts) >= 1, String(counts));
        assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, String(counts));
        assert.ok((kills.at(-1)?.atMs ?? 0) >= (sales.at(-1)?.atMs ?? 0));
        for (const { downMs } of kills) assert.ok(downMs >= 0);
      }),
    );
  });

  it('has payers of every conduct, when there are many', () => {
    const met = new Set(planOf({ seed: 1, payments: 1000 }).sales.map(({ conduct }) => conduct));
    assert.deepEqual(met, new Set(SCENARIOS));
    assert.equal(
      SCENARIOS.reduce((sum, { ofHundred }) => sum + ofHundred, 0),
      100,
    );
  });
});

describe('the random numbers of a chaos run', () => {
  it('throw what is asked for, both ends included', () => {
    const random = randomOf(3);
    const thrown = Array.from({ length: 500 }, () => random.whole(2, 5));
    assert.deepEqual(new Set(thrown), new Set([2, 3, 4, 5]));
  });

  it('keep all values when they change their order', () => {
    const values = [1, 2, 3, 4, 5, 6];
    const orders = Array.from({ length: 20 }, (_, seed) => randomOf(seed).shuffled(values));
    for (const order of orders) assert.deepEqual(new Set(order), new Set(values));
    assert.ok(new Set(orders.map(String)).size > 10);
  });
});
