import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { countBy, countRequest } from '../../../api/access/count-request.ts';
import type { Caller } from '../../../api/access/caller.ts';
import { limiter } from '../../../api/limits/limiter.ts';
import { RequestError } from '../../../api/middleware/errors.ts';
import type { Route, RouteLimit } from '../../../api/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import { sessionOf } from '../../support/builders.ts';
import { DEMO } from '../support/records.ts';
import { aSharedCount } from '../limits/shared-count.ts';

const LIMIT = { points: 2, seconds: 60 };
const KEY: Caller = { kind: 'key', merchantId: DEMO, keyId: 'abcdefgh' };
const person = (username: string): Caller => ({
  kind: 'user',
  merchantId: DEMO,
  user: {
    id: 1,
    merchantId: DEMO,
    username,
    email: 'person@shop.example',
    active: true,
    superuser: false,
    service: false,
    permissions: [],
  },
});
const [SARA, HUDA] = [person('sara'), person('huda')];

describe('what a public key asks', () => {
  it('is counted for each payment: the payers of a shop may share an address', async () => {
    const { counter, now } = aSharedCount(LIMIT.seconds);
    const both = deps('pages', limiter(LIMIT, counter, now));
    const ask = async (id: string, key = 'abcdefgh'): Promise<number> => {
      const ctx = {
        params: { session_id: id },
        query: {},
        state: { caller: { kind: 'public', merchantId: DEMO, keyId: key } },
        response: { headers: {} },
        set: () => undefined,
      } as unknown as Context;
      try {
        await countRequest(ctx, { ...both, clientAddress: () => '203.0.113.7' });
        return 200;
      } catch (error) {
        assert.ok(error instanceof RequestError);
        return error.status;
      }
    };
    const [one, other] = [sessionOf('a1'), sessionOf('a2')];
    assert.deepEqual(
      [await ask(one), await ask(one), await ask(one), await ask(other), await ask(one, 'other')],
      [200, 200, 429, 200, 200],
    );
    // What is no payment's name is counted together.
    assert.deepEqual([await ask('x'), await ask('y'), await ask('z')], [200, 200, 429]);
  });
});

describe('the limits that routes declare', () => {
  for (const [limit, names] of [
    [
      'search',
      'customers.read customers.search invoices.list operation-requests.read operations.list tasks.handle tasks.list tasks.release tasks.reopen tasks.take transactions.search transactions.timeline',
    ],
    ['protection', 'me.password me.recovery-codes me.second-factor.begin'],
  ] as const)
    it(`are ${limit} of all that is searched or that protects an account, and of nothing else`, () => {
      const declared = ROUTES.filter((route: Route) => route.limit === limit);
      assert.equal(
        declared
          .map(({ name }) => name)
          .toSorted()
          .join(' '),
        names,
      );
    });

  for (const [limit, isPerRoute] of [
    ['search', false],
    ['protection', true],
  ] as const)
    it(`count by ${limit} each caller, ${isPerRoute ? 'and each route' : 'over all routes'}`, async () => {
      const { counter, now } = aSharedCount(LIMIT.seconds);
      let gone = 0;
      const ask = async (caller: Caller, route: string): Promise<number> => {
        const ctx = {
          method: 'POST',
          _matchedRoute: route,
          state: { caller },
          response: { headers: {} },
          set: () => undefined,
        } as unknown as Context;
        try {
          await countBy(limit, deps(limit, limiter(LIMIT, counter, now)))(ctx, async () => {
            gone += 1;
          });
          return 200;
        } catch (error) {
          assert.ok(error instanceof RequestError);
          assert.equal(error.headers['Retry-After'], '60');
          return error.status;
        }
      };
      const statuses = [
        await ask(SARA, '/one'),
        await ask(SARA, '/one'),
        await ask(SARA, '/one'),
        await ask(SARA, '/other'),
        await ask(HUDA, '/one'),
        await ask(KEY, '/one'),
      ];
      assert.deepEqual(statuses, [200, 200, 429, isPerRoute ? 200 : 429, 200, 200]);
      assert.equal(gone, statuses.filter((status) => status === 200).length, 'it went on');
    });
});

function deps(limit: RouteLimit, own: ReturnType<typeof limiter>) {
  return { limits: { [limit]: own } } as unknown as Parameters<typeof countBy>[1];
}
