import type { Context } from 'koa';
import { clearLoginCookie, loginSecretIn, setLoginCookie } from '../../api/access/login-cookie.ts';
import { refuseForeignPage } from '../../api/access/own-page.ts';
import { intend, NOBODY_YET, subjectUser, type Doer } from '../../api/access/recorded.ts';
import { passwordIsNoWayIn } from '../../api/access/single-sign-on.ts';
import { networkOf } from '../../api/client-address.ts';
import { bodyOf, readBody } from '../../api/middleware/body.ts';
import { RequestError } from '../../api/middleware/errors.ts';
import { ANYBODY, undescribedRoute, type RouteDeps } from '../../api/route.ts';
import { renderLogin, type LoginFault } from '../../render/office/login.tsx';
import { officeErrors } from '../errors.ts';
import { frameOf } from '../frame.ts';
import { goTo, sendOfficePage } from '../headers.ts';
import { languageFor } from '../language.ts';
import { nextPage } from '../next.ts';
import { browserIn } from './browser.ts';
import { enter } from './enter.ts';
import { linkRoutes } from './links.ts';
import { officeOf } from './office-of.ts';
import { secondFactorRoutes, secondFor } from './second.ts';
import { ssoRoutes } from './sso.ts';

const PATH = '/office/login';
/** More than any password has; so much is not hashed. */
const LONGEST = 1024;

const common = {
  onlyWhere: ({ office }: RouteDeps) => office !== undefined,
  around: (deps: RouteDeps) => [officeErrors(deps)],
} as const;

/** Logging in and out by a browser (contract/logins#pages). */
export const loginRoutes = [
  ...secondFactorRoutes,
  ...linkRoutes,
  ...ssoRoutes,
  undescribedRoute('office.login', {
    ...common,
    method: 'GET',
    path: PATH,
    who: ANYBODY,
    handle: (deps) => async (ctx) => {
      const secret = loginSecretIn(ctx);
      const person = secret === undefined ? undefined : await officeOf(deps).logins.of(secret);
      if (person) goTo(ctx, nextPage(ctx.query['next']));
      else await showLogin(deps, ctx, {});
    },
  }),
  undescribedRoute('office.log-in', {
    ...common,
    method: 'POST',
    path: PATH,
    who: ANYBODY,
    handle: (deps) => async (ctx) => {
      const office = officeOf(deps);
      refuseForeignPage(ctx, office.url);
      await readBody(ctx, { schema: undefined, file: undefined });
      const username = fieldOf(ctx, 'username').trim();
      const password = fieldOf(ctx, 'password');
      const network = networkOf(deps.clientAddress(ctx));
      const isTried = username !== '' && password !== '' && password.length <= LONGEST;
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
      const next = nextPage(fieldOf(ctx, 'next'));
      if (user.secondFactor) {
        setLoginCookie(ctx, await office.logins.begin(user, place, 'half'));
        goTo(ctx, secondFor(next));
        return;
      }
      await enter(deps, ctx, { user, place });
      goTo(ctx, next);
    },
  }),
  undescribedRoute('office.log-out', {
    ...common,
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
  const next = nextPage(ctx.method === 'GET' ? ctx.query['next'] : fieldOf(ctx, 'next'));
  const html = renderLogin({
    ...frameOf(ctx),
    action: ctx.querystring === '' ? PATH : `${PATH}?${ctx.querystring}`,
    next,
    hasSso: await store.singleSignOn.isAnywhere(),
    ...(username !== undefined && { username }),
    ...(fault && { fault }),
  });
  if (fault?.kind === 'too-many') ctx.set('Retry-After', fault.seconds);
  sendOfficePage(ctx, html, fault ? STATUS[fault.kind] : 200);
}

/** A browser offers to keep a password unless the answer says that it was wrong. */
const STATUS = { wrong: 401, 'too-many': 429, sso: 403 } as const;

/** There were too many wrong ones: that is said on the same page, and how long it will be so. */
function stopped(error: unknown): Extract<LoginFault, { readonly kind: 'too-many' }> {
  if (!(error instanceof RequestError) || error.status !== 429) throw error;
  return { kind: 'too-many', seconds: error.headers['Retry-After'] ?? '60' };
}

function fieldOf(ctx: Context, name: string): string {
  const value = bodyOf(ctx)[name];
  return typeof value === 'string' ? value : '';
}
