import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { judgeRequests } from '../../../drills/concurrency/judge-requests.ts';
import { theHouse, type House } from '../../support/house.ts';
import { aCast, type Cast } from './support/cast.ts';
import { aSequence, played, POLICIES, type PolicyName } from './support/sequences.ts';

describe('whoever presses whatever in whatever order', () => {
  const casts = new Map<PolicyName, Cast>();
  let house: House;
  before(async function () {
    this.timeout(120_000);
    house = await theHouse();
    for (const name of ['one', 'two'] as const) casts.set(name, await aCast(house, POLICIES[name]));
  });

  for (const policy of ['one', 'two'] as const)
    it(`nothing moves without its checkers, and nobody is their own, with the policy "${policy}"`, async function () {
      this.timeout(300_000);
      const cast = casts.get(policy);
      assert.ok(cast);
      await fc.assert(
        fc.asyncProperty(aSequence(), async (moves) => {
          const id = await cast.payment();
          const requests = await played({ house, cast, policy }, id, moves);
          // The network's own book is the judge: what it gave back is what was agreed to, and nothing else.
          const refunded = await cast.refunded(id);
          assert.deepEqual(judgeRequests({ about: id, requests, refunded }), []);
        }),
        { numRuns: 6 },
      );
    });
});
