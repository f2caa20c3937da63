import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  aSequence,
  played,
  POLICIES,
  type PolicyName,
} from '../../../drills/concurrency/role-moves.ts';
import { judgeRequests } from '../../../drills/concurrency/judge-requests.ts';
import { theSystem, type System } from '../../support/system.ts';
import { aStaff, type Staff } from './support/staff.ts';

/** Few: the concurrency drill plays as many again in `npm test`, and many by itself (drills/concurrency/roles.ts). */
const SEQUENCES = 2;

describe('whoever presses whatever in whatever order', () => {
  const staffs = new Map<PolicyName, Staff>();
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    for (const name of ['one', 'two'] as const)
      staffs.set(name, await aStaff(system, POLICIES[name]));
  });

  for (const policy of ['one', 'two'] as const)
    it(`nothing moves without its checkers, and nobody is their own, with the policy "${policy}"`, async function () {
      this.timeout(300_000);
      const staff = staffs.get(policy);
      assert.ok(staff);
      await fc.assert(
        fc.asyncProperty(aSequence(), async (moves) => {
          const id = await staff.payment();
          const requests = await played({ office: { ...system, ...staff }, policy }, id, moves);
          // The network's own book is the judge: what it gave back is what was agreed to, and nothing else.
          const refunded = await staff.refunded(id);
          assert.deepEqual(judgeRequests({ about: id, requests, refunded }), []);
        }),
        { numRuns: SEQUENCES },
      );
    });
});
