import type { MerchantId, NotificationId, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { Language, Transaction } from '../transaction/transaction.ts';
import type { Happened, NotificationEvent } from './event.ts';

/** How messages travel. The terms of a transaction name more of them than are built (5.1). */
export type Channel = 'email';

/** What people who work for a merchant are told of (contract/events-and-pages.md 5.6). */
export const STAFF_EVENTS = [
  'webhook-failed',
  'endpoint-failing',
  'endpoint-disabled',
  'request-waits',
  'request-break-glass',
  'request-rejected',
  'request-needs-hand',
  'request-done',
  'report-ready',
] as const;
export type StaffEvent = (typeof STAFF_EVENTS)[number];

/** What a customer is told of a debit that the engine makes without him. */
export const DEBIT_EVENTS = [
  'debit-week-ahead',
  'debit-day-ahead',
  'debit-failed',
  'debit-card-needed',
  'debit-given-up',
] as const;
export type DebitEvent = (typeof DEBIT_EVENTS)[number];

/**
 * How a message stands. `wanted`: it is to be sent. The others are final: `sent` (the mail server has taken it), `failed`
 * (it would not, or could not be reached), `unknown` (it may have: it never said, so that nobody sends it again by
 * itself), `dropped` (it was not true any more before it could be sent).
 */
export const NOTIFICATION_STATUSES = ['wanted', 'sent', 'failed', 'unknown', 'dropped'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

export interface Addressees {
  readonly to: readonly string[];
  readonly cc?: readonly string[];
}

/** Who a message is for and what it is about. The same `key` is sent by itself once. */
export interface Wanted extends Addressees {
  readonly key: string;
  readonly merchantId: MerchantId;
  readonly channel: Channel;
  readonly event: NotificationEvent | StaffEvent | DebitEvent;
  readonly language: Language;
  /** The session id of the payment; a message to staff may be about none. */
  readonly sessionId?: SessionId;
  readonly operationId?: SessionId;
  /** What a message to staff or of a debit says; any other is written from the transaction. */
  readonly facts?: JsonObject;
  /** A person asked for it, so that it is sent again whatever was sent before. */
  readonly forced?: true;
  readonly createdAt: number;
}

/** One message, in the log for ever. Times are epoch milliseconds. */
export interface Notification extends Wanted {
  readonly id: NotificationId;
  readonly status: NotificationStatus;
  /** How often a mail server was asked to take it. */
  readonly tries: number;
  /** Since then a mail server may have it; see `status`. */
  readonly handedAt?: number;
  readonly doneAt?: number;
  /** Why it is not sent, without addresses. */
  readonly error?: string;
}

/** What the terms ask for, by channel. */
export function subscriptions({ notifications }: Pick<Transaction, 'notifications'>) {
  const asked = notifications?.['email'];
  return { email: new Set(Array.isArray(asked) ? asked : []) };
}

/**
 * The messages that a customer gets for what happened: those that the terms ask for, to the customer, with the merchant's
 * own people in copy (5.3). One for each transaction, event and channel; each operation is a transaction of its own.
 */
export function wantedOf(
  transaction: Transaction,
  happened: readonly Happened[],
  now: number,
): readonly Wanted[] {
  const { email } = subscriptions(transaction);
  return happened
    .filter(({ event }) => email.has(event))
    .flatMap((one) => {
      const mail = messageOf(transaction, one, now);
      return mail ? [mail] : [];
    });
}

/** A message whether or not the terms ask for it; undefined where the customer has no address. */
export function messageOf(
  transaction: Transaction,
  { event, operationId }: Happened,
  now: number,
): Wanted | undefined {
  const { merchantId, sessionId, language, customer, emailRecipients = [] } = transaction;
  if (customer.email === undefined) return undefined;
  const cc = emailRecipients.filter((email) => !isSame(email, customer.email));
  return {
    key: [operationId ?? sessionId, event, 'email'].join('/'),
    merchantId,
    channel: 'email',
    event,
    language,
    sessionId,
    ...(operationId !== undefined && { operationId }),
    to: [customer.email],
    ...(cc.length > 0 && { cc: [...new Set(cc)] }),
    createdAt: now,
  };
}

export function isForStaff(event: Wanted['event']): event is StaffEvent {
  return (STAFF_EVENTS as readonly string[]).includes(event);
}

export function isOfDebit(event: Wanted['event']): event is DebitEvent {
  return (DEBIT_EVENTS as readonly string[]).includes(event);
}

function isSame(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
