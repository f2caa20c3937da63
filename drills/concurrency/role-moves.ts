import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Permission } from '../../domain/permission.ts';
import type { Store } from '../../store/index.ts';
import { part, rows, textIn, until, type Json } from '../answers.ts';
import type { RequestSeen } from './observations.ts';

const REFUNDING: readonly Permission[] = ['payment.refund', 'payment.void', 'payment.capture'];

/** Everybody who can meet a request, by what they may do. */
export const ROLE_RIGHTS = {
  maker: { permissions: REFUNDING },
  colleague: { permissions: REFUNDING },
  checker: { permissions: ['payment.approve'] },
  second: { permissions: [...REFUNDING, 'payment.approve'] },
  admin: { superuser: true },
  clerk: { permissions: ['e_commerce.view'] },
} as const satisfies Readonly<Record<string, object>>;
export type PersonRole = keyof typeof ROLE_RIGHTS;

/** A person, or the merchant's program. */
export type Role = PersonRole | 'key';
export const ROLES: readonly Role[] = [...(Object.keys(ROLE_RIGHTS) as PersonRole[]), 'key'];

interface RoleAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: Json;
}

/** What they can press, and what everybody can read. */
export interface Office {
  readonly people: Readonly<Record<PersonRole, { readonly user: { readonly username: string } }>>;
  readonly refund: (who: Role, payment: string, amount: string) => Promise<RoleAnswer>;
  readonly decide: (who: Role, request: string, verdict: string, body: Json) => Promise<RoleAnswer>;
  readonly read: (request: string) => Promise<Json>;
  readonly store: Pick<Store, 'audit'>;
  /** All that the programs have logged until now. */
  readonly logs: () => string;
}

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

/** What anybody presses in whatever order on one payment, with amounts in steps of so many fils. */
export function aSequence(step = 1): fc.Arbitrary<readonly Move[]> {
  return fc.array(aMove(step), { minLength: 6, maxLength: 14 });
}

function aMove(step: number): fc.Arbitrary<Move> {
  const who = fc.constantFrom(...ROLES);
  const refund = fc.record({
    does: fc.constant('refund' as const),
    who,
    fils: fc.integer({ min: 100 / step, max: 7000 / step }).map((steps) => step * steps),
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
  { office, policy }: { readonly office: Office; readonly policy: PolicyName },
  id: string,
  moves: readonly Move[],
): Promise<readonly RequestSeen[]> {
  const asked: Asked[] = [];
  for (let at = 0; at < moves.length; at += 2)
    await Promise.all(moves.slice(at, at + 2).map((move) => press(office, id, { move, asked })));
  const needed = policy === 'two' ? 2 : 1;
  return Promise.all(
    asked.map(async ({ request, maker }) => {
      const shown = await office.read(request);
      const voters = rows(shown, 'approvals').map((vote) => {
        const who = roleOf(office, textIn(part(vote, 'by'), 'username'));
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
        ...(isAlone && { emergency: await emergencyOf(office, request) }),
      };
    }),
  );
}

async function press(
  office: Office,
  id: string,
  { move, asked }: { readonly move: Move; readonly asked: Asked[] },
): Promise<void> {
  const { who } = move;
  if (move.does === 'refund') {
    const answer = await office.refund(who, id, (move.fils / 1000).toFixed(3));
    // Whoever may ask waits for others here: nobody is answered by a refund.
    assert.ok([202, 400, 403].includes(answer.status), answer.text);
    if (answer.status === 202)
      asked.push({ request: textIn(part(answer.body, 'approval'), 'id'), maker: who });
    return;
  }
  const meant = asked[move.nth % Math.max(1, asked.length)];
  if (!meant) return;
  const reason = { break_glass: true, reason: 'It burns.' };
  const answer = await office.decide(who, meant.request, move.does, move.alone ? reason : {});
  assert.ok([200, 400, 403, 404].includes(answer.status), answer.text);
}

/** Whether the audit log has it, and people were told: that comes a moment later. */
async function emergencyOf({ store, logs }: Office, request: string) {
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

function roleOf({ people }: Office, username: string): Role {
  const found = Object.entries(people).find(([, { user }]) => user.username === username);
  assert.ok(found, username);
  return found[0] as Role;
}
