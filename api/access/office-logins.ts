import { randomUUID } from 'node:crypto';
import { isLoginOver, OFFICE_LOGIN_LIFE_MS, type OfficeLogin } from '../../domain/office-login.ts';
import type { User } from '../../domain/user.ts';
import type { OfficeLoginStore } from '../../store/office-logins.ts';
import type { UserStore } from '../../store/users.ts';
import type { LoggedIn } from './asked-for.ts';
import { loginHash, newLoginSecret } from './login-cookie.ts';

/** Where somebody logs in. */
export type LoginPlace = Pick<OfficeLogin, 'browser' | 'network' | 'language'>;

/** The logins of the office, by what their browsers hold. */
export interface OfficeLogins {
  /** A new login; what its cookie holds from now on. */
  readonly begin: (user: User, place: LoginPlace) => Promise<string>;
  /**
   * Who is logged in. Nobody when the login is unknown or over, when the person may not log in any more, or when their password has
   * changed since. Looking is using it, unless a page has looked by itself.
   */
  readonly of: (secret: string, by?: 'itself') => Promise<LoggedIn | undefined>;
  readonly end: (secret: string) => Promise<void>;
}

/** A login that was used so lately is not written again. */
const SEEN_EVERY_MS = 30_000;

export function officeLoginsOn(
  {
    officeLogins,
    users,
  }: {
    readonly officeLogins: Pick<OfficeLoginStore, 'begin' | 'find' | 'see' | 'end'>;
    readonly users: Pick<UserStore, 'findSecret'>;
  },
  now = Date.now,
): OfficeLogins {
  return {
    begin: async ({ merchantId, username }, place) => {
      const secret = newLoginSecret();
      const at = now();
      const times = { createdAt: at, seenAt: at, endsAt: at + OFFICE_LOGIN_LIFE_MS };
      const login = { id: randomUUID(), merchantId, username, ...times, ...place };
      await officeLogins.begin(login, loginHash(secret));
      return secret;
    },

    of: async (secret, by) => {
      const hash = loginHash(secret);
      const login = await officeLogins.find(hash);
      if (!login) return undefined;
      const found = await users.findSecret(login.username);
      const isTheirs = found?.user.merchantId === login.merchantId;
      if (!found?.user.active || found.user.service || !isTheirs) return undefined;
      const at = now();
      if (found.passwordSince > login.createdAt || isLoginOver(login, found.user, at))
        return undefined;
      if (by !== 'itself' && at - login.seenAt >= SEEN_EVERY_MS) await officeLogins.see(hash, at);
      return { user: found.user, login };
    },

    end: (secret) => officeLogins.end(loginHash(secret)),
  };
}
