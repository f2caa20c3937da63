import type { Merchant } from '../../domain/merchant.ts';
import type { User } from '../../domain/user.ts';
import { replacePassword } from '../../store/replace-password.ts';
import { normalizedPassword, passwordFault } from './password-rules.ts';

type Stores = Parameters<typeof replacePassword>[0];

/** What is wrong with the password that a person has chosen, or how it is kept in the place of the old one. */
export function choosePassword(
  user: User,
  merchant: Pick<Merchant, 'name'> | undefined,
  typed: string,
):
  | { readonly fault: string }
  | { readonly keep: (stores: Stores, isAllowed?: () => Promise<boolean>) => Promise<boolean> } {
  const { username, email, firstName, lastName } = user;
  const password = normalizedPassword(typed);
  const fault = passwordFault(password, {
    hasSecondFactor: user.secondFactor ?? false,
    known: [username, email, merchant?.name, firstName, lastName].filter(
      (name) => name !== undefined,
    ),
  });
  if (fault !== undefined) return { fault };
  return { keep: (stores, isAllowed) => replacePassword(stores, user, password, isAllowed) };
}
