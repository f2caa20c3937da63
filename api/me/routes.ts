import type { Context } from 'koa';
import { isSteppedUp, type OfficeLogin } from '../../domain/office-login.ts';
import { needsSecondFactor } from '../../domain/second-factor-rule.ts';
import { isEmergencyUser } from '../../domain/single-sign-on.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { User } from '../../domain/user.ts';
import { callerOf } from '../access/caller.ts';
import { renewLogin } from '../access/renew-login.ts';
import { settingsOf } from '../access/settings.ts';
import { stepUpBy } from '../access/step-up.ts';
import { InvalidFields, refuseFaults } from '../middleware/errors.ts';
import { PEOPLE, route } from '../route.ts';
import { tellPersonLater } from '../access/tell-person.ts';
import { choosePassword } from '../access/choose-password.ts';
import { loginsOf } from './logins.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import {
  codeBody,
  loginList,
  newFactorAnswer,
  passwordBody,
  profileAnswer,
  recoveryAnswer,
} from './schema.ts';
import { secondFactorSet } from './second-factor-set.ts';

const common = { who: PEOPLE, permissions: 'none', tag: 'Access' } as const;
const WRONG_CODE =
  'This code is not valid, or it was used before. Wait for the next one, and see that the clock of your device is right.';

/** What people see and change of themselves (contract/logins#oneself). */
export const meRoutes = [
  route('me.profile', {
    ...common,
    method: 'GET',
    path: '/b/me/v1/profile',
    summary: 'Read your own profile',
    answers: { 200: { description: 'Who you are and what you may do.', shape: profileAnswer } },
    handle: (deps) => async (ctx) => {
      const { user, login } = personOf(ctx);
      return {
        username: user.username,
        email: user.email,
        ...(user.firstName !== undefined && { first_name: user.firstName }),
        ...(user.lastName !== undefined && { last_name: user.lastName }),
        superuser: user.superuser,
        permissions: [...user.permissions],
        second_factor: user.secondFactor ?? false,
        second_factor_required: needsSecondFactor(
          (await settingsOf(deps.store, ctx))?.secondFactor,
          user,
        ),
        ...(user.secondFactor && {
          recovery_codes_left: await deps.access.secondFactors.left(user),
        }),
        step_up_by: stepUpBy(user, login),
        needs_step_up: !(login && isSteppedUp(login, Date.now())),
      };
    },
  }),
  route('me.second-factor.begin', {
    ...common,
    method: 'POST',
    path: '/b/me/v1/second-factor',
    stepUp: true,
    setsUpFactor: true,
    limit: 'protection',
    summary: 'Set up a second factor',
    description:
      'Gives the secret for an authenticator. It counts from the first right code on; until then what counted before goes on.',
    answers: { 200: { description: 'The secret, shown once.', shape: newFactorAnswer } },
    handle: (deps) => async (ctx) => {
      const { secret, url } = await deps.access.secondFactors.begin(personOf(ctx).user);
      return { secret, otpauth_url: url };
    },
  }),
  route('me.second-factor.confirm', {
    ...common,
    method: 'POST',
    path: '/b/me/v1/second-factor/confirm',
    setsUpFactor: true,
    summary: 'Confirm a second factor',
    description:
      'From now on it is asked for whenever you log in. All your other logins of browsers end, and refresh tokens are renewed no more. Basic is closed to you from now on. Sent once more it is 400 `invalid_state` and gives no codes.',
    body: codeBody,
    fields: { code: 'What the authenticator shows now.' },
    answers: { 200: { description: 'Recovery codes, shown once.', shape: recoveryAnswer } },
    handle: (deps) => async (ctx, sent) => {
      const { user, login } = personOf(ctx);
      const codes = await deps.access.secondFactors.confirm(user, sent.read().code);
      if (codes === 'is-on')
        throw new Refusal(
          'invalid_state',
          'Your second factor is on already, and its recovery codes were shown once. Make new ones where you do not have them.',
        );
      if (!codes) refuseFaults({ code: [WRONG_CODE] });
      await renewLogin(deps, ctx, 'second-factor');
      await secondFactorSet(deps, user, login?.id);
      return { recovery_codes: [...(codes ?? [])] };
    },
  }),
  route('me.second-factor.remove', {
    ...common,
    method: 'DELETE',
    path: '/b/me/v1/second-factor',
    stepUp: true,
    summary: 'Remove your second factor',
    answers: { 204: { description: 'It is asked for no more.' } },
    handle: (deps) => async (ctx) => {
      const { user } = personOf(ctx);
      const merchant = await settingsOf(deps.store, ctx);
      if (needsSecondFactor(merchant?.secondFactor, user))
        throw new Refusal(
          'invalid_state',
          'Your merchant asks for a second factor. Set up another one: it takes the place of this one.',
        );
      const { users, singleSignOn } = deps.store;
      await users.inTurn(user.merchantId, async () => {
        if (isEmergencyUser(await singleSignOn.find(user.merchantId), user))
          throw new Refusal(
            'invalid_state',
            'You are the one who comes in where single sign-on lets nobody in, and need it for that. Have another superuser named first.',
          );
        await deps.access.secondFactors.remove(user);
      });
      if (user.secondFactor) tellPersonLater(deps, user, 'second-factor-removed');
    },
  }),
  route('me.recovery-codes', {
    ...common,
    method: 'POST',
    path: '/b/me/v1/second-factor/recovery-codes',
    stepUp: true,
    limit: 'protection',
    summary: 'Make new recovery codes',
    description: 'Those before are worth nothing from now on.',
    answers: { 200: { description: 'Recovery codes, shown once.', shape: recoveryAnswer } },
    handle: (deps) => async (ctx) => {
      const { user } = personOf(ctx);
      if (!user.secondFactor)
        throw new Refusal('invalid_state', 'You have no second factor. Set one up first.');
      return { recovery_codes: [...(await deps.access.secondFactors.renewRecovery(user))] };
    },
  }),
  route('me.password', {
    ...common,
    method: 'POST',
    path: '/b/me/v1/password',
    stepUp: true,
    limit: 'protection',
    summary: 'Change your own password',
    description: 'All your logins and tokens end with the old one.',
    body: passwordBody,
    fields: {
      password:
        '12 to 128 characters, 15 where you have no second factor; none that is easily guessed.',
    },
    answers: { 204: { description: 'It is changed.' } },
    handle: (deps) => async (ctx, sent) => {
      const { user } = personOf(ctx);
      const merchant = await settingsOf(deps.store, ctx);
      const chosen = choosePassword(user, merchant, sent.read().password);
      if ('fault' in chosen) throw new InvalidFields({ password: [chosen.fault] });
      await chosen.keep(deps.store);
      tellPersonLater(deps, user, 'password-changed');
    },
  }),
  route('me.logins', {
    ...common,
    method: 'GET',
    path: '/b/me/v1/logins',
    summary: 'List your own logins',
    answers: { 200: { description: 'Those of browsers, newest first.', shape: loginList } },
    handle: (deps) => async (ctx) => {
      const { user, login } = personOf(ctx);
      return { results: await loginsOf(deps, user, login) };
    },
  }),
  route('me.logins.end-others', {
    ...common,
    method: 'DELETE',
    path: '/b/me/v1/logins',
    summary: 'End all your other logins',
    description: 'Those of browsers, but the one that asks.',
    answers: { 204: { description: 'They have ended.' } },
    handle: (deps) => (ctx) => {
      const { user, login } = personOf(ctx);
      return deps.store.officeLogins.endAll(user.merchantId, user.username, login?.id);
    },
  }),
  route('me.logins.end', {
    ...common,
    method: 'DELETE',
    path: '/b/me/v1/logins/:login_id',
    summary: 'End one of your logins',
    answers: { 204: { description: 'It has ended.' } },
    errors: [404],
    handle: (deps) => async (ctx) => {
      const { merchantId, username } = personOf(ctx).user;
      if (!(await deps.store.officeLogins.endOne(merchantId, username, ctx.params.login_id)))
        throw new Refusal('not_found', 'You have no such login.');
    },
  }),
  ...subscriptionRoutes,
];

function personOf(ctx: Context): { readonly user: User; readonly login?: OfficeLogin } {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') throw new Error('A route for people lets in somebody else.');
  return caller;
}
