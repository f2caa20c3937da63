import type { Context } from 'koa';
import { clearLoginCookie, loginSecretIn, setLoginCookie } from '../../api/access/login-cookie.ts';
import { intend, NOBODY_YET, subjectUser, type Doer } from '../../api/access/recorded.ts';
import { mustSetUpFactor } from '../../api/access/required-factor.ts';
import { passwordIsNoWayIn } from '../../api/access/single-sign-on.ts';
import { networkOf } from '../../api/client-address.ts';
import { undescribedRoute, type RouteDeps } from '../../api/route.ts';
import { renderLogin, type LoginFault } from '../../render/office/login.tsx';
import { loggedOutFrame } from '../frame.ts';
import { goTo, sendOfficePage } from '../headers.ts';
import { languageFor } from '../language.ts';
import { browserIn } from './browser.ts';
import { enter } from './enter.ts';
import {
  FAULT_STATUS,
  isInOtherLanguage,
  sentField,
  loggedOutRoute,
  MOST_HASHED,
  nextOf,
  readForm,
  stopped,
} from './form.ts';
import { linkRoutes } from './links.ts';
import { officeOf } from './office-of.ts';
import { requiredFactorFor, requiredFactorRoutes } from './required-factor.ts';
import { secondFactorRoutes, secondFor } from './second.ts';
import { ssoRoutes } from './sso.ts';

const PATH = '/office/login';

/** Logging in and out by a browser (contract/logins#pages). */
export const loginRoutes = [
  ...secondFactorRoutes,
  ...requiredFactorRoutes,
  ...linkRoutes,
  ...ssoRoutes,
  undescribedRoute('office.login', {
    ...loggedOutRoute,
    method: 'GET',
    path: PATH,
    handle: (deps) => async (ctx) => {
      const secret = loginSecretIn(ctx);
      const person = secret === undefined ? undefined : await officeOf(deps).logins.of(secret);
      if (person) goTo(ctx, nextOf(ctx));
      else await showLogin(deps, ctx, {});
    },
  }),
  undescribedRoute('office.log-in', {
    ...loggedOutRoute,
    method: 'POST',
    path: PATH,
    handle: (deps) => async (ctx) => {
      const office = officeOf(deps);
      await readForm(deps, ctx);
      const username = sentField(ctx, 'username').trim();
      if (isInOtherLanguage(ctx)) {
        await showLogin(deps, ctx, { username });
        return;
      }
      const password = sentField(ctx, 'password');
      const network = networkOf(deps.clientAddress(ctx));
      const isTried = username !== '' && password !== '' && password.length <= MOST_HASHED;
      const user = isTried
        ? await deps.access.byPassword(network, username, password).catch(stopped)
        : undefined;
      if (!user || 'seconds' in user) {
        // Where nothing was tried nothing was counted, so anybody could fill the log with it.
        if (isTried && !user) await intend(ctx, await triedAs(deps, username));
        await showLogin(deps, ctx, { username, fault: user ?? { kind: 'wrong' } });
        return;
      }
      await intend(ctx, { who: `user:${user.username}`, merchantId: user.merchantId });
      if (await passwordIsNoWayIn(deps.store, user)) {
        await showLogin(deps, ctx, { username, fault: { kind: 'sso' } });
        return;
      }
      // Whatever the browser held before is worth nothing from now on: nobody can have planted it.
      const before = loginSecretIn(ctx);
      if (before !== undefined) await office.logins.end(before);
      const place = {
        browser: browserIn(ctx.get('User-Agent')),
        network,
        language: languageFor(ctx),
      };
      const next = nextOf(ctx);
      const mustSetUp = await mustSetUpFactor(deps.store, user);
      if (user.secondFactor || mustSetUp) {
        setLoginCookie(ctx, await office.logins.begin(user, place, 'half'));
        goTo(ctx, mustSetUp ? requiredFactorFor(next) : secondFor(next));
        return;
      }
      await enter(deps, ctx, { user, place });
      goTo(ctx, next);
    },
  }),
  undescribedRoute('office.log-out', {
    ...loggedOutRoute,
    method: 'POST',
    path: '/office/logout',
    who: ['login'],
    permissions: 'none',
    handle: (deps) => async (ctx) => {
      const secret = loginSecretIn(ctx);
      if (secret !== undefined) await officeOf(deps).logins.end(secret);
      clearLoginCookie(ctx);
      goTo(ctx, PATH);
    },
  }),
];

/** Of a name that there is, whose it is; of another one as much is done, so that the time tells nothing. */
async function triedAs({ store }: RouteDeps, username: string): Promise<Doer> {
  const named = await store.users.findSecret(username);
  return {
    who: NOBODY_YET,
    ...(named && { merchantId: named.user.merchantId, subject: subjectUser(named.user) }),
  };
}

async function showLogin(
  { store }: RouteDeps,
  ctx: Context,
  { username, fault }: { readonly username?: string; readonly fault?: LoginFault },
): Promise<void> {
  const html = renderLogin({
    ...loggedOutFrame(ctx),
    action: ctx.querystring === '' ? PATH : `${PATH}?${ctx.querystring}`,
    next: nextOf(ctx),
    hasSso: await store.singleSignOn.isAnywhere(),
    ...(username !== undefined && { username }),
    ...(fault && { fault }),
  });
  if (fault?.kind === 'too-many') ctx.set('Retry-After', fault.seconds);
  sendOfficePage(ctx, html, fault ? FAULT_STATUS[fault.kind] : 200);
}
