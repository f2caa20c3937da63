import { permits, viewableTypes, type PermissionHolder } from '../permission.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { User } from '../user.ts';
import { areAmong } from './columns.ts';
import type { SchedulePlan } from './schedule.ts';
import type { ReportFilter } from './selection.ts';

interface Sending {
  /** Of the transactions in the report. */
  readonly types: readonly TransactionType[];
  /** All users of the merchant. */
  readonly people: readonly User[];
  /** Addresses that get no more than somebody who might has had sent there before: see `keptReceivers`. */
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

type Mailed = Pick<SchedulePlan, 'emails' | 'sentByMail' | 'filter' | 'layout'>;

/**
 * The addresses of a schedule that get nothing of customers by its next plan which they do not get by the one before: they are only
 * told, or already had the file with all of its columns, of all of its plugins.
 */
export function keptReceivers(before: Mailed, next: Mailed): readonly string[] {
  const isNoMore =
    !next.sentByMail ||
    (before.sentByMail === true &&
      areAmong(next.layout.columns, before.layout.columns) &&
      isWithin(next.filter, before.filter));
  return isNoMore ? before.emails : [];
}

/** A filter that names no plugin is of all of them. */
function isWithin({ plugins }: ReportFilter, { plugins: others }: ReportFilter): boolean {
  return !others || (plugins !== undefined && plugins.every((one) => others.includes(one)));
}

function mayHave(user: User, types: readonly TransactionType[]): boolean {
  const seen = viewableTypes(user);
  return (
    user.active &&
    permits(user, 'report.can_view_report') &&
    types.every((type) => seen.includes(type))
  );
}
