import { createHash } from 'node:crypto';
import { Refusal, type Facts } from '../../domain/refusal.ts';
import type { User } from '../../domain/user.ts';

/** What of a user administrators see and change; the same as long as all of it is. */
export function userVersion(user: User): string {
  const { firstName, lastName, language, active, superuser, permissions } = user;
  const seen = JSON.stringify([firstName, lastName, language, active, superuser, permissions]);
  return createHash('sha256').update(seen, 'utf8').digest('base64url').slice(0, 22);
}

/** The answer to who changes what they have not seen; `user` is how they are now. */
export function otherUser(user: Facts): Refusal {
  return new Refusal(
    'version_conflict',
    'Somebody has changed this user since they were shown, and nothing of yours was changed. See how they are now, then send it with the new version.',
    undefined,
    { user },
  );
}
