import type { Context } from 'koa';
import type { LoggedIn } from '../../api/access/asked-for.ts';
import { callerOf } from '../../api/access/caller.ts';
import {
  loginSecretIn,
  newLoginSecret,
  renewLoginCookie,
  setTripCookie,
  tripSecretIn,
} from '../../api/access/login-cookie.ts';
import { isOfficeLink } from '../../api/access/own-page.ts';
import { intend, NOBODY_YET } from '../../api/access/recorded.ts';
import {
  arrival,
  departure,
  faultKindOf,
  singleSignOnAt,
  type Arrived,
} from '../../api/access/single-sign-on.ts';
import { networkOf } from '../../api/client-address.ts';
import { spend } from '../../api/limits/spend.ts';
import { undescribedRoute, type RouteDeps } from '../../api/route.ts';
import type { SingleSignOn } from '../../domain/single-sign-on.ts';
import { renderSingleSignOn, type SsoFault } from '../../render/office/single-sign-on.tsx';
import { loggedOutFrame } from '../frame.ts';
import { goTo, sendOfficePage } from '../headers.ts';
import { languageFor } from '../language.ts';
import { browserIn } from './browser.ts';
import { enter } from './enter.ts';
import { loggedOutRoute, nextOf } from './form.ts';
import { officeOf } from './office-of.ts';

const PATH = '/office/login/sso';
const COMPANY_COOKIE = '__Host-office-company';
const HALF_A_YEAR_SECONDS = 180 * 24 * 60 * 60;

const STATUS = {
  unknown: 404,
  silent: 503,
  refused: 401,
  lost: 400,
  stranger: 403,
  other: 403,
} as const satisfies Readonly<Record<SsoFault, number>>;

const common = { ...loggedOutRoute, method: 'GET' } as const;

/** Logging in by an issuer of the merchant's own (contract/logins#single-sign-on). It is begun by a link: `form-action` holds for redirects, too. */
export const ssoRoutes = [
  undescribedRoute('office.sso', {
    ...common,
    path: PATH,
    handle: (deps) => async (ctx) => {
      const given = ctx.query['merchant'];
      const typed = (typeof given === 'string' ? given : (ctx.cookies.get(COMPANY_COOKIE) ?? ''))
        .trim()
        .toLowerCase();
      const sso = await singleSignOnAt(deps, typed);
      await show(deps, ctx, {
        sso,
        typed,
        // In the other language it is shown as it was typed, which may be half of it.
        ...(!sso &&
          given !== undefined &&
          typed !== '' &&
          ctx.query['lang'] === undefined && { fault: 'unknown' }),
      });
    },
  }),
  undescribedRoute('office.sso.begin', {
    ...common,
    path: `${PATH}/:merchant`,
    handle: (deps) => async (ctx) => {
      const sso = await singleSignOnAt(deps, ctx.params.merchant);
      if (!sso) await show(deps, ctx, { typed: ctx.params.merchant, fault: 'unknown' });
      // An issuer may log in whom it likes, and ask nobody: no other site chooses the moment.
      else if (isOfficeLink(ctx, officeOf(deps).url)) await leave(deps, ctx, { sso });
      else await show(deps, ctx, { sso });
    },
  }),
  undescribedRoute('office.sso.callback', {
    ...common,
    path: `${PATH}/:merchant/callback`,
    // A browser comes back by a redirect; who logs in is in the audit log all the same.
    audit: true,
    handle: (deps) => async (ctx) => {
      const sso = await singleSignOnAt(deps, ctx.params.merchant);
      if (!sso) {
        await show(deps, ctx, { fault: 'lost' });
        return;
      }
      const { state } = ctx.query;
      const browser = tripSecretIn(ctx);
      const found =
        typeof state === 'string' && browser !== undefined
          ? await arrived(deps, ctx, { sso, state, browser })
          : ({ as: 'lost' } as const);
      if (found.as === 'user') await letIn(deps, ctx, { ...found, sso });
      else await show(deps, ctx, { sso, fault: found.as });
    },
  }),
  undescribedRoute('office.step-up', {
    ...common,
    path: '/office/step-up',
    who: ['login'],
    permissions: 'none',
    handle: (deps) => async (ctx) => {
      const caller = callerOf(ctx);
      const login = caller.kind === 'user' ? caller.login : undefined;
      const sso = await singleSignOnAt(deps, caller.merchantId);
      // Who has come in by a password shows it in the form itself.
      if (!sso || login?.issuer === undefined) goTo(ctx, nextOf(ctx));
      else await leave(deps, ctx, { sso, loginId: login.id });
    },
  }),
];

