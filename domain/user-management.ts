import { permits, type Permission, type PermissionHolder } from './permission.ts';
import { Refusal } from './refusal.ts';
import type { User } from './user.ts';

/**
 * Throws where somebody may not switch another person off or on, or end their logins: nobody decides about themselves, and about a
 * superuser only another one does, so that one is always left (contract/logins#others).
 */
export function refuseUnlessManages(who: User, other: User): void {
  if (who.id === other.id)
    throw new Refusal('forbidden', 'This is yourself. Ask another administrator.');
  if (other.superuser && !who.superuser)
    throw new Refusal('forbidden', 'This is a superuser, about whom only a superuser decides.');
}

/** What somebody gives to another person, or takes from them. */
export interface GivenRights {
  readonly superuser?: boolean | undefined;
  readonly permissions?: readonly Permission[] | undefined;
}

/** Throws where somebody would give what they do not have themselves: only superusers make superusers (contract/logins#others). */
export function refuseUnlessGives(
  who: PermissionHolder,
  { superuser, permissions = [] }: GivenRights,
  before: PermissionHolder = { superuser: false, permissions: [] },
): void {
  if (superuser && !before.superuser && !who.superuser)
    throw new Refusal('forbidden', 'Only a superuser makes superusers.');
  const missing = permissions.filter(
    (one) => !before.permissions.includes(one) && !who.superuser && !permits(who, one),
  );
  if (missing.length > 0)
    throw new Refusal('forbidden', `You do not have this yourself: ${missing.join(', ')}.`);
}
