import { permits, viewableTypes, type PermissionHolder } from '../permission.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { User } from '../user.ts';

interface Sending {
  /** Of the transactions in the report. */
  readonly types: readonly TransactionType[];
  /** All users of the merchant. */
  readonly people: readonly User[];
  /** Addresses that somebody has given before who might. */
  readonly kept?: readonly string[];
}

/**
 * The addresses to which this user may not have a report sent: a superuser may send anywhere, anybody else to the merchant's own
 * people who may read reports and look at all that is in this one.
 */
export function strangersAmong(
  emails: readonly string[],
  by: PermissionHolder,
  { types, people, kept = [] }: Sending,
): readonly string[] {
  if (by.superuser) return [];
  const known = people.filter((one) => mayHave(one, types)).map(({ email }) => email);
  const allowed = new Set([...known, ...kept].map((email) => email.toLowerCase()));
  return emails.filter((email) => !allowed.has(email.toLowerCase()));
}

function mayHave(user: User, types: readonly TransactionType[]): boolean {
  const seen = viewableTypes(user);
  return (
    user.active &&
    permits(user, 'report.can_view_report') &&
    types.every((type) => seen.includes(type))
  );
}
