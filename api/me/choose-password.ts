import type { Merchant } from '../../domain/merchant.ts';
import type { User } from '../../domain/user.ts';
import type { Store } from '../../store/index.ts';
import { normalizedPassword, passwordFault } from './password-rules.ts';

type Stores = Pick<Store, 'users' | 'officeLogins' | 'accountLinks'>;

/**
 * What is wrong with the password that a person has chosen, or how it is kept: all their logins, tokens and links end with the old one
 * (contract/logins#passwords).
 */
export function choosePassword(
  user: User,
  merchant: Pick<Merchant, 'name'> | undefined,
  typed: string,
): { readonly fault: string } | { readonly keep: (stores: Stores) => Promise<void> } {
  const { merchantId, username, email, firstName, lastName } = user;
  const password = normalizedPassword(typed);
  const fault = passwordFault(password, {
    hasSecondFactor: user.secondFactor ?? false,
    known: [username, email, merchant?.name, firstName, lastName].filter(
      (name) => name !== undefined,
    ),
  });
  if (fault !== undefined) return { fault };
  return {
    keep: async ({ users, officeLogins, accountLinks }) => {
      await users.setPassword(merchantId, username, password);
      await officeLogins.endAll(merchantId, username);
      await accountLinks.endAll(merchantId, username);
    },
  };
}
