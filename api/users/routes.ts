import Joi from 'joi';
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { permits } from '../../domain/permission.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isEmergencyUser } from '../../domain/single-sign-on.ts';
import { refuseUnlessGives, refuseUnlessManages } from '../../domain/user-management.ts';
import type { User } from '../../domain/user.ts';
import { callerOf, forbidden, merchantOf } from '../access/caller.ts';
import { nowAbout, subjectUser } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { object } from '../infer.ts';
import { loginsOf } from '../me/logins.ts';
import { loginList } from '../me/schema.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { PEOPLE, route, type RouteContext } from '../route.ts';
import { problemWith } from '../schema-parts.ts';
import { changedUserBody, newUserBody } from './schema.ts';
import { tellPerson, tellPersonLater } from '../access/tell-person.ts';
import { otherUser, userVersion } from './version.ts';
import { endLogins } from '../../store/end-logins.ts';
import type { NewUser } from '../../store/users.ts';

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
  language: Joi.string(),
  invited: Joi.boolean().required(),
  version: Joi.string().required(),
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
  route('users.create', {
    ...common,
    method: 'POST',
    path: LIST,
    idempotent: true,
    stepUp: true,
    summary: 'Invite a user',
    description:
      'They get a mail with a link, by which they choose their password. You can give what you have yourself; only superusers make superusers.',
    body: newUserBody,
    audits: ({ superuser = false, permissions = [] }) => ({
      superuser,
      permissions: [...permissions],
    }),
    fields: {
      username:
        'Unique over all merchants. 1 to 150 letters, digits and `. @ + - _`; theirs for ever.',
      language: 'In which they are written to; that of the merchant when left out.',
    },
    answers: { 201: { description: 'The user. The mail is on its way.', shape: userShape } },
    handle: (deps) => async (ctx, sent) => {
      const { username, first_name, last_name, ...given } = sent.read();
      const [merchantId, invitedBy] = [merchantOf(ctx), claimedSessionId(ctx)];
      const user: NewUser = {
        merchantId,
        username,
        email: given.email,
        active: true,
        service: false,
        superuser: given.superuser ?? false,
        permissions: given.permissions ?? [],
        invited: true,
        invitedBy,
        ...(given.language !== undefined && { language: given.language }),
        ...(first_name !== undefined && { firstName: first_name }),
        ...(last_name !== undefined && { lastName: last_name }),
        // Nobody knows it: they choose one by the link.
        password: randomBytes(32).toString('base64url'),
      };
      const created = await deps.store.users.create(user, async () =>
        refuseUnlessGives(await callerNow(deps, ctx), given),
      );
      // One that was lost before it could answer has made them, and perhaps not told them.
      const made = created ?? (await deps.store.users.findByName(merchantId, username));
      if (made?.invitedBy !== invitedBy)
        throw new InvalidFields({
          username: ['Somebody has this name. It names one person over all merchants.'],
        });
      nowAbout(ctx, subjectUser(made));
      await tellPerson(deps, made, 'account-invited', [], invitedBy);
      return present(made);
    },
  }),
  route('users.change', {
    ...common,
    method: 'PATCH',
    path: ONE,
    stepUp: true,
    summary: 'Change a user',
    description:
      'Their name, language and rights, from their next request on; what is left out stays. Nobody changes their own rights here. The person is told by mail when their rights change.',
    body: changedUserBody,
    audits: ({ superuser, permissions }) =>
      superuser === undefined && permissions === undefined
        ? undefined
        : {
            ...(superuser !== undefined && { superuser }),
            ...(permissions !== undefined && { permissions: [...permissions] }),
          },
    fields: {
      permissions: 'In place of all that they have.',
      version:
        'As they were read: where somebody has changed them since, the answer is 412 `version_conflict` with the `user` as they are now, and nothing is changed.',
    },
    answers: {
      200: { description: 'The user as they are now.', shape: userShape },
      412: {
        description: 'Somebody has changed them since: nothing was changed now.',
        shape: problemWith({ user: userShape.required() }),
      },
    },
    handle: (deps) => async (ctx, sent) => {
      const { first_name, last_name, language, superuser, permissions, version } = sent.read();
      const rights = {
        ...(superuser !== undefined && { superuser }),
        ...(permissions !== undefined && { permissions }),
      };
      const change = {
        ...rights,
        ...(first_name !== undefined && { firstName: first_name }),
        ...(last_name !== undefined && { lastName: last_name }),
        ...(language !== undefined && { language }),
      };
      const { users } = deps.store;
      const changed = await users.inTurn(merchantOf(ctx), async () => {
        const user = await managed(deps, ctx);
        if (version !== undefined && version !== userVersion(user)) throw otherUser(present(user));
        if (superuser === false) await refuseEmergencyUser(deps, user);
        refuseUnlessGives(await callerNow(deps, ctx), { superuser, permissions }, user);
        return users.update(user.merchantId, user.username, change);
      });
      if (!changed) throw unknown();
      if (Object.keys(rights).length > 0)
        tellPersonLater(deps, changed, 'rights-changed', [['by', callingUser(ctx).username]]);
      return { status: 200 as const, body: present(changed) };
    },
  }),
  route('users.invite', {
    ...common,
    method: 'POST',
    path: `${ONE}/invite`,
    stepUp: true,
    summary: 'Invite a user again',
    description:
      'Sends the mail once more. The link in the one before is worth nothing from then on.',
    // They have chosen a password, or are not let in.
    errors: [400],
    answers: { 204: { description: 'The mail is on its way.' } },
    handle: (deps) => async (ctx) => {
      const user = await managed(deps, ctx);
      if (!user.invited || !user.active)
        throw new Refusal(
          'invalid_state',
          user.invited
            ? 'They are not active. Let them in again first.'
            : 'They have chosen a password. Who has forgotten theirs asks for a new one on the login page.',
        );
      await tellPerson(deps, user, 'account-invited');
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
        : 'From their next request on. All their logins of browsers end, and refresh tokens are renewed no more.',
      // The one who comes in where single sign-on lets nobody in stays.
      ...(!active && { errors: [400] }),
      answers: { 200: { description: 'The user as they are now.', shape: userShape } },
      handle: (deps) => async (ctx) => {
        const { users } = deps.store;
        const changed = await users.inTurn(merchantOf(ctx), async () => {
          const user = await managed(deps, ctx);
          if (!active) await refuseEmergencyUser(deps, user);
          // Who is let in again has all their rights again, as if they were given them now.
          else if (!user.active) refuseUnlessGives(await callerNow(deps, ctx), user);
          return users.update(user.merchantId, user.username, { active });
        });
        if (!changed) throw unknown();
        if (!active) await endLogins(deps.store, changed);
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
    description: 'Those of browsers, and refresh tokens are renewed no more.',
    answers: { 204: { description: 'They have ended.' } },
    handle: (deps) => async (ctx) => endLogins(deps.store, await managed(deps, ctx)),
  }),
  route('users.unlink', {
    ...common,
    method: 'DELETE',
    path: `${ONE}/single-sign-on`,
    stepUp: true,
    summary: "Unlink a user's account at the issuer",
    description:
      'The next account there that has their verified email address is linked anew. All their logins of browsers end, and refresh tokens are renewed no more.',
    answers: { 204: { description: 'They are linked with no account there.' } },
    handle: (deps) => async (ctx) => {
      const user = await managed(deps, ctx);
      await deps.store.ssoLinks.remove(user.merchantId, user.username);
      await endLogins(deps.store, user);
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

/** The same, about whom the caller decides: as both stand now, which may be otherwise since the request came in. */
async function managed(deps: ApiDeps, ctx: RouteContext<'user_id'>): Promise<User> {
  const user = await userAt(deps, ctx);
  refuseUnlessManages(await callerNow(deps, ctx), user);
  return user;
}

/** Who asks, as they stand now. Throws 403 where they are let in no more since the request came in, or have lost the right to decide about others. */
async function callerNow({ store }: ApiDeps, ctx: Context): Promise<User> {
  const { merchantId, id } = callingUser(ctx);
  const caller = await store.users.find(merchantId, id);
  if (!caller?.active || !permits(caller, 'user.manage')) throw forbidden('user.manage');
  return caller;
}

/** Throws for the one superuser who comes in where single sign-on lets nobody in. */
async function refuseEmergencyUser({ store }: ApiDeps, user: User): Promise<void> {
  if (isEmergencyUser(await store.singleSignOn.find(user.merchantId), user))
    throw new Refusal(
      'invalid_state',
      'They are the one who comes in where single sign-on lets nobody in. Name another superuser for that first.',
    );
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
    ...(user.language !== undefined && { language: user.language }),
    invited: user.invited ?? false,
    version: userVersion(user),
  };
}
