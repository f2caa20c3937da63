import type { User } from '../../domain/user.ts';
import { endLogins } from '../../store/end-logins.ts';
import type { ApiDeps } from '../deps.ts';
import { tellPersonLater } from '../access/tell-person.ts';

/** What follows when a person has set up a second factor: their logins end, but for the one that `stays`, and they are told. */
export async function secondFactorSet(deps: ApiDeps, user: User, stays?: string): Promise<void> {
  await endLogins(deps.store, user, stays);
  tellPersonLater(deps, user, 'second-factor-set');
}
