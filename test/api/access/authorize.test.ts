import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { pino } from 'pino';
import { authorize } from '../../../api/access/authorize.ts';
import type { Route } from '../../../api/route.ts';
import { drain } from '../../../api/drain.ts';
import { errors } from '../../../api/middleware/errors.ts';
import type { Permission } from '../../../domain/permission.ts';
import type { User } from '../../../domain/user.ts';
import { send, type Answer } from '../../support/http.ts';
import { basicOf } from '../support/people.ts';
import { loopbackUrl } from '../../support/listening.ts';
import { DEMO } from '../support/records.ts';
import {
  BODY,
  neededFor,
  ONE_OF_EACH_DECLARATION,
  readsBody,
  takesKeys,
} from '../support/routes.ts';

const silent = pino({ level: 'silent' });
const people = new Map<string, User>();

/** Somebody who is known by a name that is the token, too, and by the password "right". */
function aUser(given: Partial<User>): string {
  const username = `user-${people.size}`;
  people.set(username, {
    id: people.size,
    merchantId: DEMO,
    username,
    email: `${username}@shop.example`,
    active: true,
    superuser: false,
    service: false,
    permissions: [],
    ...given,
  });
  return username;
}

const LIMITER = {
  take: async () => ({ limit: 9, remaining: 9, resetSeconds: 1, isOver: false }),
};

/** What authorization needs, with people and keys from this file in place of a database, whose own tests are beside this one. */
const DEPS = {
  access: {
    byKey: async (_: string, key: string) =>
      key === 'private' || key === 'public'
        ? { kind: key, merchantId: DEMO, prefix: key }
        : undefined,
    byPassword: async (_: string, username: string, password: string) =>
      password === 'right' ? people.get(username) : undefined,
    byToken: async (_: string, token: string) => people.get(token),
  },
  logger: silent,
  store: {
    audit: { append: async () => undefined, note: async () => undefined },
    merchants: { find: async () => undefined },
    singleSignOn: { find: async () => undefined },
  },
  paused: false,
  limits: { general: LIMITER, publicKey: LIMITER, pages: LIMITER },
  clientAddress: () => '127.0.0.1',
  drain: drain(),
} as unknown as Parameters<typeof authorize>[0];

const waysOf = (username: string) => [basicOf(username, 'right'), `Bearer ${username}`];
const IN = 'came in';
const NOT_IN = [403, 'permission_denied'] as const;

