import { isoUtc } from '../../domain/duration.ts';
import { isLoginOver, type OfficeLogin } from '../../domain/office-login.ts';
import type { User } from '../../domain/user.ts';
import type { ApiDeps } from '../deps.ts';

/** The logins of a person's browsers that can still be used, newest first; `current` is the one that asks. */
export async function loginsOf(
  { store }: Pick<ApiDeps, 'store'>,
  user: User,
  current?: OfficeLogin,
) {
  const now = Date.now();
  const all = await store.officeLogins.list(user.merchantId, user.username);
  return all
    .filter((one) => !one.isHalf && !isLoginOver(one, user, now))
    .map(({ id, createdAt, seenAt, browser, network }) => ({
      id,
      since: isoUtc(createdAt),
      last_seen: isoUtc(seenAt),
      browser,
      network,
      is_this: id === current?.id,
    }));
}
