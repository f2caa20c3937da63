import assert from 'node:assert/strict';
import Joi from 'joi';
import type { Context } from 'koa';
import { countBy, countByBody, countRequest } from '../../../api/access/count-request.ts';
import type { Caller } from '../../../api/access/caller.ts';
import { limiter, type LimitRule } from '../../../api/limits/limiter.ts';
import { RequestError } from '../../../api/middleware/errors.ts';
import type { Route, RouteLimit } from '../../../api/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import { sessionOf } from '../../support/builders.ts';
import { DEMO } from '../support/records.ts';
import { aSharedCount } from '../limits/shared-count.ts';

const LIMIT = { points: 2, seconds: 60 };
const MANY = { points: 1000, seconds: 60 };

/** A request by a public key: where its route says that the payment is named, and what stands in each place. */
interface Asked extends Partial<Readonly<Record<'path' | 'query' | 'body', unknown>>> {
  readonly sessionIn?: Route['sessionIn'];
  readonly key?: string | undefined;
  readonly from?: string;
}

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
  const [one, other] = [sessionOf('a1'), sessionOf('a2')];

  for (const [place, sessionIn] of [
    ['path', undefined],
    ['query', 'query'],
    ['body', 'body'],
  ] as const)
    it(`is counted for each payment that its ${place} names: the payers of a shop may share an address`, async () => {
      const ask = asking({ pages: LIMIT });
      const naming = (id: unknown, key?: string) => ask({ sessionIn, [place]: id, key });
      assert.deepEqual(
        [
          await naming(one),
          await naming(one),
          await naming(one),
          await naming(other),
          await naming(one, 'other'),
        ],
        [200, 200, 429, 200, 200],
      );
      // What is no payment's name is counted together.
      assert.deepEqual(
        [await naming('x'), await naming([other]), await naming(undefined)],
        [200, 200, 429],
      );
    });

  for (const sessionIn of ['body', 'query', undefined] as const)
    it(`is counted for no payment that is named where nobody reads it, but in the ${sessionIn ?? 'path'}`, async () => {
      const ask = asking({ pages: LIMIT });
      const statuses: number[] = [];
      for (const letter of ['b1', 'b2', 'b3']) {
        const id = sessionOf(letter);
        const elsewhere = { path: id, query: id, body: id };
        statuses.push(await ask({ ...elsewhere, sessionIn, [sessionIn ?? 'path']: one }));
      }
      assert.deepEqual(statuses, [200, 200, 429]);
    });

  it('is counted by address and key, too, whichever payments are named', async () => {
    const ask = asking({ publicKey: LIMIT });
    assert.deepEqual(
      [
        await ask({ path: one }),
        await ask({ sessionIn: 'body', body: other }),
        await ask({ path: sessionOf('a3') }),
        await ask({ path: one, key: 'other' }),
        await ask({ path: one, from: '203.0.113.8' }),
      ],
      [200, 200, 429, 200, 200],
    );
  });

  it('is counted by address and key before its body is read', async () => {
    const { counter, now } = aSharedCount(LIMIT.seconds);
    const taken = limiter({ points: 1, seconds: LIMIT.seconds }, counter, now);
    const ctx = {
      state: { caller: { kind: 'public', merchantId: DEMO, keyId: 'abcdefgh' } },
      response: { headers: {} },
      set: () => undefined,
    } as unknown as Context;
    const deps = {
      limits: { publicKey: taken },
      clientAddress: () => '203.0.113.7',
    } as unknown as Parameters<typeof countRequest>[1];
    await countRequest(ctx, deps, { sessionIn: 'body' });
    await assert.rejects(countRequest(ctx, deps, { sessionIn: 'body' }), { status: 429 });
  });

  it('names its payment where the route says', () => {
    const open = ROUTES.filter(({ who }: Route) => who.includes('public-key'));
    assert.ok(open.length > 5);
    for (const { name, path, sessionIn, query, body } of open as readonly Route[]) {
      const inBody = Joi.isSchema(body) && body.describe()['keys']?.['session_id'] !== undefined;
      const places = [
        ...(path.split('/').includes(':session_id') ? ['path'] : []),
        ...(query?.['session_id'] ? ['query'] : []),
        ...(inBody ? ['body'] : []),
      ];
      assert.deepEqual(places, [sessionIn ?? 'path'], name);
    }
  });
});