/** Over HTTP, with the real credentials and handlers, one route of each shape is asked in test/api/access.test.ts. */
describe('the authorization of a route', () => {
  let server: Server;
  let url: string;
  const nobody = aUser({});
  const everybody = aUser({ superuser: true });
  before(async () => {
    const app = new Koa();
    app.use(errors(silent));
    const router = new Router();
    for (const route of ONE_OF_EACH_DECLARATION)
      router.register(
        `/${route.name}`,
        [route.method],
        [
          authorize(DEPS, route),
          (ctx) => {
            ctx.body = { detail: IN };
          },
        ],
      );
    app.use(router.routes());
    server = app.listen(0, '127.0.0.1');
    url = await loopbackUrl(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function call(route: Route, authorization?: string): Promise<Answer> {
    const { method, name } = route;
    const body = readsBody(route);
    return send(`${url}/${name}`, {
      method,
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(BODY) }),
    });
  }

  async function isLetIn(route: Route, authorization: string): Promise<void> {
    const { status, body } = await call(route, authorization);
    assert.deepEqual([status, body['detail']], [200, IN], authorization);
  }

  async function isRefused(
    route: Route,
    authorization: string | undefined,
    expected: readonly [status: number, code: string],
  ): Promise<Answer> {
    const answer = await call(route, authorization);
    assert.deepEqual([answer.status, answer.body['code']], expected, authorization);
    return answer;
  }

  for (const route of ONE_OF_EACH_DECLARATION) {
    const { name } = route;
    describe(`of ${name}`, () => {
      it('is closed to whoever does not say who they are', async () => {
        for (const authorization of [undefined, 'Token abc', 'Api-Key', 'Digest a', 'Basic !!']) {
          const answer = await isRefused(route, authorization, [401, 'not_authenticated']);
          const challenge = answer.headers.get('www-authenticate') ?? '';
          assert.equal(challenge.includes('Basic'), route.who.includes('user'));
          assert.equal(challenge.includes('Api-Key'), takesKeys(route));
        }
      });

      it('is closed to whoever says what is not true, and names the scheme that failed', async () => {
        for (const [scheme, authorization] of [
          ['Api-Key', 'Api-Key wrong'],
          ['Basic', basicOf(nobody, 'wrong')],
          ['Bearer', 'Bearer wrong'],
        ] as const) {
          const { headers } = await isRefused(route, authorization, [401, 'invalid_credentials']);
          assert.ok(headers.get('www-authenticate')?.startsWith(scheme), authorization);
        }
      });

      it('says how a key is sent to whoever sends it as a token, where keys may come in', async () => {
        const { body } = await call(route, 'Bearer private');
        const detail = String(body['detail']);
        assert.equal(detail.includes('"Authorization: Api-Key <key>"'), takesKeys(route), detail);
      });

      it('is open to a private key, where keys may come in', async () => {
        await (takesKeys(route)
          ? isLetIn(route, 'Api-Key private')
          : isRefused(route, 'Api-Key private', NOT_IN));
      });

      it('is for a public key what its declaration says', async () => {
        await (route.who.includes('public-key')
          ? isLetIn(route, 'Api-Key public')
          : isRefused(route, 'Api-Key public', [401, 'public_key_not_allowed']));
      });

      if (!route.who.includes('user')) {
        it('is closed to users, whoever they are', async () => {
          for (const authorization of waysOf(everybody))
            await isRefused(route, authorization, NOT_IN);
        });
        return;
      }

      it('is open to a superuser, by password and by token', async () => {
        for (const authorization of waysOf(everybody)) await isLetIn(route, authorization);
      });

      it('is for a user without permissions what its declaration says, by password and by token', async () => {
        for (const authorization of waysOf(nobody))
          await (neededFor(route)
            ? isRefused(route, authorization, NOT_IN)
            : isLetIn(route, authorization));
      });

      it('is open to a service account only where keys come in, too', async () => {
        const program = `Bearer ${aUser({ service: true, superuser: true })}`;
        await (takesKeys(route) ? isLetIn(route, program) : isRefused(route, program, NOT_IN));
      });

      for (const needed of neededFor(route) ?? [])
        it(`is open to a user with ${needed}, and to no user with another permission`, async () => {
          const beside = ['payment_request.add', 'gateway.use:sandbox'] as const;
          for (const authorization of waysOf(aUser({ permissions: [needed, ...beside] })))
            await isLetIn(route, authorization);
          const another = needed === 'wallet.view' ? 'report.view_report' : 'wallet.view';
          const wrong = aUser({ permissions: [another, 'gateway.use:sandbox'] });
          for (const authorization of waysOf(wrong)) await isRefused(route, authorization, NOT_IN);
        });

      if (route.uses)
        it('needs the gateway that the body names', async () => {
          const permissions: readonly Permission[] = [
            ...(neededFor(route) ?? []),
            'payment_request.add',
            'e_commerce.add',
            'gateway.use:cash',
          ];
          for (const authorization of waysOf(aUser({ permissions }))) {
            const { body } = await isRefused(route, authorization, NOT_IN);
            // The same whether there is one: who may not use it does not learn that.
            assert.equal(
              body['detail'],
              'There is no payment method "sandbox" that you may use. If the code is right, ask your administrator for the permission gateway.use:sandbox.',
            );
          }
        });

      if (route.byType)
        it('needs the permission for the type that the body says', async () => {
          const permissions: readonly Permission[] = [
            ...(neededFor(route) ?? []).filter((one) => one !== 'payment_request.add'),
            'e_commerce.add',
            'gateway.use:sandbox',
          ];
          for (const authorization of waysOf(aUser({ permissions }))) {
            const { body } = await isRefused(route, authorization, NOT_IN);
            assert.match(String(body['detail']), /payment_request\.add/);
          }
        });
    });
  }
});
