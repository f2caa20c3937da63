import { randomUUID } from 'node:crypto';
import {
  HALF_LOGIN_MS,
  isLoginOver,
  SETTING_UP_MS,
  LOGIN_TIMES,
  type OfficeLogin,
} from '../../domain/office-login.ts';
import { lacksSecondFactor } from '../../domain/second-factor-rule.ts';
import { admitsLogin } from '../../domain/single-sign-on.ts';
import type { MerchantStore } from '../../store/merchants.ts';
import type { OfficeLoginStore } from '../../store/office-logins.ts';
import type { SingleSignOnStore } from '../../store/single-sign-on.ts';
import type { UserStore } from '../../store/users.ts';
import type { LoggedIn } from './asked-for.ts';
import { loginHash, newLoginSecret, renewedLoginSecret } from './login-cookie.ts';
import type { ProvedUser } from './passwords.ts';

/** Where somebody logs in. */
export type LoginPlace = Pick<OfficeLogin, 'browser' | 'network' | 'language'>;

/** Half a login, one by the single sign-on of an issuer, or one by a recovery code. */
export type LoginKind =
  | 'half'
  | { readonly issuer: string; readonly authenticatedAt: number | undefined }
  | { readonly recoveryCode: true };

/** The logins of the office, by what their browsers hold. */
export interface OfficeLogins {
  /**
   * A new login of whose password was right, or whom an issuer has let in; what its cookie holds from now on. It is only half of one
   * while the second factor has not been shown, or set up where it has to be.
   */
  readonly begin: (user: ProvedUser, place: LoginPlace, as?: LoginKind) => Promise<string>;
  /**
   * Who is logged in. Nobody when the login is unknown, half or over, when the person may not log in any more, or when their
   * password is not the one that it began with, or they have a second factor that was not shown in it or lack one that their merchant asks for, or when the way by which it began is none any more (contract/logins#single-sign-on). Looking is using it, unless a page has looked by itself.
   */
  readonly of: (secret: string, by?: 'itself') => Promise<LoggedIn | undefined>;
  /** Whose password was right a moment ago, and whose second factor has not been shown, or set up, yet. */
  readonly halfOf: (secret: string) => Promise<LoggedIn | undefined>;
  /**
   * The person whose browser holds `secret` has shown once more who they are, in this login, or set up a second factor in it. Gives
   * what the cookie holds from now on, so that no copy of it has shown that, too; nothing when the login has ended meanwhile.
   */
  readonly renew: (
    login: OfficeLogin,
    secret: string,
    shown: 'step-up' | 'second-factor',
  ) => Promise<string | undefined>;
  readonly end: (secret: string) => Promise<void>;
}

/**
 * So long the value before is good after another one was given: for what other tabs are sending, and for a form that was pressed
 * twice, whose first answer, and the cookie with it, the browser throws away. They can still show the next code of their authenticator then.
 */
const FORMER_MS = 120_000;

/** A login that was used so lately is not written again. */
const SEEN_EVERY_MS = 30_000;

export function officeLoginsOn(
  {
    officeLogins,
    users,
    singleSignOn,
    merchants,
  }: {
    readonly officeLogins: Pick<OfficeLoginStore, 'begin' | 'find' | 'see' | 'renew' | 'end'>;
    readonly users: Pick<UserStore, 'findSecret'>;
    readonly singleSignOn: Pick<SingleSignOnStore, 'find'>;
    readonly merchants: Pick<MerchantStore, 'find'>;
  },
  now = Date.now,
  { idleMs, lifeMs } = LOGIN_TIMES,
): OfficeLogins {
  async function living(secret: string): Promise<LoggedIn | undefined> {
    const login = await officeLogins.find(loginHash(secret), now());
    if (!login) return undefined;
    const found = await users.findSecret(login.username);
    const isTheirs = found?.user.merchantId === login.merchantId;
    if (!found?.user.active || found.user.service || !isTheirs) return undefined;
    // Not by when it began: a password can change between its being right and the login.
    if (found.passwordSince !== login.passwordSince) return undefined;
    if (found.user.secondFactor && !login.secondFactor) return undefined;
    if (isLoginOver(login, found.user, { now: now(), idleMs })) return undefined;
    if (!admitsLogin(await singleSignOn.find(login.merchantId), login, found.user))
      return undefined;
    return { user: found.user, login };
  }

  /** What an issuer has let in has shown the issuer's factor. */
  async function isWithoutFactor({ user, login }: LoggedIn): Promise<boolean> {
    if (login.issuer !== undefined) return false;
    const merchant = await merchants.find(user.merchantId);
    return lacksSecondFactor(merchant?.secondFactor, user);
  }

  return {
    begin: async ({ merchantId, username, passwordSince, secondFactor }, place, as) => {
      const secret = newLoginSecret();
      const at = now();
      const halfMs = secondFactor ? HALF_LOGIN_MS : SETTING_UP_MS;
      const endsAt = at + (as === 'half' ? halfMs : lifeMs);
      const times = { createdAt: at, seenAt: at, endsAt };
      const by = { passwordSince, ...(secondFactor && { secondFactor }) };
      const login = {
        id: randomUUID(),
        merchantId,
        username,
        ...by,
        ...times,
        ...place,
        ...shown(as, at),
      };
      await officeLogins.begin(login, loginHash(secret));
      return secret;
    },

    of: async (secret, by) => {
      const person = await living(secret);
      if (!person || person.login.isHalf || (await isWithoutFactor(person))) return undefined;
      const at = now();
      if (by !== 'itself' && at - person.login.seenAt >= SEEN_EVERY_MS)
        await officeLogins.see(loginHash(secret), at);
      return person;
    },

    halfOf: async (secret) => {
      const person = await living(secret);
      return person?.login.isHalf ? person : undefined;
    },

    renew: async (login, secret, how) => {
      const renewed = renewedLoginSecret(secret);
      const at = now();
      const isKept = await officeLogins.renew(
        login,
        {
          hash: loginHash(renewed),
          formerHash: loginHash(secret),
          formerUntil: at + FORMER_MS,
        },
        how === 'step-up' ? { steppedUpAt: at } : { secondFactor: true },
      );
      return isKept ? renewed : undefined;
    },

    end: (secret) => officeLogins.end(loginHash(secret), now()),
  };
}

/** What somebody has shown who logs in at `at`. An issuer may let them in without asking: what counts is when they have logged in there. */
function shown(as: LoginKind | undefined, at: number) {
  if (as === 'half') return { isHalf: true };
  if (!as || !('issuer' in as)) return { steppedUpAt: at, ...as };
  const { issuer, authenticatedAt } = as;
  return {
    issuer,
    ...(authenticatedAt !== undefined && { steppedUpAt: Math.min(authenticatedAt, at) }),
  };
}
