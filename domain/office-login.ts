import type { MerchantId } from './ids.ts';
import type { Language } from './language.ts';
import type { Permission } from './permission.ts';
import type { User } from './user.ts';

const MINUTE = 60_000;

/** What a browser holds after the login page (contract/logins#cookie). Times are epoch milliseconds. */
export interface OfficeLogin {
  /** Names the login in lists; no secret. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly username: string;
  readonly createdAt: number;
  /** Since when they had the password that it began with; it ends with that one. */
  readonly passwordSince: number;
  /** Their second factor was shown in it, or set up. Without that it ends when they have one. */
  readonly secondFactor?: boolean;
  /** In place of a code of their authenticator they showed a recovery code. */
  readonly recoveryCode?: boolean;
  /** When somebody last used it; not what a page asks by itself. */
  readonly seenAt: number;
  /** When it ends, however much it is used. */
  readonly endsAt: number;
  /** The family of the browser and its system, for people: "Firefox, Windows". */
  readonly browser: string;
  /** The network that it began in: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string;
  /** Of the pages that they logged in by. */
  readonly language: Language;
  /** Whose single sign-on it began by; it ends with that. */
  readonly issuer?: string;
  /** The password was right, and the second factor has not been shown yet. */
  readonly isHalf?: boolean;
  /** When they have last shown who they are. */
  readonly steppedUpAt?: number;
}

/** How somebody came in. */
export const LOGIN_WAYS = ['password', 'second_factor', 'recovery_code', 'single_sign_on'] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

/** What was shown in a login: a password alone, a second factor beside it, or who they are at an issuer. */
export function loginWay({
  issuer,
  recoveryCode,
  secondFactor,
}: Pick<OfficeLogin, 'issuer' | 'recoveryCode' | 'secondFactor'>): LoginWay {
  if (issuer !== undefined) return 'single_sign_on';
  if (recoveryCode === true) return 'recovery_code';
  return secondFactor === true ? 'second_factor' : 'password';
}

/** So long somebody has to type their code after their password. */
export const HALF_LOGIN_MS = 5 * MINUTE;
/** So long somebody has who has to set up a second factor first, and may have to get an authenticator for it. */
export const SETTING_UP_MS = 15 * MINUTE;
/** So long a step-up is good in its login (contract/logins#step-up). */
const STEP_UP_MS = 5 * MINUTE;

/** Whether somebody has shown who they are a moment ago, in this login. */
export function isSteppedUp({ steppedUpAt }: OfficeLogin, now: number): boolean {
  return steppedUpAt !== undefined && now - steppedUpAt < STEP_UP_MS;
}

/** How long a login is good, in milliseconds (contract/logins#life). */
export interface LoginTimes {
  /** Without anybody using it. */
  readonly idleMs: number;
  /** However much it is used. */
  readonly lifeMs: number;
}

export const LOGIN_TIMES: LoginTimes = { idleMs: 60 * MINUTE, lifeMs: 12 * 60 * MINUTE };
/** PCI DSS 4.0.1, 8.2.8. */
const IDLE_OF_POWERFUL_MS = 15 * MINUTE;

/** By these money is moved or acknowledged, or what protects it is changed (contract/logins#life). */
const POWERS: ReadonlySet<Permission> = new Set<Permission>([
  'payment.refund',
  'payment.capture',
  'payment.void',
  'payment.approve',
  'payment.cash',
  'webhook.manage',
  'gateway.manage',
  'key.manage',
  'settings.change',
  'user.manage',
]);

/** Whether somebody may move money or administer. */
export function isPowerful({ superuser, permissions }: Pick<User, 'superuser' | 'permissions'>) {
  return superuser || permissions.some((one) => POWERS.has(one));
}

/** Whether a login has ended: nobody has used it for too long, or it has lived long enough (contract/logins#life). */
export function isLoginOver(
  { seenAt, endsAt }: Pick<OfficeLogin, 'seenAt' | 'endsAt'>,
  user: Pick<User, 'superuser' | 'permissions'>,
  { now, idleMs }: { readonly now: number } & Pick<LoginTimes, 'idleMs'>,
): boolean {
  const most = isPowerful(user) ? Math.min(idleMs, IDLE_OF_POWERFUL_MS) : idleMs;
  return now >= endsAt || now - seenAt >= most;
}
