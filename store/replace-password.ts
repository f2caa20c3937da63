import type { User } from '../domain/user.ts';
import type { Store } from './index.ts';

/** Gives a user another password: all their logins, tokens and links end with the old one (contract/logins#passwords). */
export async function replacePassword(
  { users, officeLogins, accountLinks }: Pick<Store, 'users' | 'officeLogins' | 'accountLinks'>,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
  password: string,
): Promise<void> {
  await users.setPassword(merchantId, username, password);
  await officeLogins.endAll(merchantId, username);
  await accountLinks.endAll(merchantId, username);
}
