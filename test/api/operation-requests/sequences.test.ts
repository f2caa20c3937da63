import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { theHouse } from '../../support/house.ts';
import { part, rows, text } from '../../support/http.ts';
import { aCast, ROLES, type Cast, type Role } from './support/cast.ts';

/** Somebody presses something; which request is meant is a number among those that there are. */
type Move =
  | { readonly does: 'refund'; readonly who: Role; readonly fils: number }
  | {
      readonly does: 'approve' | 'reject' | 'cancel' | 'retry';
      readonly who: Role;
      readonly nth: number;
      readonly alone: boolean;
    };

const MAY_CHECK: readonly Role[] = ['checker', 'second', 'admin'];
const POLICIES = {
  one: { checkersActDirectly: false, apiKeys: true },
  two: { checkers: 2, apiKeys: true },
} as const;

describe('whoever presses whatever in whatever order', () => {
  const casts = new Map<keyof typeof POLICIES, Cast>();
  before(async function () {
    this.timeout(120_000);
    const house = await theHouse();
    for (const name of ['one', 'two'] as const) casts.set(name, await aCast(house, POLICIES[name]));
  });

  for (const name of ['one', 'two'] as const)
    it(`nothing moves without its checkers, and nobody is his own, with the policy "${name}"`, async function () {
      this.timeout(300_000);
      const cast = casts.get(name);
      assert.ok(cast);
      const needed = name === 'two' ? 2 : 1;
      await fc.assert(
        fc.asyncProperty(fc.array(aMove(), { minLength: 6, maxLength: 14 }), async (moves) => {
          const id = await cast.payment();
          const requests = await play(cast, id, moves);
          const done: string[] = [];
          for (const { request, maker } of requests) {
            const shown = await cast.read(request);
            const votes = rows(shown, 'approvals').map((vote) => ({
              who: text(part(vote, 'by'), 'username'),
              alone: vote['break_glass'] === true,
            }));
            const voters: readonly Role[] = votes.map(({ who }) => roleOf(cast, who));
            assert.equal(new Set(voters).size, voters.length, 'one yes each');
            assert.ok(!voters.includes(maker), `${maker} approved what he asked for`);
            for (const voter of voters) assert.ok(MAY_CHECK.includes(voter), voter);
            if (shown['state'] !== 'done') continue;
            assert.ok(voters.length >= needed || votes.some(({ alone }) => alone));
            done.push(`refund ${text(shown, 'operation_amount')} KWD`);
          }
          // The network's own book is the judge: what it gave back is what was agreed to, and nothing else.
          assert.deepEqual((await cast.refunded(id)).toSorted(), done.toSorted());
        }),
        { numRuns: 6 },
      );
    });
});

interface Asked {
  readonly request: string;
  readonly maker: Role;
}

/** Neighbours press at the same time. */
async function play(cast: Cast, id: string, moves: readonly Move[]): Promise<readonly Asked[]> {
  const requests: Asked[] = [];
  const press = async (move: Move): Promise<void> => {
    const { who } = move;
    if (move.does === 'refund') {
      const answer = await cast.refund(who, id, (move.fils / 1000).toFixed(3));
      // Whoever may ask waits for others here: nobody is answered by a refund.
      assert.ok([202, 400, 403].includes(answer.status), answer.text);
      if (answer.status === 202)
        requests.push({ request: text(part(answer.body, 'approval'), 'id'), maker: who });
      return;
    }
    const meant = requests[move.nth % Math.max(1, requests.length)];
    if (!meant) return;
    const reason = { break_glass: true, reason: 'It burns.' };
    const answer = await cast.decide(who, meant.request, move.does, move.alone ? reason : {});
    assert.ok([200, 400, 403, 404].includes(answer.status), answer.text);
  };
  for (let at = 0; at < moves.length; at += 2)
    await Promise.all(moves.slice(at, at + 2).map((move) => press(move)));
  return requests;
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

function roleOf(cast: Cast, username: string): Role {
  const found = Object.entries(cast.people).find(([, { user }]) => user.username === username);
  assert.ok(found, username);
  return found[0] as Role;
}
