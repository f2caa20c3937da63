import type { Context } from 'koa';
import type { OfficeLogin } from '../../domain/office-login.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { User } from '../../domain/user.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import type { Route, Scheme } from '../route.ts';
import { RequestError } from '../middleware/errors.ts';
import type { Caller } from './caller.ts';
import { askedFor } from './asked-for.ts';
import { credentialsOf, type Credentials } from './credentials.ts';
import { isOfBrowser, isOwnSite } from './own-page.ts';
import { nameOf } from './recorded.ts';
import { howToSetUpFactor, mustSetUpFactor } from './required-factor.ts';
import { programsNeedSso } from './single-sign-on.ts';

export interface AuthenticationDeps extends Pick<
  ApiDeps,
  'access' | 'logger' | 'clientAddress' | 'office'
> {
  readonly store: Pick<ApiDeps['store'], 'singleSignOn' | 'merchants'>;
}

/**
 * Who asks. Throws 401 when nobody says so, or when it is not true, or when it is a public key where a private one is
 * needed; `WWW-Authenticate` names the scheme that failed, or all that the route knows. Throws 403 for a user where only
 * keys come in, for a private key or a service account where only people do, for a private key that a page of a payer sends
 * (contract/sdk#who-may-ask), and for a password that a browser sends for another site's page; and 429 after too many wrong tries.
 */
export async function authenticate(
  deps: AuthenticationDeps,
  ctx: Context,
  route: Route,
): Promise<Caller> {
  const { logger, clientAddress } = deps;
  const asked = askedFor(ctx.req);
  const given = credentialsOf(ctx);
  const address = clientAddress(ctx);
  let caller: Caller | undefined;
  try {
    caller = asked
      ? userCaller(asked.user, asked.login)
      : await callerFor(deps, networkOf(address), given, {
          route,
          // A browser sends what somebody has typed for Basic with whatever any page lets it send.
          isForeignCommand: route.method !== 'GET' && isOfBrowser(ctx) && !isOwnSite(ctx),
        });
    refuseWhoNeverMay(caller, route, isOfBrowser(ctx));
    return caller;
  } catch (error) {
    const isWrong =
      error instanceof RequestError && error.status === 401 && given.kind !== 'none' && !asked;
    // Who is known and refused here is in no other log.
    if (error instanceof RequestError && (isWrong || caller))
      logger.warn(
        {
          requestId: ctx.state.requestId,
          from: address,
          by: asked ? 'login' : given.kind,
          ...(caller && { who: nameOf(caller), route: route.name }),
          code: error.code,
        },
        'not let in',
      );
    throw error;
  }
}

async function callerFor(
  deps: Pick<AuthenticationDeps, 'access' | 'store' | 'office'>,
  from: string,
  given: Credentials,
  { route, isForeignCommand }: { readonly route: Route; readonly isForeignCommand: boolean },
): Promise<Caller> {
  const { access, store } = deps;
  switch (given.kind) {
    case 'key':
      return keyCaller(await access.byKey(from, given.key));
    case 'basic': {
      if (isForeignCommand)
        throw new RequestError(
          403,
          'foreign_page',
          'A browser has sent a password that it keeps, for a page of another site. Send it from a program, or use a token.',
        );
      const user = await access.byPassword(from, given.username, given.password);
      if (!user) throw invalid('This username and password are not valid.', BASIC);
      // Else a password alone would do what the second factor is for.
      if (user.secondFactor)
        throw new RequestError(
          401,
          'second_factor_required',
          'You log in with a second factor. Get a token with "otp", and send that.',
          { 'WWW-Authenticate': BEARER },
        );
      if (await programsNeedSso(store, user))
        throw new RequestError(
          401,
          'single_sign_on_required',
          'Your people log in by single sign-on alone. Use an API key, or a service account.',
          { 'WWW-Authenticate': KEY },
        );
      if (!route.setsUpFactor && (await mustSetUpFactor(store, user)))
        throw new RequestError(401, 'second_factor_required', howToSetUpFactor(deps), {
          'WWW-Authenticate': BEARER,
        });
      return userCaller(user);
    }
    case 'bearer': {
      const user = await access.byToken(from, given.token, given.serviceId);
      if (!user)
        throw invalid(
          challengesOf(route).includes(KEY)
            ? 'This token is not valid. Get a new one; an API key is sent as "Authorization: Api-Key <key>".'
            : 'This token is not valid. Get a new one.',
          `${BEARER}, error="invalid_token"`,
        );
      return userCaller(user);
    }
    case 'none':
    case 'unreadable':
      throw new RequestError(401, 'not_authenticated', HOW, {
        'WWW-Authenticate': challengesOf(route),
      });
    default:
      return unreachable(given);
  }
}

function keyCaller(key: Awaited<ReturnType<ApiDeps['access']['byKey']>>): Caller {
  if (!key) throw invalid('This key is not valid.', KEY);
  const { kind, merchantId, prefix } = key;
  return { kind: kind === 'public' ? 'public' : 'key', merchantId, keyId: prefix };
}

function userCaller(user: User, login?: OfficeLogin): Caller {
  return { kind: 'user', merchantId: user.merchantId, user, ...(login && { login }) };
}

/** Throws for a caller of a kind that the route is not for, whatever their rights. */
function refuseWhoNeverMay(caller: Caller, { who }: Route, isFromBrowser: boolean): void {
  if (caller.kind === 'user') {
    if (!who.includes('user'))
      throw new RequestError(
        403,
        'permission_denied',
        'Users may not do this; it needs an API key.',
      );
    if (caller.user.service && who.every((scheme) => scheme === 'user'))
      throw new RequestError(
        403,
        'permission_denied',
        'A service account may not do this: a person has to answer for it. Log in as a person.',
      );
    return;
  }
  if (caller.kind === 'key' && isFromBrowser && who.includes('public-key'))
    throw new RequestError(
      403,
      'private_key_in_browser',
      'This is a private key, and a page has sent it: whoever opens that page can take it. Revoke it now, make a new one, and put the public key into the page.',
    );
  if (caller.kind === 'public' && !who.includes('public-key'))
    throw new RequestError(
      401,
      'public_key_not_allowed',
      'A public key cannot do this; use the private key on your server.',
      { 'WWW-Authenticate': KEY },
    );
  if (!who.some((scheme) => scheme !== 'user'))
    throw new RequestError(
      403,
      'permission_denied',
      'A key may not do this: a person has to answer for it. Log in as a user.',
    );
}

const HOW =
  'Authentication required: "Authorization: Api-Key <key>", "Basic …" or "Bearer <token>".';
const KEY = 'Api-Key';
const BASIC = 'Basic realm="Sarraf", charset="UTF-8"';
const BEARER = 'Bearer realm="Sarraf"';

const CHALLENGES: Readonly<Record<Scheme, string>> = {
  'private-key': KEY,
  'public-key': KEY,
  user: `${BASIC}, ${BEARER}`,
  operator: BEARER,
  // Its pages lead to the login page.
  login: BASIC,
};

function challengesOf({ who }: Route): string {
  return [...new Set(who.map((scheme) => CHALLENGES[scheme]))].join(', ');
}

function invalid(detail: string, challenge: string): RequestError {
  return new RequestError(401, 'invalid_credentials', detail, { 'WWW-Authenticate': challenge });
}
