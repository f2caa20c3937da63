import assert from 'node:assert/strict';
import Joi from 'joi';
import { isAudited, isDescribed, type Route } from '../../api/route.ts';
import { ROUTES, type RouteName } from '../../api/routes.ts';
import { theSystem, type System } from '../support/system.ts';
import { aShop, type Shop } from './support/shop.ts';
import { send } from '../support/http.ts';

const DESCRIBED: readonly Route<RouteName>[] = ROUTES.filter(isDescribed);
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Names that lead nowhere, and one that is no text. */
const NAMES = ['nothing-of-this-name', '0'.repeat(40), '%ff'];

/** POSTs that make nothing beside what was before, so that a repetition is what the first one was, or have a key of their own (bulk). */
const WITHOUT_KEY: readonly RouteName[] = [
  'auth.token',
  'bulk.cancel',
  'bulk.confirm',
  'bulk.pause',
  'bulk.resume',
  'cards.list',
  'endpoints.enable',
  'inquiry.ask',
  'invoices.preview',
  'me.password',
  'me.recovery-codes',
  'me.second-factor.begin',
  'me.second-factor.confirm',
  'payment-methods.list',
  'routing.dry-run',
  'sdk.apple-session',
  'sdk.cancel',
  'sdk.option-check',
  'test.clock',
  'users.activate',
  'users.deactivate',
  'users.invite',
  'transactions.delete',
  'transactions.preview',
  'wallet.accounts',
  'wallet.entries',
  'wallet.operations',
];

/** The first of all routes that read a body in the same way, and that have described in the same way what is wrong with it. */
const ONE_OF_EACH_READING: ReadonlySet<Route> = new Set(
  new Map(
    DESCRIBED.toReversed().map((route: Route<RouteName>) => {
      const { who, body, bodyOptional, bodyAs, file, plainFaults, errors, stepUp, creates } = route;
      const { idempotent, authorize, around, within } = route;
      const steps = [authorize, around, within, idempotent].map((step) => step !== undefined);
      const shape = [body !== undefined, Joi.isSchema(body), bodyOptional, bodyAs, file];
      const reads = [...shape, plainFaults, errors, stepUp, creates, isAudited(route)];
      return [JSON.stringify([who, reads, steps]), route];
    }),
  ).values(),
);

const isSent = ({ method }: Route) => !['GET', 'DELETE'].includes(method);

describe('every operation of the description', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  before(async () => {
    system = await theSystem();
    // Some of these can be meant after all, as to have another webhook key: that must not be the key of other tests.
    shop = await aShop(system);
  });

  /** The private key opens all but the routes that only the payer's page may call, which refuse it by a documented answer. */
  const ask = ({ method, path }: Route, given: string, init: Given) => {
    const { api } = system.run;
    const url = `${api}${path.replaceAll(/:[a-z_]+/g, given)}`;
    const headers = { Authorization: `Api-Key ${shop.key}`, ...init.headers };
    return send(url, { ...init, method, headers });
  };

  for (const route of DESCRIBED) {
    const { name } = route;
    // To say who one is, and to move the clock, is what other tests are about: here both would change them.
    if (name === 'test.clock') continue;
    it(`has every answer of ${name} to what cannot be meant`, async () => {
      // Where its path has no name, all names are one.
      for (const given of route.path.includes(':') ? NAMES : NAMES.slice(0, 1)) {
        if (!isSent(route)) {
          await ask(route, given, {});
          continue;
        }
        await ask(route, given, { headers: JSON_TYPE, body: '{}' });
        // What is no body is none under whatever name: it is read by the declaration of its route, before what is named is looked for.
        if (given !== NAMES[0] || !ONE_OF_EACH_READING.has(route)) continue;
        for (const body of ['{', '[]']) await ask(route, given, { headers: JSON_TYPE, body });
        await ask(route, given, { headers: { 'Content-Type': 'text/plain' }, body: 'hello' });
        await ask(route, given, {
          headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
          body: '--x',
        });
      }
      await ask(route, 'x', { headers: { Authorization: '' } });
    });
  }

  for (const route of DESCRIBED) {
    const { name, idempotent } = route;
    if (!idempotent) continue;
    // What a key may be is in test/api/middleware/idempotency.test.ts.
    it(`refuses an Idempotency-Key of two words for ${name}`, async () => {
      const headers = { ...JSON_TYPE, 'Idempotency-Key': 'two words' };
      const { status, text } = await ask(route, 'x', { headers, body: '{}' });
      // Who may not come in, and whoever has not got the plugin, hears that first.
      if (![401, 403, 404].includes(status)) {
        assert.equal(status, 400, text);
        assert.match(text, /An Idempotency-Key has/);
      }
    });
  }

  it('takes an Idempotency-Key where it makes something', () => {
    const posts = DESCRIBED.filter(({ method }) => method === 'POST');
    const without = posts.filter(({ idempotent }) => !idempotent).map(({ name }) => name);
    assert.deepEqual(without.toSorted(), WITHOUT_KEY.toSorted());
  });
});
