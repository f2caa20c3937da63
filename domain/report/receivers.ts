import { permits, viewableTypes, type PermissionHolder } from '../permission.ts';
import type { User } from '../user.ts';
import { TRANSACTION_TYPES } from '../transaction/type.ts';
import { areAmong, contactsAmong } from './columns.ts';
import type { SchedulePlan } from './schedule.ts';
import type { ReportFilter } from './selection.ts';

/** To whom a report is sent, and what they get of it. */
export type Mailed = Pick<SchedulePlan, 'emails' | 'sentByMail' | 'filter' | 'layout'>;

interface Around {
  /** All users of the merchant. */
  readonly people: readonly User[];
  /** Addresses that get no more than somebody who might has had sent there before: see `keptReceivers`. */
  readonly kept?: readonly string[];
}

/**
 * The addresses to which this user may not have a report sent: a superuser may send anywhere, anybody else to the merchant's own
 * people who may have it.
 */
export function strangersAmong(
  mailed: Mailed,
  by: PermissionHolder,
  { people, kept = [] }: Around,
): readonly string[] {
  if (by.superuser) return [];
  const known = people.filter((one) => mayHave(one, mailed)).map(({ email }) => email);
  const allowed = new Set([...known, ...kept].map((email) => email.toLowerCase()));
  return mailed.emails.filter((email) => !allowed.has(email.toLowerCase()));
}

/**
 * Who is mailed now: all addresses but those of people of the merchant who may not have it (any more). What belongs to nobody of
 * the merchant stays.
 */
export function receiversNow(mailed: Mailed, people: readonly User[]): readonly string[] {
  return mailed.emails.filter((email) => {
    const owners = people.filter((one) => one.email.toLowerCase() === email.toLowerCase());
    return owners.length === 0 || owners.some((one) => mayHave(one, mailed));
  });
}

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

/**
 * Whether somebody is let in, may read reports and look at all that is in this one; also at how customers are reached, where that
 * is in the mail.
 */
function mayHave(user: User, { filter, layout, sentByMail }: Mailed): boolean {
  const { types = TRANSACTION_TYPES } = filter;
  const seen = viewableTypes(user);
  const hasContacts = sentByMail === true && contactsAmong(layout.columns).length > 0;
  return (
    user.active &&
    permits(user, 'report.can_view_report') &&
    types.every((type) => seen.includes(type)) &&
    (!hasContacts || permits(user, 'customer.view'))
  );
}
