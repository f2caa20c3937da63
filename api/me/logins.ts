import { isoUtc } from '../../domain/duration.ts';
import { isLoginOver, LOGIN_TIMES, type OfficeLogin } from '../../domain/office-login.ts';
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
    .map(({ id, createdAt, seenAt, browser, network }) => ({
      id,
      since: isoUtc(createdAt),
      last_seen: isoUtc(seenAt),
      browser,
      network,
      is_this: id === current?.id,
    }));
}
