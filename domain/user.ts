import type { MerchantId, SessionId } from './ids.ts';
import type { Language } from './language.ts';
import type { Initiator } from './initiator.ts';
import type { PermissionHolder } from './permission.ts';
import type { Subscriber } from './tasks/subscription.ts';

/** A person, or a service account, of a merchant. Its password is not here: the store keeps a hash. */
export interface User extends Initiator, PermissionHolder, Subscriber {
  readonly merchantId: MerchantId;
  readonly active: boolean;
  /** A service account: it logs in by client credentials only, never by password. */
  readonly service: boolean;
  /** They log in with a second factor, and by nothing that cannot ask for it. */
  readonly secondFactor?: boolean;
  /** In which they are written to; that of the merchant's settings when left out. */
  readonly language?: Language;
  /** They were invited and have not chosen a password yet, so nobody can log in as them. */
  readonly invited?: boolean;
  /** The request that has invited them: sent again, it finds them (contract/requests#idempotency). */
  readonly invitedBy?: SessionId;
}

/**
 * A user's name: 1 to 150 letters, digits and `. @ + - _` (contract/access#users); undefined when it is anything else.
 */
export function username(text: string): string | undefined {
  return /^[\w.@+-]{1,150}$/.test(text) ? text : undefined;
}
