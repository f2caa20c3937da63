import type { User } from '../domain/user.ts';
import { endLogins } from './end-logins.ts';
import type { Store } from './index.ts';

/** Gives a user another password: all their logins, tokens and links end with the old one (contract/logins#passwords). */
export async function replacePassword(
  stores: Pick<Store, 'users' | 'officeLogins' | 'logins' | 'accountLinks'>,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
  password: string,
): Promise<void> {
  await stores.users.setPassword(merchantId, username, password);
  await endLogins(stores, { merchantId, username });
  await stores.accountLinks.endAll(merchantId, username);
}
