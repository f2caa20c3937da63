import { isoUtc } from '../../domain/duration.ts';
import { isLoginOver, LOGIN_TIMES, loginWay, type OfficeLogin } from '../../domain/office-login.ts';
import type { User } from '../../domain/user.ts';
import type { ApiDeps } from '../deps.ts';

/** The logins of a person's browsers that can still be used, newest first; `current` is the one that asks. */
export async function loginsOf(
  { store, office }: Pick<ApiDeps, 'store' | 'office'>,
  user: User,
  current?: OfficeLogin,
) {
  const { idleMs } = office?.times ?? LOGIN_TIMES;
  const now = Date.now();
  const all = await store.officeLogins.list(user.merchantId, user.username);
  return all
    .filter((one) => !one.isHalf && !isLoginOver(one, user, { now, idleMs }))
    .map((login) => ({
      id: login.id,
      since: isoUtc(login.createdAt),
      last_seen: isoUtc(login.seenAt),
      browser: login.browser,
      network: login.network,
      how: loginWay(login),
      is_this: login.id === current?.id,
    }));
}
