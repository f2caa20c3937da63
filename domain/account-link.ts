import type { AccountEvent } from './notification/notification.ts';
import type { MerchantId } from './ids.ts';

/** What a link in a mail to a person allows whoever has it, once (contract/logins#links). */
export type AccountLinkKind = 'reset' | 'invitation';

/** A link to a person. What it is known by is in their mail alone. */
export interface AccountLink {
  readonly merchantId: MerchantId;
  readonly username: string;
  readonly kind: AccountLinkKind;
}

interface LinkRule {
  readonly kind: AccountLinkKind;
  /** Milliseconds. */
  readonly lifeMs: number;
  /** Where it leads, before its secret. */
  readonly path: string;
}

const MINUTE = 60_000;

const ACCOUNT_LINKS = {
  reset: { kind: 'reset', lifeMs: 30 * MINUTE, path: '/office/reset/' },
  invitation: { kind: 'invitation', lifeMs: 72 * 60 * MINUTE, path: '/office/invited/' },
} as const satisfies Readonly<Record<AccountLinkKind, LinkRule>>;

const LINKED: Readonly<Partial<Record<AccountEvent, LinkRule>>> = {
  'password-reset': ACCOUNT_LINKS.reset,
  'account-invited': ACCOUNT_LINKS.invitation,
};

/** The link that a mail of this event has; most have none. */
export function linkIn(event: AccountEvent): LinkRule | undefined {
  return LINKED[event];
}
