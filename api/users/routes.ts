import Joi from 'joi';
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { refuseUnlessManages } from '../../domain/user-management.ts';
import type { User } from '../../domain/user.ts';
import { callerOf, merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { object } from '../infer.ts';
import { loginsOf } from '../me/logins.ts';
import { loginList } from '../me/schema.ts';
import { PEOPLE, route, type RouteContext } from '../route.ts';

const userShape = object({
  id: Joi.number().integer().required(),
  username: Joi.string().required(),
  email: Joi.string().required(),
  first_name: Joi.string(),
  last_name: Joi.string(),
  active: Joi.boolean().required(),
  service: Joi.boolean().required(),
  superuser: Joi.boolean().required(),
  permissions: Joi.array().items(Joi.string()).required(),
  second_factor: Joi.boolean().required(),
});

const common = { who: PEOPLE, permissions: ['user.manage'], tag: 'Access' } as const;
const LIST = '/b/admin/v1/users';
const ONE = `${LIST}/:user_id` as const;

/** What administrators see and decide of other people (contract/logins#others). */
export const userRoutes = [
  route('users.list', {
    ...common,
    method: 'GET',
    path: LIST,
    summary: 'List users',
    answers: {
      200: {
        description: 'All people and services of the merchant, by number.',
        shape: object({ results: Joi.array().items(userShape).required() }),
      },
    },
    handle: (deps) => async (ctx) => {
      const all = await deps.store.users.list(merchantOf(ctx));
      return { results: all.map(present) };
    },
  }),
  ...([true, false] as const).map((active) =>
    route(active ? 'users.activate' : 'users.deactivate', {
      ...common,
      method: 'POST',
      path: `${ONE}/${active ? 'activate' : 'deactivate'}`,
      stepUp: true,
      summary: active ? 'Let a user in again' : 'Let a user in no more',
      description: active
        ? 'They log in as before.'
        : 'From their next request on. All their logins of browsers end.',
      answers: { 200: { description: 'The user as they are now.', shape: userShape } },
      handle: (deps) => async (ctx) => {
        const { merchantId, username } = await managed(deps, ctx);
        const { officeLogins, users } = deps.store;
        const changed = await users.update(merchantId, username, { active });
        if (!changed) throw unknown();
        if (!active) await officeLogins.endAll(merchantId, username);
        return present(changed);
      },
    }),
  ),
  route('users.logins', {
    ...common,
    method: 'GET',
    path: `${ONE}/logins`,
    summary: "List a user's logins",
    answers: { 200: { description: 'Those of browsers, newest first.', shape: loginList } },
    handle: (deps) => async (ctx) => ({ results: await loginsOf(deps, await userAt(deps, ctx)) }),
  }),
  route('users.logins.end', {
    ...common,
    method: 'DELETE',
    path: `${ONE}/logins`,
    stepUp: true,
    summary: "End all of a user's logins",
    answers: { 204: { description: 'They have ended.' } },
    handle: (deps) => async (ctx) => {
      const { merchantId, username } = await managed(deps, ctx);
      await deps.store.officeLogins.endAll(merchantId, username);
    },
  }),
];

/** The user that the address names; 404 for one of another merchant. */
async function userAt({ store }: ApiDeps, ctx: RouteContext<'user_id'>): Promise<User> {
  const id = /^\d{1,9}$/.test(ctx.params.user_id) ? Number(ctx.params.user_id) : undefined;
  const user = id === undefined ? undefined : await store.users.find(merchantOf(ctx), id);
  if (!user) throw unknown();
  return user;
}

async function managed(deps: ApiDeps, ctx: RouteContext<'user_id'>): Promise<User> {
  const user = await userAt(deps, ctx);
  refuseUnlessManages(callingUser(ctx), user);
  return user;
}

function callingUser(ctx: Context): User {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') throw new Error('A route for people lets in somebody else.');
  return caller.user;
}

function unknown(): Refusal {
  return new Refusal('not_found', 'There is no such user.');
}

function present(user: User) {
  const { id, username, email, active, service, superuser, permissions } = user;
  return {
    id,
    username,
    email,
    ...(user.firstName !== undefined && { first_name: user.firstName }),
    ...(user.lastName !== undefined && { last_name: user.lastName }),
    active,
    service,
    superuser,
    permissions: [...permissions],
    second_factor: user.secondFactor ?? false,
  };
}
