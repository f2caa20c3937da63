import type { AccountLink, AccountLinkKind } from '../../domain/account-link.ts';
import type { User } from '../../domain/user.ts';
import type { Store } from '../../store/index.ts';
import type { Limits } from '../limits/limits.ts';
import { throttled } from '../limits/spend.ts';
import { choosePassword } from './choose-password.ts';
import { tellPersonLater, tellPerson, type TellDeps } from './tell-person.ts';

export interface AccountLinkDeps extends TellDeps {
  readonly limits: Pick<Limits, 'reset' | 'resetAccount'>;
}

/**
 * Writes to the person of a user name with a link to a new password. Who asks learns nothing of whether there is one: the answer and its
 * time are the same. Throws 429 after too many from one network of addresses (contract/logins#links).
 */
export async function askReset(
  deps: AccountLinkDeps,
  { from, username }: { readonly from: string; readonly username: string },
): Promise<void> {
  const { store, limits, drain, logger } = deps;
  const standing = await limits.reset.take(from);
  if (standing.isOver) throw throttled(standing);
  // Nobody waits for what is different for those who exist.
  drain.hold(write()).catch((error: unknown) => {
    logger.error({ err: error }, 'a mail with a link to a new password was not written');
  });

  async function write(): Promise<void> {
    const user = (await store.users.findSecret(username))?.user;
    if (!user?.active || user.service) return;
    const own = await limits.resetAccount.take(`${user.merchantId}:${user.id}`);
    if (own.isOver) return;
    await tellPerson(deps, user, user.invited ? 'account-invited' : 'password-reset');
  }
}

/** Whose link it is; nobody when it is unknown, used up or over. Looking uses nothing up. */
export async function personOfLink(
  { store }: { readonly store: Pick<Store, 'accountLinks' | 'users'> },
  kind: AccountLinkKind,
  secret: string,
): Promise<User | undefined> {
  const link: AccountLink | undefined = await store.accountLinks.find(kind, secret, Date.now());
  const user = link && (await store.users.findByName(link.merchantId, link.username));
  return user?.active && !user.service ? user : undefined;
}

/**
 * Gives the person of a link the password that they have chosen, once; all their logins, tokens and other links end with the old one. Says
 * what is wrong with the password, which uses nothing up, or `gone` when the link is not good any more.
 */
export async function passwordByLink(
  deps: TellDeps,
  { kind, secret }: { readonly kind: AccountLinkKind; readonly secret: string },
  password: string,
): Promise<'changed' | 'gone' | { readonly fault: string }> {
  const { store } = deps;
  const user = await personOfLink(deps, kind, secret);
  if (!user) return 'gone';
  const merchant = await store.merchants.find(user.merchantId);
  const chosen = choosePassword(user, merchant, password);
  if ('fault' in chosen) return chosen;
  // Computing its hash is refused when too many are computed: the link is good still after that.
  const isKept = await chosen.keep(store, () => store.accountLinks.take(kind, secret, Date.now()));
  if (!isKept) return 'gone';
  if (kind === 'reset') tellPersonLater(deps, user, 'password-changed');
  return 'changed';
}
