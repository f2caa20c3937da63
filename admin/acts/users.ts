import { randomBytes } from 'node:crypto';
import { isEmergencyUser } from '../../domain/single-sign-on.ts';
import type { User } from '../../domain/user.ts';
import { endLogins } from '../../store/end-logins.ts';
import { replacePassword } from '../../store/replace-password.ts';
import type { NewUser, UserChange } from '../../store/users.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { findMerchant } from './merchants.ts';

/** 24 random characters of the alphabet of addresses: nobody types it twice. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** Makes a user, who is given back with their number. Throws `not_found` or `exists`. */
export async function createUser(auditContext: AuditContext, given: NewUser): Promise<User> {
  await findMerchant(auditContext, given.merchantId);
  const { password: _password, merchantId, username, ...change } = given;
  if (await auditContext.store.users.findByName(merchantId, username)) throw taken(username);
  const what = { command: 'users create', merchantId, subject: username, change };
  const made = await act(auditContext, what, () => auditContext.store.users.create(given));
  if (!made) throw taken(username);
  return made;
}

/** The user of this name. Throws `not_found`. */
export async function userOf(
  { store }: AuditContext,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
): Promise<User> {
  const user = await store.users.findByName(merchantId, username);
  if (!user)
    throw new CliError('not_found', `The merchant "${merchantId}" has no user "${username}".`);
  return user;
}

/**
 * Changes a user, who is given back; who is made inactive has no login any more when they are let in again. `command` is the noun and verb
 * for the audit log. Throws `not_found`, and `wrong` where the superuser for emergencies would lose their way in.
 */
export async function changeUser(
  auditContext: AuditContext,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
  { command, change }: { readonly command: string; readonly change: UserChange },
): Promise<User> {
  const user = await userOf(auditContext, { merchantId, username });
  const what = { command, merchantId, subject: username, change };
  const { store } = auditContext;
  const isLess = change.active === false || change.superuser === false;
  if (isLess) await refuseEmergencyUser(store, user);
  const changed = await act(auditContext, what, async () => {
    const updated = await store.users.inTurn(merchantId, async () => {
      if (isLess) await refuseEmergencyUser(store, user);
      return store.users.update(merchantId, username, change);
    });
    if (change.active === false) await endLogins(store, user);
    return updated;
  });
  return changed ?? user;
}

/** Gives a user another password, and ends what the old one has let in. */
export async function changePassword(
  auditContext: AuditContext,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
  password: string,
): Promise<void> {
  await userOf(auditContext, { merchantId, username });
  const what = { command: 'users password', merchantId, subject: username };
  await act(auditContext, what, () =>
    replacePassword(auditContext.store, { merchantId, username }, password),
  );
}

/** Takes a user's second factor away, for who has lost it and their recovery codes; their logins end. Throws as `changeUser` does. */
export async function resetSecondFactor(
  auditContext: AuditContext,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
): Promise<void> {
  const user = await userOf(auditContext, { merchantId, username });
  const what = { command: 'users reset-second-factor', merchantId, subject: username };
  const { store } = auditContext;
  await refuseEmergencyUser(store, user);
  await act(auditContext, what, async () => {
    await store.users.inTurn(merchantId, async () => {
      await refuseEmergencyUser(store, user);
      await store.users.setSecondFactor(merchantId, username, false);
      await store.secondFactors.forget(user);
    });
    await endLogins(store, user);
  });
}

/**
 * Throws `wrong` for the one superuser who comes in where single sign-on lets nobody in (contract/logins#single-sign-on). Asked before an
 * act is written down, and once more in turn, since somebody may be named for it in between.
 */
async function refuseEmergencyUser(
  { singleSignOn }: AuditContext['store'],
  user: User,
): Promise<void> {
  const { merchantId, username } = user;
  if (isEmergencyUser(await singleSignOn.find(merchantId), user))
    throw new CliError(
      'wrong',
      `"${username}" is the one who comes in at "${merchantId}" where single sign-on lets nobody in, and has to be able to. Let passwords in first: merchants allow-passwords ${merchantId}`,
    );
}

function taken(username: string): CliError {
  return new CliError(
    'exists',
    `The username "${username}" is taken. It names one person over all merchants.`,
  );
}
