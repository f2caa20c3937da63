import type { User } from '../domain/user.ts';
import type { Store } from './index.ts';

/** Ends a person's logins: those of browsers at once, but for the one that `stays`, and refresh tokens are renewed no more. */
export async function endLogins(
  { officeLogins, logins }: Pick<Store, 'officeLogins' | 'logins'>,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
  stays?: string,
): Promise<void> {
  await officeLogins.endAll(merchantId, username, stays);
  await logins.revokeAll(merchantId, username);
}