/** Sends the browser to the issuer. */
async function leave(
  deps: RouteDeps,
  ctx: Context,
  { sso, loginId }: { readonly sso: SingleSignOn; readonly loginId?: string },
): Promise<void> {
  const network = networkOf(deps.clientAddress(ctx));
  await spend(ctx, deps.limits.singleSignOn, network);
  const browser = tripSecretIn(ctx) ?? newLoginSecret();
  try {
    const way = await departure(deps, {
      sso,
      redirectUri: callbackOf(deps, sso),
      browser,
      next: nextOf(ctx),
      ...(loginId !== undefined && { loginId }),
    });
    setTripCookie(ctx, browser);
    goTo(ctx, way);
  } catch (error) {
    await show(deps, ctx, { sso, fault: faultKindOf(deps, ctx, error) });
  }
}

/** Under which the issuer knows this office; each merchant has its own, so that no issuer can take the answer of another one. */
function callbackOf(deps: RouteDeps, { merchantId }: SingleSignOn): string {
  return new URL(`${PATH}/${merchantId}/callback`, officeOf(deps).url).href;
}

async function arrived(
  deps: RouteDeps,
  ctx: Context,
  {
    sso,
    state,
    browser,
  }: { readonly sso: SingleSignOn; readonly state: string; readonly browser: string },
): Promise<Arrived | { readonly as: 'silent' | 'refused' }> {
  const { merchantId } = sso;
  const redirectUri = callbackOf(deps, sso);
  const come = { merchantId, redirectUri, browser, state, query: ctx.querystring };
  try {
    const found = await arrival(deps, come);
    // Anybody can make up a way, and fill the log with it.
    if (found.as === 'stranger') await intend(ctx, { who: NOBODY_YET, merchantId });
    return found;
  } catch (error) {
    const as = faultKindOf(deps, ctx, error);
    await intend(ctx, { who: NOBODY_YET, merchantId });
    return { as };
  }
}

async function letIn(
  deps: RouteDeps,
  ctx: Context,
  {
    user,
    trip,
    authenticatedAt,
    sso,
  }: Extract<Arrived, { as: 'user' }> & { readonly sso: SingleSignOn },
): Promise<void> {
  const { logins } = officeOf(deps);
  await intend(ctx, { who: `user:${user.username}`, merchantId: user.merchantId });
  const before = loginSecretIn(ctx);
  if (trip.loginId !== undefined) {
    const person: LoggedIn | undefined = before === undefined ? undefined : await logins.of(before);
    if (person?.login.id !== trip.loginId || person.user.username !== user.username) {
      await show(deps, ctx, { sso, fault: 'other' });
      return;
    }
    await renewLoginCookie(ctx, (secret) => logins.renew(person.login, secret, 'step-up'));
    goTo(ctx, trip.next);
    return;
  }
  // Whatever the browser held before is worth nothing from now on: nobody can have planted it.
  if (before !== undefined) await logins.end(before);
  const place = {
    browser: browserIn(ctx.get('User-Agent')),
    network: networkOf(deps.clientAddress(ctx)),
    language: languageFor(ctx),
  };
  await enter(deps, ctx, { user, place, as: { issuer: sso.issuer, authenticatedAt } });
  ctx.append(
    'Set-Cookie',
    `${COMPANY_COOKIE}=${sso.merchantId}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${HALF_A_YEAR_SECONDS}`,
  );
  goTo(ctx, trip.next);
}

async function show(
  deps: RouteDeps,
  ctx: Context,
  {
    sso,
    typed,
    fault,
  }: {
    readonly sso?: SingleSignOn | undefined;
    readonly typed?: string;
    readonly fault?: SsoFault;
  },
): Promise<void> {
  const next = nextOf(ctx);
  const frame = loggedOutFrame(ctx);
  const other = frame.language === 'en' ? 'ar' : 'en';
  const company = sso?.merchantId ?? typed?.slice(0, 64) ?? '';
  const merchant = sso && (await deps.store.merchants.find(sso.merchantId));
  const html = renderSingleSignOn({
    ...frame,
    // Not by its own address: a way is gone once, and an issuer may have written anything there.
    otherLanguageUrl: `${PATH}?${new URLSearchParams({ merchant: company, next, lang: other })}`,
    action: PATH,
    next,
    ...(typed !== undefined && { typed: company }),
    ...(fault && { fault }),
    ...(sso && {
      merchant: {
        name:
          (frame.language === 'ar' ? merchant?.nameAr : undefined) ??
          merchant?.name ??
          sso.merchantId,
        host: new URL(sso.issuer).host,
        begin: `${PATH}/${sso.merchantId}?next=${encodeURIComponent(next)}`,
        hasPasswords: sso.mode === 'allowed',
      },
    }),
  });
  sendOfficePage(ctx, html, fault ? STATUS[fault] : 200);
}
