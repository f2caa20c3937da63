import { isoUtc } from '../../domain/duration.ts';
import type { User } from '../../domain/user.ts';
import { tellPerson, type TellDeps } from './tell-person.ts';
import type { LoginPlace } from './office-logins.ts';

/**
 * Writes to somebody who has logged in from a network with a browser that they were not seen with before, except the very first time
 * (contract/logins#mails). Nobody waits for it.
 */
export function noteLogin(
  deps: TellDeps,
  user: User,
  { network, browser }: Pick<LoginPlace, 'network' | 'browser'>,
): void {
  const { store, drain, logger } = deps;
  drain.hold(note()).catch((error: unknown) => {
    logger.error({ err: error }, 'where somebody has logged in was not noted');
  });

  async function note(): Promise<void> {
    const now = Date.now();
    const { merchantId, username } = user;
    const before = await store.loginPlaces.see({ merchantId, username, network, browser }, now);
    if (before !== 'new') return;
    await tellPerson(deps, user, 'new-login', [
      ['time', isoUtc(now)],
      ['browser', browser],
      ['network', network],
    ]);
  }
}
