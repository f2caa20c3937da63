import * as fc from 'fast-check';
import { aStaff } from '../../test/api/operation-requests/support/staff.ts';
import {
  aSequence,
  played,
  POLICIES,
} from '../../test/api/operation-requests/support/sequences.ts';
import { judgeRequests, type RequestFault } from './judge-requests.ts';
import type { Round } from './plan.ts';
import { systemOf, type ConcurrencyEnvironment } from './environment.ts';

/**
 * Makers, checkers, super users, clerks and keys press whatever they like in whatever order, under a policy of one checker
 * and one of two: nothing moves without its checkers, nobody is their own, and an emergency is seen by all. The moves are
 * those of test/api/operation-requests.
 */
export async function proveRoles(
  environment: ConcurrencyEnvironment,
  { number, roles }: Round,
): Promise<{ readonly line: string; readonly faults: readonly RequestFault[] }> {
  const system = systemOf(environment);
  const faults: RequestFault[] = [];
  const ends: string[] = [];
  for (const [nth, policy] of (['one', 'two'] as const).entries()) {
    const staff = await aStaff(system, POLICIES[policy]);
    const sequences = fc.sample(aSequence(), { seed: roles.seed + nth, numRuns: roles.sequences });
    for (const moves of sequences) {
      const id = await staff.payment();
      const requests = await played({ system, staff, policy }, id, moves);
      const refunded = await staff.refunded(id);
      faults.push(...judgeRequests({ about: `roles-${number} ${id}`, requests, refunded }));
      ends.push(...requests.map(({ state }) => state));
    }
  }
  const done = ends.filter((state) => state === 'done').length;
  const line = `roles-${number}`.padEnd(14);
  return { line: `${line} ${ends.length} requests, ${done} of them done`, faults };
}
