import { isoUtc } from '../../domain/duration.ts';
import type { User } from '../../domain/user.ts';
import { tellPerson, type TellDeps } from './tell-person.ts';
import { programsNeedSso } from './single-sign-on.ts';
import type { LoginPlace } from './office-logins.ts';

/**
 * Writes to all superusers of a merchant whose people log in by single sign-on alone when somebody has come in by a password all the same
 * (contract/logins#single-sign-on). Nobody waits for it.
 */
export function noteEmergency(
  deps: TellDeps,
  user: User,
  { network, browser }: Pick<LoginPlace, 'network' | 'browser'>,
): void {
  const { store, drain, logger } = deps;
  drain.hold(note()).catch((error: unknown) => {
    logger.error({ err: error }, 'superusers were not told of a login in an emergency');
  });

  async function note(): Promise<void> {
    if (!(await programsNeedSso(store, user))) return;
    const all = await store.users.list(user.merchantId);
    const told = all.filter(({ superuser, active, service }) => superuser && active && !service);
    for (const one of told)
      await tellPerson(deps, one, 'emergency-login', [
        ['by', user.username],
        ['time', isoUtc(Date.now())],
        ['browser', browser],
        ['network', network],
      ]);
  }
}
