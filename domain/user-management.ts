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
