import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  SignJWT,
  type JWTVerifyGetKey,
} from 'jose';
import { randomUUID } from 'node:crypto';
import { merchantId } from '../../domain/ids.ts';
import type { User } from '../../domain/user.ts';
import type { UserStore } from '../../store/users.ts';
import type { ProvedUser } from './passwords.ts';
import { RequestError } from '../middleware/errors.ts';
import { SIGNING_ALGORITHM, type Signing } from './signing.ts';

/** How long an access token is good, in seconds. */
export const ACCESS_SECONDS = 300;
/** By so many seconds the clocks of others may differ from ours. */
const SKEW_SECONDS = 30;
const AUDIENCE = 'sarraf';

/** An issuer of tokens that is not ours and is believed for one merchant. */
export interface OutsideIssuer {
  /** As it stands in `iss`, letter by letter. */
  readonly issuer: string;
  readonly jwksUrl: string;
  /** What must stand in `aud`: tokens of this issuer for others are not for us. */
  readonly audience: string;
  readonly merchant: string;
  /** What `X-Service-ID` must say, when it is sent. */
  readonly realm: string;
  readonly algorithms: readonly string[];
}

export interface Tokens {
  /** A new access token for a user, which ends with the password that was right. */
  readonly issue: (user: ProvedUser, clientId: string) => Promise<string>;
  /**
   * The user whom a token names: ours, or one of an outside issuer. Nothing when it is not signed by somebody we
   * believe, for us, now, or when the user is not active. Throws 503 when an outside issuer's keys cannot be had.
   */
  readonly userOf: (token: string, serviceId: string) => Promise<User | undefined>;
}

export interface TokenDeps {
  readonly signing: Signing;
  readonly users: Pick<UserStore, 'findSecret'>;
  readonly publicUrl: string;
  readonly outside: readonly OutsideIssuer[];
}

interface Trusted extends Pick<OutsideIssuer, 'merchant' | 'realm' | 'audience' | 'algorithms'> {
  readonly issuer: string;
  readonly key: JWTVerifyGetKey;
  readonly isOurs: boolean;
}

export function tokens({ signing, users, publicUrl, outside }: TokenDeps): Tokens {
  const strangers = new Map(
    outside.map((one): [string, Trusted] => [
      one.issuer,
      { ...one, isOurs: false, key: createRemoteJWKSet(new URL(one.jwksUrl)) },
    ]),
  );
  const realms = new URL('/auth/realms/', publicUrl).href;

  function trusted(issuer: string): Trusted | undefined {
    const realm = issuer.startsWith(realms) ? merchantId(issuer.slice(realms.length)) : undefined;
    if (realm === undefined) return strangers.get(issuer);
    return {
      issuer,
      key: signing.publicKey,
      merchant: realm,
      realm,
      audience: AUDIENCE,
      algorithms: [SIGNING_ALGORITHM],
      isOurs: true,
    };
  }

  return {
    issue: async ({ merchantId: realm, id, username, passwordSince }, clientId) => {
      const { kid, key } = await signing.current();
      return new SignJWT({
        preferred_username: username,
        azp: clientId,
        password_since: passwordSince,
      })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(`${realms}${realm}`)
        .setAudience(AUDIENCE)
        .setSubject(`${realm}:${id}`)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_SECONDS}s`)
        .sign(key);
    },

    userOf: async (token, serviceId) => {
      const issuer = trusted(issuerOf(token));
      if (!issuer || (serviceId !== '' && serviceId !== issuer.realm)) return undefined;
      const claims = await claimsOf(token, issuer);
      if (!claims) return undefined;
      const found = await users.findSecret(claims.username);
      if (!found?.user.active || found.user.merchantId !== issuer.merchant) return undefined;
      // A new password ends what the old one opened, also what it opened a moment later.
      const isOlder = claims.passwordSince !== found.passwordSince;
      return issuer.isOurs && isOlder ? undefined : found.user;
    },
  };
}

/** Unverified: it only says whose keys to try. */
function issuerOf(token: string): string {
  try {
    const { iss }: { readonly iss?: unknown } = decodeJwt(token);
    return typeof iss === 'string' ? iss : '';
  } catch {
    return '';
  }
}

async function claimsOf(
  token: string,
  { issuer, audience, algorithms, key, isOurs }: Trusted,
): Promise<{ readonly username: string; readonly passwordSince: unknown } | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: [...algorithms],
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['exp', 'iat', 'preferred_username'],
    });
    const { preferred_username: username, password_since: passwordSince } = payload;
    return typeof username === 'string' ? { username, passwordSince } : undefined;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw !isOurs && isOutage(error)
      ? new RequestError(
          503,
          'unavailable',
          'The keys of the issuer of this token cannot be had right now. Try again; it is safe.',
          { 'Retry-After': '5' },
        )
      : error;
  }
}

/** The token is wrong. What else goes wrong is no word about the token. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}

/** The issuer was silent, answered nonsense, or could not be reached, of which `fetch` says TypeError. */
function isOutage(error: unknown): boolean {
  return error instanceof errors.JOSEError || error instanceof TypeError;
}
