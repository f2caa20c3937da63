import { createHmac, randomBytes } from 'node:crypto';
import type { User } from '../../domain/user.ts';
import { isPassword } from '../../store/password.ts';
import type { UserStore, UserWithSecret } from '../../store/users.ts';

/** For so long a password that was right is not computed again: argon2 is slow on purpose, and Basic sends it each time. */
const REMEMBERED_MS = 60_000;
/** So many are remembered at most; the oldest go first. */
const REMEMBERED = 1000;

/** A user whose password was right, and since when they have had this one: what it opens ends with it, however long opening takes. */
export type ProvedUser = User & Pick<UserWithSecret, 'passwordSince'>;

/** Gives the user whose name and password these are, if that is one whom it lets in; else nothing, after as long a time, however often it is asked. */
export type ByPassword = (
  username: string,
  password: string,
  isLetIn: (user: User) => boolean,
) => Promise<UserWithSecret | undefined>;

export function byPassword(
  { findSecret }: Pick<UserStore, 'findSecret'>,
  isRight = isPassword,
): ByPassword {
  // Under a key of this process's own, so that a dump of its memory has no hash that can be guessed quickly elsewhere.
  const secret = randomBytes(32);
  const right = new Map<string, { readonly hash: string; readonly until: number }>();

  return async (username, password, isLetIn) => {
    const found = await findSecret(username);
    const mark = createHmac('sha256', secret)
      .update(JSON.stringify([username, password]))
      .digest('base64');
    const known = right.get(mark);
    // Another password since then has another hash, so nothing old is believed.
    if (
      found &&
      known?.hash === found.passwordHash &&
      known.until > Date.now() &&
      isLetIn(found.user)
    )
      return found;
    // Who is not let in is not remembered: that a second try is quick would tell that the password is right.
    if (!(await isRight(password, found?.passwordHash)) || !found || !isLetIn(found.user))
      return undefined;
    right.delete(mark);
    right.set(mark, { hash: found.passwordHash, until: Date.now() + REMEMBERED_MS });
    const [oldest] = right.keys();
    if (right.size > REMEMBERED && oldest !== undefined) right.delete(oldest);
    return found;
  };
}
