import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Login } from '../../store/logins.ts';
import type { Store } from '../../store/index.ts';
import type { ProvedUser } from '../access/passwords.ts';
import { mustSetUpFactor } from '../access/required-factor.ts';
import { programsNeedSso } from '../access/single-sign-on.ts';

/** How long one refresh token is good, in seconds. */
export const REFRESH_SECONDS = 30 * 60;
/** After so long somebody has to log in again, however often they renewed. */
const LOGIN_MS = 10 * 60 * 60 * 1000;

export type Renewal =
  | { readonly step: 'renewed'; readonly user: ProvedUser; readonly refreshToken: string }
  | { readonly step: 'refused' }
  /** The token was used before: it is in two hands, so the login has ended for both (RFC 9700, 4.14.2). */
  | { readonly step: 'reused'; readonly login: Login };

type Stores = Pick<Store, 'logins' | 'users' | 'singleSignOn' | 'merchants'>;

/** Begins a login and gives its first refresh token: `<family>.<secret>`. */
export async function beginLogin(
  { logins }: Stores,
  user: ProvedUser,
  clientId: string,
): Promise<string> {
  const now = Date.now();
  const family = randomUUID();
  const secret = newSecret();
  await logins.begin({
    family,
    merchantId: user.merchantId,
    username: user.username,
    clientId,
    hash: hashOf(secret),
    createdAt: now,
    passwordSince: user.passwordSince,
    ...(user.secondFactor && { secondFactor: true }),
    renewableUntil: now + REFRESH_SECONDS * 1000,
    endsAt: now + LOGIN_MS,
    revoked: false,
  });
  return `${family}.${secret}`;
}

/**
 * Gives the next refresh token for one that has not been used, from the client that logged in, of an active user. `begin`: what has to
 * be kept before anything changes.
 */
export async function renew(
  { logins, users, singleSignOn, merchants }: Stores,
  token: string,
  {
    realm,
    clientId,
    begin,
  }: { readonly realm: string; readonly clientId: string; readonly begin: () => Promise<void> },
): Promise<Renewal> {
  const [family = '', secret = ''] = token.split('.');
  const login = await logins.find(family);
  if (!login || login.merchantId !== realm || login.clientId !== clientId || login.revoked)
    return { step: 'refused' };
  await begin();
  const now = Date.now();
  const next = newSecret();
  const isYoungest =
    timingSafeEqual(Buffer.from(hashOf(secret), 'hex'), Buffer.from(login.hash, 'hex')) &&
    (await logins.renew(login, {
      hash: hashOf(next),
      renewableUntil: now + REFRESH_SECONDS * 1000,
    }));
  if (!isYoungest) {
    await logins.revoke(family);
    return { step: 'reused', login };
  }
  const found = await users.findSecret(login.username);
  const isOver = now > Math.min(login.renewableUntil, login.endsAt);
  // Not by when it began: a password can change between its being right and the login.
  const isAsBefore =
    found?.passwordSince === login.passwordSince &&
    (login.secondFactor === true || !found.user.secondFactor) &&
    !(await mustSetUpFactor({ merchants }, found.user)) &&
    !(await programsNeedSso({ singleSignOn }, login));
  if (!found?.user.active || !isAsBefore || isOver) {
    await logins.revoke(family);
    return { step: 'refused' };
  }
  const user = { ...found.user, passwordSince: found.passwordSince };
  return { step: 'renewed', user, refreshToken: `${family}.${next}` };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
