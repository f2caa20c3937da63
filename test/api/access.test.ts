import assert from 'node:assert/strict';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import type { Permission } from '../../domain/permission.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send, textIn, type Answer } from '../support/http.ts';
import { anApiKey, anotherMerchant } from './support/another-merchant.ts';
import { billerAt } from './support/invoices.ts';
import { aPerson, basicOf, type Person } from './support/people.ts';
import {
  BODY,
  GUARDED,
  neededFor,
  ONE_OF_EACH_SHAPE,
  readsBody,
  takesKeys,
} from './support/routes.ts';

/** What is said of what nobody has. */
const NOT_THERE: ReadonlySet<unknown> = new Set([
  'There is no such request.',
  'There is no bulk with this bulk_id.',
  'There is no agreement with this uuid.',
  'There is no payment of a customer with this customer_id.',
  'There is no such delivery.',
  'There is no such endpoint.',
  'There is no such replay.',
  'There is no such template.',
  'There is no such notification.',
  'There is no report of this id.',
  'There is no schedule of reports of this id.',
]);

describe('who may do what', function () {
  this.timeout(120_000);
  let system: System;
  let session: string;
  let billed: string;
  let nobody: Person;
  let everybody: Person;
  let strangersKey: string;
  /** Of one login each. */
  let bearers: { readonly nobody: string; readonly everybody: string };
  before(async () => {
    system = await theSystem();
    session = await merchantAt(system.run.api, system.run.keys.private).sale();
    billed = textIn(await billerAt(system).billed(), 'session_id');
    nobody = await aPerson(system);
    everybody = await aPerson(system, { superuser: true });
    bearers = { nobody: await nobody.bearer(), everybody: await everybody.bearer() };
    const { id } = await anotherMerchant(system);
    strangersKey = await anApiKey(system, { merchantId: id });
  });

  /** Calls a route as its declaration says, with an `Authorization` or without. */
  function call(route: Route, authorization?: string): Promise<Answer> {
    const { method, path, name } = route;
    const body = readsBody(route);
    const filled = path
      .replace(':session_id', name.startsWith('invoices.') ? billed : session)
      .replace(':name', 'start.js')
      .replace(':icon', 'card.svg')
      .replace(':picture', `${'x'.repeat(24)}.gif`)
      .replace(/:[a-z_]+/g, 'x')
      .replace(/$/, '/');
    return send(`${system.run.api}${filled}`, {
      method,
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify({ ...BODY, session_id: session }) }),
    });
  }

  async function isLetIn(route: Route, authorization: string): Promise<void> {
    const { status, text: said, body } = await call(route, authorization);
    // Who is told that there is no such thing was let in to look.
    if (status === 404 && NOT_THERE.has(body['detail'])) return;
    assert.ok(![401, 403, 404, 405, 415].includes(status) && status < 500, `${status} ${said}`);
  }

  async function isRefused(
    route: Route,
    authorization: string | undefined,
    expected: readonly [status: number, code: string],
  ): Promise<Answer> {
    const answer = await call(route, authorization);
    assert.deepEqual([answer.status, answer.body['code']], expected, `${authorization}`);
    return answer;
  }

  it('is said of every route that is served, and of no other', async () => {
    for (const route of ROUTES) {
      const { status, body } = await call(route);
      const isServed = status !== 405 && body['detail'] !== 'There is nothing at this address.';
      assert.ok(isServed, route.name);
    }
  });

  for (const route of GUARDED) {
    const { name } = route;
    it(`of ${name} ends where another merchant's transactions begin`, async () => {
      const { status } = await call(route, `Api-Key ${strangersKey}`);
      if (!takesKeys(route)) assert.equal(status, 403);
      else if (route.path.includes(':session_id')) assert.equal(status, 404);
      else assert.ok(![401, 403].includes(status) && status < 500, `${status}`);
    });
  }

  /* What each row means for each caller is shown without HTTP in test/api/access/authorize.test.ts. */
  for (const route of ONE_OF_EACH_SHAPE) {
    const { name } = route;
    describe(`of ${name}`, () => {
      it('is nothing for whoever does not say who they are', async () => {
        for (const authorization of [undefined, 'Token abc', 'Api-Key', 'Digest a', 'Basic !!']) {
          const answer = await isRefused(route, authorization, [401, 'not_authenticated']);
          const challenge = answer.headers.get('www-authenticate') ?? '';
          assert.equal(challenge.includes('Basic'), route.who.includes('user'));
          assert.equal(challenge.includes('Api-Key'), takesKeys(route));
        }
      });

      it('is nothing for whoever says what is not true, and names the scheme that failed', async () => {
        // A wrong password takes long, whatever it is wrong for.
        const isFirst = route === ONE_OF_EACH_SHAPE[0];
        const wrong = [
          ['Api-Key', `Api-Key ${system.run.keys.private}x`],
          ...(isFirst
            ? ([
                ['Basic', basicOf(nobody.user.username, `${nobody.password}x`)],
                ['Basic', basicOf('nobody-of-this-name', nobody.password)],
              ] as const)
            : []),
          ['Bearer', 'Bearer abc'],
          ['Bearer', `${bearers.nobody}x`],
        ] as const;
        for (const [scheme, authorization] of wrong) {
          const { headers } = await isRefused(route, authorization, [401, 'invalid_credentials']);
          assert.ok(headers.get('www-authenticate')?.startsWith(scheme), authorization);
        }
      });

      it('is everything for a private key, where keys may come in', async () => {
        const authorization = `Api-Key ${system.run.keys.private}`;
        await (takesKeys(route)
          ? isLetIn(route, authorization)
          : isRefused(route, authorization, [403, 'permission_denied']));
      });

      it('is for a public key what its declaration says', async () => {
        const authorization = `Api-Key ${system.run.keys.public}`;
        await (route.who.includes('public-key')
          ? isLetIn(route, authorization)
          : isRefused(route, authorization, [401, 'public_key_not_allowed']));
      });

      if (!route.who.includes('user')) {
        it('is nothing for a user, whoever they are', async () => {
          for (const authorization of [everybody.basic, bearers.everybody])
            await isRefused(route, authorization, [403, 'permission_denied']);
        });
        return;
      }

      it('is everything for a superuser, by password and by token', async () => {
        await isLetIn(route, everybody.basic);
        await isLetIn(route, bearers.everybody);
      });

      it('is for a user without permissions what its declaration says, by password and by token', async () => {
        for (const authorization of [nobody.basic, bearers.nobody])
          await (neededFor(route)
            ? isRefused(route, authorization, [403, 'permission_denied'])
            : isLetIn(route, authorization));
      });

      const permitted = neededFor(route);
      if (permitted && permitted.length > 0)
        it('is open to a user with one of the permissions of its declaration, and to no other', async () => {
          const [first, ...others] = neededFor(route) ?? [];
          const needed = [first, ...others].find((one) => !one?.startsWith('e_commerce.')) ?? first;
          const permissions: readonly Permission[] = [
            ...(needed ? [needed] : []),
            ...(route.byType ? [`payment_request.${route.byType}` as const] : []),
            'gateway.use:sandbox',
          ];
          const right = await aPerson(system, { permissions });
          await isLetIn(route, right.basic);
          const another: Permission =
            needed === 'wallet.view' ? 'report.view_report' : 'wallet.view';
          const wrong = await aPerson(system, {
            permissions: [another, 'gateway.use:sandbox'],
          });
          await isRefused(route, wrong.basic, [403, 'permission_denied']);
        });

      if (route.uses)
        it('needs the gateway that it names', async () => {
          const without = await aPerson(system, {
            permissions: [...(neededFor(route) ?? []), 'payment_request.add', 'gateway.use:cash'],
          });
          const answer = await isRefused(route, without.basic, [403, 'permission_denied']);
          assert.match(String(answer.body['detail']), /gateway\.use:sandbox/);
        });
    });
  }
});
