import type { MerchantId } from './ids.ts';
import type { OfficeLogin } from './office-login.ts';
import type { User } from './user.ts';

/** `required`: nobody comes in by a password, but one superuser. */
export const SSO_MODES = ['off', 'allowed', 'required'] as const;
export type SsoMode = (typeof SSO_MODES)[number];

/** How the people of a merchant log in by an issuer of their own (contract/logins#single-sign-on). Its secret is not here. */
export interface SingleSignOn {
  readonly merchantId: MerchantId;
  readonly mode: SsoMode;
  /** As it stands in `iss`, letter by letter. */
  readonly issuer: string;
  /** By which the issuer knows us. */
  readonly clientId: string;
  /** The number of the superuser who comes in by password and second factor where it is required. */
  readonly emergencyUserId?: number;
  /** Counts changes, so that of two at once none overwrites the other. */
  readonly version: number;
}

/** Whether somebody whose password was right comes in by it, in a browser. */
export function admitsPassword(
  sso: SingleSignOn | undefined,
  { id, superuser, secondFactor }: Pick<User, 'id' | 'superuser' | 'secondFactor'>,
): boolean {
  if (sso?.mode !== 'required') return true;
  return id === sso.emergencyUserId && superuser && secondFactor === true;
}

/** Whether a login goes on, as single sign-on stands now: one that it began ends with it, and one by a password where that is no way in any more. */
export function admitsLogin(
  sso: SingleSignOn | undefined,
  { issuer }: Pick<OfficeLogin, 'issuer'>,
  user: Pick<User, 'id' | 'superuser' | 'secondFactor'>,
): boolean {
  if (issuer === undefined) return admitsPassword(sso, user);
  return sso !== undefined && sso.mode !== 'off' && sso.issuer === issuer;
}

/** Whether a person may be the one who comes in all the same. */
export function canBeEmergencyUser(user: User): boolean {
  const { active, service, superuser, secondFactor } = user;
  return active && !service && superuser && secondFactor === true;
}

/** Whether somebody has to stay as they are, because they are the one who comes in where the issuer does not let anybody in. */
export function isEmergencyUser(sso: SingleSignOn | undefined, { id }: Pick<User, 'id'>): boolean {
  return sso?.mode === 'required' && sso.emergencyUserId === id;
}

/**
 * The one person of a merchant whom an address of mail names. Nobody, where none has it who may log in, or where several have it. Letters
 * are the same in either case when they are of ASCII: of others some look like them, and would be somebody else's address.
 */
export function personOfEmail(users: readonly User[], email: string): User | undefined {
  const wanted = folded(email);
  const found = users.filter(
    ({ active, service, email: theirs }) => active && !service && folded(theirs) === wanted,
  );
  return found.length === 1 ? found[0] : undefined;
}

function folded(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Whether an address may be asked in single sign-on: HTTPS without a user name; in the embedded mode HTTP, too, on the loopback of this
 * machine.
 */
export function isIssuerAddress(
  { protocol, hostname, username, password }: Readonly<URL>,
  { loopback }: { readonly loopback: boolean },
): boolean {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (loopback && protocol === 'http:' && hostname === '127.0.0.1');
}

/** How somebody shows once more who they are: as they have logged in, or as they would by a password. */
export type StepUpBy = 'issuer' | 'code' | 'password';
