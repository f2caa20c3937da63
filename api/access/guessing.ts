import { isoUtc } from '../../domain/duration.ts';
import type { Limits } from '../limits/limits.ts';
import { tellPerson, type TellDeps } from './tell-person.ts';

/**
 * Writes to the person of a user name for which there were too many wrong passwords (contract/logins#guessing), once in the time of its
 * limit. To be called where nobody waits: what is done differs for a name that there is.
 */
export async function warnOfGuessing(
  { limits, ...deps }: TellDeps & { readonly limits: Pick<Limits, 'guessingMail'> },
  { username, network }: { readonly username: string; readonly network: string },
): Promise<void> {
  const user = (await deps.store.users.findSecret(username))?.user;
  if (!user?.active || user.service) return;
  const { isOver } = await limits.guessingMail.take(`${user.merchantId}:${user.id}`);
  if (isOver) return;
  await tellPerson(deps, user, 'wrong-passwords', [
    ['time', isoUtc(Date.now())],
    ['network', network],
  ]);
}
