import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { RequestSeen } from '../../../../drills/concurrency/observations.ts';
import type { System } from '../../../support/system.ts';
import { part, rows, textIn, until } from '../../../support/http.ts';
import { ROLES, type Staff, type Role } from './staff.ts';

/** Somebody presses something; which request is meant is a number among those that there are. */
export type Move =
  | { readonly does: 'refund'; readonly who: Role; readonly fils: number }
  | {
      readonly does: 'approve' | 'reject' | 'cancel' | 'retry';
      readonly who: Role;
      readonly nth: number;
      readonly alone: boolean;
    };

/** Policies under which nobody is answered by a refund at once. */
export const POLICIES = {
  one: { checkersActDirectly: false, apiKeys: true },
  two: { checkers: 2, apiKeys: true },
} as const;
export type PolicyName = keyof typeof POLICIES;

const MAY_CHECK: readonly Role[] = ['checker', 'second', 'admin'];

/** What anybody presses in whatever order on one payment. */
export function aSequence(): fc.Arbitrary<readonly Move[]> {
  return fc.array(aMove(), { minLength: 6, maxLength: 14 });
}

function aMove(): fc.Arbitrary<Move> {
  const who = fc.constantFrom(...ROLES);
  const refund = fc.record({
    does: fc.constant('refund' as const),
    who,
    fils: fc.integer({ min: 100, max: 7000 }),
  });
  const decision = fc.record({
    does: fc.constantFrom('approve', 'approve', 'reject', 'cancel', 'retry' as const),
    who: fc.constantFrom(...ROLES, ...MAY_CHECK),
    nth: fc.nat({ max: 5 }),
    alone: fc.boolean(),
  });
  return fc.oneof({ weight: 2, arbitrary: refund }, { weight: 3, arbitrary: decision });
}

interface Asked {
  readonly request: string;
  readonly maker: Role;
}

/**
 * Plays the moves on a payment, neighbours at the same time, and gives what everybody can see of each request then. Throws
 * when somebody has an answer that nobody may have.
 */
export async function played(
  {
    system,
    staff,
    policy,
  }: { readonly system: System; readonly staff: Staff; readonly policy: PolicyName },
  id: string,
  moves: readonly Move[],
): Promise<readonly RequestSeen[]> {
  const asked: Asked[] = [];
  for (let at = 0; at < moves.length; at += 2)
    await Promise.all(moves.slice(at, at + 2).map((move) => press(staff, id, { move, asked })));
  const needed = policy === 'two' ? 2 : 1;
  return Promise.all(
    asked.map(async ({ request, maker }) => {
      const shown = await staff.read(request);
      const voters = rows(shown, 'approvals').map((vote) => {
        const who = roleOf(staff, textIn(part(vote, 'by'), 'username'));
        return { who, mayCheck: MAY_CHECK.includes(who), alone: vote['break_glass'] === true };
      });
      const isAlone = voters.some(({ alone }) => alone);
      return {
        request,
        maker,
        state: textIn(shown, 'state'),
        amount: textIn(shown, 'operation_amount'),
        needed,
        voters,
        ...(isAlone && { emergency: await emergencyOf(system, request) }),
      };
    }),
  );
}

async function press(
  staff: Staff,
  id: string,
  { move, asked }: { readonly move: Move; readonly asked: Asked[] },
): Promise<void> {
  const { who } = move;
  if (move.does === 'refund') {
    const answer = await staff.refund(who, id, (move.fils / 1000).toFixed(3));
    // Whoever may ask waits for others here: nobody is answered by a refund.
    assert.ok([202, 400, 403].includes(answer.status), answer.text);
    if (answer.status === 202)
      asked.push({ request: textIn(part(answer.body, 'approval'), 'id'), maker: who });
    return;
  }
  const meant = asked[move.nth % Math.max(1, asked.length)];
  if (!meant) return;
  const reason = { break_glass: true, reason: 'It burns.' };
  const answer = await staff.decide(who, meant.request, move.does, move.alone ? reason : {});
  assert.ok([200, 400, 403, 404].includes(answer.status), answer.text);
}

/** Whether the audit log has it, and people were told: that comes a moment later. */
async function emergencyOf({ store, logs }: System, request: string) {
  let isAudited = false;
  for await (const { action } of store.audit.entries()) {
    const { name, childSessionId } = action as {
      readonly name: string;
      readonly childSessionId?: string;
    };
    isAudited ||= name === 'operation.break-glass' && childSessionId === request;
  }
  const isTold = async () =>
    logs()
      .split('\n')
      .some((line) => line.includes('approved alone in an emergency') && line.includes(request));
  return { isAudited, isTold: await until('it is told', isTold).catch(() => false) };
}

function roleOf(staff: Staff, username: string): Role {
  const found = Object.entries(staff.people).find(([, { user }]) => user.username === username);
  assert.ok(found, username);
  return found[0] as Role;
}
