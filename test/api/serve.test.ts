import assert from 'node:assert/strict';
import Joi from 'joi';
import type { Context } from 'koa';
import { object } from '../../api/infer.ts';
import { sentBody } from '../../api/middleware/sent-body.ts';
import { ANYBODY, PEOPLE, route, SERVER, type Route, type RouteDeps } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { routerOf } from '../../api/serve.ts';

const shape = object({ state: Joi.string().valid('on', 'off').required(), since: Joi.number() });
const common = {
  method: 'GET',
  path: '/lamp',
  tag: 'System',
  summary: 'Read a lamp',
  answers: { 200: { description: 'How it stands.', shape } },
} as const;
const REQUIRED = 'This field is required.';
const NO_NULL = 'This field may not be null.';
const lamp = { state: 'on' } as const;

const depsWith = (routes: readonly Route[]) => ({ routes, store: {} }) as unknown as RouteDeps;

/** What of these does not compile is checked by `npm run check`: there an expected error that is none is one. */
describe('a declaration of a route', () => {
  it('does not compile without who may use it', () => {
    // @ts-expect-error: nobody is named.
    route('lamps.read', { ...common, handle: () => () => lamp });
    route('lamps.read', { ...common, who: ANYBODY, handle: () => () => lamp });
  });

  it('does not compile where users may use it and nothing says which', () => {
    // @ts-expect-error: a user needs something, or `none`.
    route('lamps.read', { ...common, who: SERVER, handle: () => () => lamp });
    // @ts-expect-error: the same for people alone.
    route('lamps.read', { ...common, who: PEOPLE, handle: () => () => lamp });
    route('lamps.read', { ...common, who: SERVER, permissions: 'none', handle: () => () => lamp });
  });

  it('does not compile with an answer that its schema does not let pass', () => {
    // @ts-expect-error: a key is missing.
    route('lamps.read', { ...common, who: ANYBODY, handle: () => () => ({}) });
    // @ts-expect-error: another value.
    route('lamps.read', { ...common, who: ANYBODY, handle: () => () => ({ state: 'dim' }) });
    route('lamps.read', {
      ...common,
      who: ANYBODY,
      // @ts-expect-error: another type of an optional key.
      handle: () => () => ({ ...lamp, since: 'yesterday' }),
    });
    route('lamps.read', { ...common, who: ANYBODY, handle: () => () => ({ ...lamp, since: 1 }) });
  });

  it('does not compile with a parameter that its path does not name, or with what no step leaves behind', () => {
    const one = { ...common, path: '/lamps/:lamp/bulbs/:bulb', who: ANYBODY } as const;
    route('lamps.read', {
      ...one,
      handle: () => (ctx) => {
        // @ts-expect-error: the path has no shade.
        assert.equal(ctx.params.shade, undefined);
        // @ts-expect-error: no step leaves a mood.
        assert.equal(ctx.state.mood, undefined);
        assert.ok(ctx.params.lamp.length + ctx.params.bulb.length > 0);
        return lamp;
      },
    });
  });

  it('gives `handle` the body as its schema lets it pass, and does not compile with what that has not', () => {
    const body = object({
      color: Joi.string().valid('red', 'blue').required(),
      watts: Joi.number(),
    });
    const all = { ...common, method: 'POST', who: ANYBODY, body } as const;
    route('lamps.change', {
      ...all,
      handle: () => (_ctx, sent) => {
        const { color, watts = 0 } = sent.read();
        return { ...lamp, since: color === 'red' ? watts : 0 };
      },
    });
    route('lamps.change', {
      ...all,
      handle: () => (_ctx, sent) => {
        // @ts-expect-error: no body has it.
        assert.ok(sent.read().volts);
        // @ts-expect-error: it may be missing.
        assert.ok(sent.read().watts.toFixed());
        // @ts-expect-error: what is not checked yet may be missing.
        assert.ok(sent.checked().value.color.length);
        return lamp;
      },
    });
    // @ts-expect-error: a route without a body gets none.
    route('lamps.read', { ...common, who: ANYBODY, handle: () => (_ctx, sent) => sent.read() });
  });
});

describe('the body of a request', () => {
  const schema = object({ color: Joi.string().required(), watts: Joi.number() });
  const of = (body: object, more: { readonly emptyCounts?: true } = {}) =>
    sentBody({ request: { body } } as unknown as Context, { body: schema, ...more });

  it('is read without what its schema does not know, and without what is null or empty', () => {
    assert.deepEqual(of({ color: 'red', watts: null, volts: 5 }).read(), { color: 'red' });
    assert.throws(() => of({ color: '' }).read(), { fields: { color: [REQUIRED] } });
  });

  it('is read with all that was sent where that counts', () => {
    const fields = { color: ['This field may not be blank.'], watts: [NO_NULL] };
    assert.throws(() => of({ color: '', watts: null }, { emptyCounts: true }).read(), { fields });
  });

  it('tells what is right of it beside the faults, and throws nothing then', () => {
    const { value, faults } = of({ watts: 5 }).checked();
    assert.deepEqual([value, faults], [{ watts: 5 }, { color: [REQUIRED] }]);
  });
});

describe('the routes of the API', () => {
  it('have one declaration for each name and each address', () => {
    const names = ROUTES.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });

  it('keep the API from starting when two have one address', () => {
    const one = route('lamps.read', { ...common, who: ANYBODY, handle: () => () => lamp });
    assert.equal(routerOf(depsWith([one])).stack.length, 1);
    assert.throws(() => routerOf(depsWith([one, { ...one, name: 'lamps.list' }])), /GET \/lamp/);
  });

  it('are served only where they say so', () => {
    const one = route('lamps.read', {
      ...common,
      who: ANYBODY,
      onlyWhere: () => false,
      handle: () => () => lamp,
    });
    assert.equal(routerOf(depsWith([one])).stack.length, 0);
  });
});
