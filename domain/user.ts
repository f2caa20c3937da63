import type { MerchantId, SessionId } from './ids.ts';
import type { Language } from './language.ts';
import type { Permission } from './permission.ts';
import type { TaskSubscriptions } from './tasks/subscription.ts';

/** A person, or a service account, of a merchant. Its password is not here: the store keeps a hash. */
export interface User {
  /** The number by which requests name an initiator; unique among the users of the merchant. */
  readonly id: number;
  readonly merchantId: MerchantId;
  /** Unique among the users of all merchants: who logs in names no merchant. */
  readonly username: string;
  readonly active: boolean;
  readonly superuser: boolean;
  /** A service account: it logs in by client credentials only, never by password. */
  readonly service: boolean;
  readonly permissions: readonly Permission[];
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phone?: string;
  /** They log in with a second factor, and by nothing that cannot ask for it. */
  readonly secondFactor?: boolean;
  /** In which they are written to; that of the merchant's settings when left out. */
  readonly language?: Language;
  /** Of which tasks they get mails, and when; as it is by itself when left out. */
  readonly subscriptions?: TaskSubscriptions;
  /** They were invited and have not chosen a password yet, so nobody can log in as them. */
  readonly invited?: boolean;
  /** The request that has invited them: sent again, it finds them (contract/requests#idempotency). */
  readonly invitedBy?: SessionId;
}

/** Who is behind a transaction, as they were when it was made: what the merchant's notices say of them. */
export type Initiator = Pick<
  User,
  'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'phone'
>;

export function initiatorOf(user: User): Initiator {
  const { id, username: name, email, firstName, lastName, phone } = user;
  return {
    id,
    username: name,
    email,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(phone !== undefined && { phone }),
  };
}

/**
 * A user's name: 1 to 150 letters, digits and `. @ + - _` (contract/access#users); undefined when it is anything else.
 */
export function username(text: string): string | undefined {
  return /^[\w.@+-]{1,150}$/.test(text) ? text : undefined;
}
