import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { countBy } from '../../../api/access/count-request.ts';
import type { Caller } from '../../../api/access/caller.ts';
import { limiter } from '../../../api/limits/limiter.ts';
import { RequestError } from '../../../api/middleware/errors.ts';
import type { Route, RouteLimit } from '../../../api/route.ts';
import { ROUTES } from '../../../api/routes.ts';
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