describe('what whoever knows an address may see', () => {
  it('names what it is about, which it is counted by', () => {
    const open = ROUTES.filter(({ limit }: Route) => limit === 'pages') as readonly Route[];
    const named = open.filter(
      ({ path, sessionIn }) => !/:(?:session_id|reference)\b/.test(path) && sessionIn === undefined,
    );
    assert.deepEqual(
      named.map(({ name, countedBy }) => `${name} ${countedBy !== undefined}`).toSorted(),
      ['attachment', 'logo', 'qr-code', 'short-link', 'short-link-old'].map(
        (name) => `pages.${name} true`,
      ),
    );
  });

  it('is counted by what is named, and by address alone, whatever is named', async () => {
    const { counter, now } = aSharedCount(LIMIT.seconds);
    const { counter: ofAddresses } = aSharedCount(LIMIT.seconds);
    const many = { points: 6, seconds: LIMIT.seconds };
    const limits = {
      pages: limiter(LIMIT, counter, now),
      linksAndFiles: limiter(many, ofAddresses, now),
    };
    const ask = async (code: string, from: string): Promise<number> => {
      const ctx = { params: { code }, response: { headers: {} }, set: () => undefined };
      const deps = { limits, clientAddress: () => from } as unknown as Parameters<
        typeof countBy
      >[1];
      const route = {
        countedBy: (params: Readonly<Record<string, string | undefined>>) =>
          params['code'] === 'wrong' ? undefined : params['code'],
      };
      try {
        await countBy('pages', deps, route)(ctx as unknown as Context, async () => undefined);
        return 200;
      } catch (error) {
        assert.ok(error instanceof RequestError);
        return error.status;
      }
    };
    const asked: readonly (readonly [string, string, number])[] = [
      ['one', '203.0.113.7', 200],
      ['one', '203.0.113.7', 200],
      ['one', '203.0.113.7', 429],
      ['other', '203.0.113.7', 200],
      ['wrong', '203.0.113.7', 200],
      ['wrong', '203.0.113.7', 200],
      ['another', '203.0.113.7', 429],
      ['one', '203.0.113.8', 200],
    ];
    for (const [code, from, status] of asked) assert.equal(await ask(code, from), status, code);
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
          await countBy(
            limit,
            deps(limit, limiter(LIMIT, counter, now)),
            {},
          )(ctx, async () => {
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

/** Asks under the two limits as they are given, each with room for everybody where it is not; gives the status. */
function asking(own: Partial<Readonly<Record<'publicKey' | 'pages', LimitRule>>>) {
  const { counter, now } = aSharedCount(LIMIT.seconds);
  const { counter: ofKeys } = aSharedCount(LIMIT.seconds);
  const limits = {
    pages: limiter(own.pages ?? MANY, counter, now),
    publicKey: limiter(own.publicKey ?? MANY, ofKeys, now),
  };
  return async ({ sessionIn, key = 'abcdefgh', from = '203.0.113.7', ...named }: Asked) => {
    const ctx = {
      params: { session_id: named.path },
      query: { session_id: named.query },
      request: { body: { session_id: named.body } },
      state: { caller: { kind: 'public', merchantId: DEMO, keyId: key } },
      response: { headers: {} },
      set: () => undefined,
    } as unknown as Context;
    const deps = { limits, clientAddress: () => from } as unknown as Parameters<
      typeof countRequest
    >[1];
    const route = sessionIn === undefined ? {} : { sessionIn };
    try {
      await countRequest(ctx, deps, route);
      await countByBody(ctx, deps, route);
      return 200;
    } catch (error) {
      assert.ok(error instanceof RequestError);
      return error.status;
    }
  };
}
