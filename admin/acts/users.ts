import { randomBytes } from 'node:crypto';
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

/** Changes a user, who is given back; who is made inactive has no login any more when they are let in again. `command` is the noun and verb for the audit log. */
export async function changeUser(
  auditContext: AuditContext,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
  { command, change }: { readonly command: string; readonly change: UserChange },
): Promise<User> {
  const user = await userOf(auditContext, { merchantId, username });
  const what = { command, merchantId, subject: username, change };
  const { store } = auditContext;
  const changed = await act(auditContext, what, async () => {
    const updated = await store.users.update(merchantId, username, change);
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

/** Takes a user's second factor away, for who has lost it and their recovery codes; their logins end. */
export async function resetSecondFactor(
  auditContext: AuditContext,
  { merchantId, username }: Pick<User, 'merchantId' | 'username'>,
): Promise<void> {
  const user = await userOf(auditContext, { merchantId, username });
  const what = { command: 'users reset-second-factor', merchantId, subject: username };
  const { store } = auditContext;
  await act(auditContext, what, async () => {
    await store.users.setSecondFactor(merchantId, username, false);
    await store.secondFactors.forget(user);
    await endLogins(store, user);
  });
}

function taken(username: string): CliError {
  return new CliError(
    'exists',
    `The username "${username}" is taken. It names one person over all merchants.`,
  );
}
