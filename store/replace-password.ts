import type { User } from '../domain/user.ts';
import { endLogins } from './end-logins.ts';
import type { Store } from './index.ts';

/**
 * Gives a user another password: all their logins, tokens and links end with the old one (contract/logins#passwords). False, and nothing
 * is done, when there is no such user, or where `isAllowed` says no just before it is written.
 */
export async function replacePassword(
  stores: Pick<Store, 'users' | 'officeLogins' | 'logins' | 'accountLinks'>,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
  password: string,
  isAllowed?: () => Promise<boolean>,
): Promise<boolean> {
  if (!(await stores.users.setPassword(merchantId, username, password, isAllowed))) return false;
  await endLogins(stores, { merchantId, username });
  await stores.accountLinks.endAll(merchantId, username);
  return true;
}
