import { linkIn } from '../domain/account-link.ts';
import { isOfAccount, type Notification } from '../domain/notification/notification.ts';
import type { Store } from '../store/index.ts';
import { staffLinesOf } from './staff-mails.ts';

export interface AccountLinkStores {
  readonly users: Pick<Store['users'], 'findSecret'>;
  readonly accountLinks: Pick<Store['accountLinks'], 'make'>;
}

/**
 * The link of a mail to a person about their account; nothing where its event has none, `untrue` where it should not be sent any more. Its
 * secret comes into being here and goes into the mail alone: what is kept is a hash. A mail that is written again has another one, and
 * the one before is worth nothing from then on (contract/logins#links).
 */
export function accountLinks({ users, accountLinks: links }: AccountLinkStores) {
  return async (
    found: Notification,
    officeUrl: string | undefined,
  ): Promise<URL | 'untrue' | undefined> => {
    const { event, merchantId, to, createdAt } = found;
    const link = isOfAccount(event) ? linkIn(event) : undefined;
    if (!link) return undefined;
    const username = new Map(staffLinesOf(found)).get('person') ?? '';
    const known = await users.findSecret(username);
    if (officeUrl === undefined || known?.user.merchantId !== merchantId) return 'untrue';
    const { active, email, invited = false } = known.user;
    // Who has chosen a password since it was asked for needs no link any more.
    const isWanted = link.kind === 'invitation' ? invited : known.passwordSince <= createdAt;
    if (!active || !to.includes(email) || !isWanted) return 'untrue';
    const until = Date.now() + link.lifeMs;
    const secret = await links.make({ merchantId, username, kind: link.kind }, until);
    return new URL(`${link.path}${secret}`, officeUrl);
  };
}
