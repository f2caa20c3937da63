import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { merchantId, type MerchantId } from '../../domain/ids.ts';
import { admitsPassword, personOfEmail, type SingleSignOn } from '../../domain/single-sign-on.ts';
import type { User } from '../../domain/user.ts';
import type { Store } from '../../store/index.ts';
import { UnopenableError } from '../../store/sealed.ts';
import type { SsoTry } from '../../store/sso-tries.ts';
import type { ApiDeps } from '../deps.ts';
import { IssuerFault, type IssuedIdentity, type IssuerClient, type IssuerTrip } from './issuers.ts';
import type { ProvedUser } from './passwords.ts';

/** So long somebody may take at their issuer. */
const TRIP_MS = 10 * 60_000;

type Deps = Pick<ApiDeps, 'store' | 'issuers'>;

/** How the people of the merchant of this name log in by an issuer; nothing where they do not, and where there is no such merchant. */
export async function singleSignOnAt(
  { store }: Pick<Deps, 'store'>,
  name: string,
): Promise<SingleSignOn | undefined> {
  const id = merchantId(name);
  return id === undefined ? undefined : singleSignOnOf(store, id);
}

async function singleSignOnOf(
  { singleSignOn }: Pick<Store, 'singleSignOn'>,
  id: MerchantId,
): Promise<SingleSignOn | undefined> {
  const found = await singleSignOn.find(id);
  return found?.mode === 'off' ? undefined : found;
}

/** Whether somebody whose password was right does not come in by it, because their merchant has another way. */
export async function passwordIsNoWayIn(
  { singleSignOn }: Pick<Store, 'singleSignOn'>,
  user: User,
): Promise<boolean> {
  return !admitsPassword(await singleSignOn.find(user.merchantId), user);
}

/** The same for programs that send a password: there nobody comes in, whoever they are. */
export async function programsNeedSso(
  { singleSignOn }: Pick<Store, 'singleSignOn'>,
  { merchantId }: Pick<User, 'merchantId'>,
): Promise<boolean> {
  return (await singleSignOn.find(merchantId))?.mode === 'required';
}

/** Where and why somebody goes to their issuer. */
export interface Departure {
  readonly sso: SingleSignOn;
  readonly redirectUri: string;
  /** What the browser's cookie holds. */
  readonly browser: string;
  readonly next: string;
  /** The login in which they show once more who they are; left out where one begins. */
  readonly loginId?: string;
}

/** Where the browser goes to log in. Throws `IssuerFault` where the issuer does not answer. */
export async function departure(
  { store, issuers }: Deps,
  { sso, redirectUri, browser, next, loginId }: Departure,
): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  const begunAt = Date.now();
  const one: SsoTry = {
    merchantId: sso.merchantId,
    issuer: sso.issuer,
    next,
    begunAt,
    ...(loginId !== undefined && { loginId }),
  };
  const trip = tripOf({ redirectUri, browser, state }, one);
  const way = await issuers.wayTo(await clientOf(store, sso), trip);
  await store.ssoTries.begin(one, { state, browser }, begunAt + TRIP_MS);
  return way.href;
}

/** Somebody who has come back from an issuer. */
export interface Arrival {
  readonly merchantId: MerchantId;
  readonly redirectUri: string;
  readonly browser: string;
  readonly state: string;
  readonly query: string;
}

/** `lost`: nobody knows of this way, it was gone before, or it is over; `stranger`: nobody of this merchant is meant. */
export type Arrived =
  | {
      readonly as: 'user';
      readonly user: ProvedUser;
      readonly trip: SsoTry;
      readonly authenticatedAt: IssuedIdentity['authenticatedAt'];
    }
  | { readonly as: 'stranger'; readonly trip: SsoTry }
  | { readonly as: 'lost' };

/**
 * Who has come back. A way is gone once, by the browser that has begun it. The first time a person is known by the address of mail that
 * the issuer has verified, and from then on by what the issuer calls them. Throws `IssuerFault`.
 */
export async function arrival(
  { store, issuers }: Deps,
  { merchantId: id, redirectUri, browser, state, query }: Arrival,
): Promise<Arrived> {
  const trip = await store.ssoTries.take(id, { state, browser }, Date.now());
  const sso = await singleSignOnOf(store, id);
  if (!trip || sso?.issuer !== trip.issuer) return { as: 'lost' };
  const identity = await issuers.identity(
    await clientOf(store, sso),
    tripOf({ redirectUri, browser, state }, trip),
    query,
  );
  const username = await usernameOf(store, sso, identity);
  const found = username === undefined ? undefined : await store.users.findSecret(username);
  const isTheirs = found?.user.merchantId === id;
  if (!isTheirs || !found.user.active || found.user.service) return { as: 'stranger', trip };
  const user = { ...found.user, passwordSince: found.passwordSince };
  return { as: 'user', user, trip, authenticatedAt: identity.authenticatedAt };
}

/**
 * What a page says of what an issuer did, or that it cannot be asked, because the secret of its client cannot be opened; the log has
 * why. Throws whatever else it was.
 */
export function faultKindOf(
  { logger }: Pick<ApiDeps, 'logger'>,
  ctx: Context,
  error: unknown,
): IssuerFault['kind'] {
  const { requestId } = ctx.state;
  if (error instanceof UnopenableError) {
    logger.error({ requestId, err: error }, 'single sign-on has a secret that cannot be opened');
    return 'silent';
  }
  if (!(error instanceof IssuerFault)) throw error;
  logger.warn({ requestId, kind: error.kind, why: error.message }, 'single sign-on let nobody in');
  return error.kind;
}

async function usernameOf(
  { users, ssoLinks, accountLinks }: Pick<Store, 'users' | 'ssoLinks' | 'accountLinks'>,
  sso: SingleSignOn,
  { subject, email }: IssuedIdentity,
): Promise<string | undefined> {
  const account = { merchantId: sso.merchantId, issuer: sso.issuer, subject };
  const linked = await ssoLinks.find(account);
  if (linked !== undefined || email === undefined) return linked;
  const person = personOfEmail(await users.list(sso.merchantId), email);
  if (!person) return undefined;
  const { username } = person;
  // Whom another subject is linked with nobody takes over by an address of mail.
  if (!(await ssoLinks.add({ ...account, username }))) return ssoLinks.find(account);
  if (person.invited) {
    await users.acceptInvitation(sso.merchantId, username);
    await accountLinks.endAll(sso.merchantId, username);
  }
  return username;
}

async function clientOf(
  { singleSignOn }: Pick<Store, 'singleSignOn'>,
  sso: SingleSignOn,
): Promise<IssuerClient> {
  const secret = await singleSignOn.secret(sso.merchantId);
  if (secret === undefined) throw new TypeError('Single sign-on is kept without its secret.');
  return { ...sso, secret };
}

/** What has to come back is made of what only the browser holds, so it is kept nowhere. */
function tripOf(
  { redirectUri, browser, state }: Pick<Arrival, 'redirectUri' | 'browser' | 'state'>,
  { begunAt, loginId }: Pick<SsoTry, 'begunAt' | 'loginId'>,
): IssuerTrip {
  const made = (what: string) =>
    createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url');
  return {
    redirectUri,
    state,
    nonce: made('nonce'),
    verifier: made('verifier'),
    ...(loginId !== undefined && { anewSince: begunAt }),
  };
}
