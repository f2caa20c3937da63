import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { CROWD, roundsOf as plannedRounds } from '../../../drills/concurrency/plan.ts';

const seeds = fc.nat(2 ** 31);
const roundsOf = (request: { readonly seed: number; readonly rounds: number }) =>
  plannedRounds({ agreements: 6, days: 62, ...request });

describe('the plan of proofs', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    assert.deepEqual(roundsOf({ seed: 7, rounds: 3 }), roundsOf({ seed: 7, rounds: 3 }));
    assert.notDeepEqual(roundsOf({ seed: 7, rounds: 3 }), roundsOf({ seed: 8, rounds: 3 }));
  });

  it('begins alike however many rounds there are', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        assert.deepEqual(roundsOf({ seed, rounds: 5 }).slice(0, 2), roundsOf({ seed, rounds: 2 }));
      }),
    );
  });

  it('has a crowd that asks for more than there is, in parts that are possible', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { crowd } of roundsOf({ seed, rounds: 4 })) {
          assert.equal(crowd.parts.length, CROWD);
          assert.ok(crowd.parts.every((part) => part > 0 && part <= crowd.paid));
          assert.ok(sum(crowd.parts) > crowd.paid);
        }
      }),
    );
  });

  it('asks for all that was paid, and no more, where nothing may be refused', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { lost, events } of roundsOf({ seed, rounds: 4 }))
          for (const { paid, parts } of [lost, events]) assert.equal(sum(parts), paid);
      }),
    );
  });

  it('kills the worker on days on which money is due, three times a month', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { debits } of roundsOf({ seed, rounds: 2 })) {
          assert.ok(debits.kills.length > 0 && debits.kills.length <= 6);
          for (const { day } of debits.kills)
            assert.ok(
              debits.agreements.some(
                ({ firstIn, everyDays }) => day >= firstIn && (day - firstIn) % everyDays === 0,
              ),
            );
        }
      }),
    );
  });

  it('has the network ignore keys in every second round', () => {
    const rounds = roundsOf({ seed: 1, rounds: 4 });
    assert.deepEqual(
      rounds.map(({ lost }) => lost.keysIgnored),
      [true, false, true, false],
    );
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
