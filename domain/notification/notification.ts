import type { MerchantId, NotificationId, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { happenedAtStart, PHASES, type Happened, type NotificationEvent } from './event.ts';
import type { Language } from '../language.ts';
import type { TransactionType } from '../transaction/type.ts';

/** How messages travel (contract/messages#events). */
export const CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof CHANNELS)[number];

/** What somebody is told of their own account (contract/logins#mails). */
const ACCOUNT_EVENTS = [
  'account-invited',
  'password-reset',
  'password-changed',
  'second-factor-set',
  'second-factor-removed',
  'new-login',
  'wrong-passwords',
  'rights-changed',
  'emergency-login',
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

/** What one person is told of tasks in their inbox (contract/tasks#mails). */
const TASK_MAIL_EVENTS = ['task-new', 'tasks-daily'] as const;
export type TaskMailEvent = (typeof TASK_MAIL_EVENTS)[number];

/** What people who work for a merchant are told of (contract/messages#staff). */
export const STAFF_EVENTS = [
  'webhook-not-acknowledged',
  'webhook-failed',
  'endpoint-failing',
  'endpoint-disabled',
  'request-waits',
  'request-break-glass',
  'request-rejected',
  'request-needs-hand',
  'request-done',
  'report-ready',
  'second-success',
  'late-money',
  'amount-mismatch',
  'manual-action',
  'reference-mismatch',
  'dispute-open',
  'dispute-lost',
  'dispute-unplaced',
  'callback-unheard',
  ...TASK_MAIL_EVENTS,
  ...ACCOUNT_EVENTS,
] as const;
export type StaffEvent = (typeof STAFF_EVENTS)[number];

/** What a customer is told of a debit that the engine makes without them. */
export const DEBIT_EVENTS = [
  'debit-week-ahead',
  'debit-day-ahead',
  'debit-failed',
  'debit-card-needed',
  'debit-given-up',
] as const;
export type DebitEvent = (typeof DEBIT_EVENTS)[number];

/** What a merchant's program has written itself, by a template (contract/messages#asked-for). */
export const OWN_WORDS = 'own-words';

/**
 * How a message stands. `wanted`: it is to be sent. The others are final: `sent` (the mail server has taken it for all of `to`), `failed`
 * (it would not, or could not be reached), `unknown` (it may have: it never said, so that nobody sends it again by
 * itself), `dropped` (it was not true any more before it could be sent).
 */
export const NOTIFICATION_STATUSES = ['wanted', 'sent', 'failed', 'unknown', 'dropped'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

export interface Addressees {
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
}

/** A file that goes with a mail: its bytes in base64, or where they are fetched or read when it is sent. */
export interface Enclosure {
  readonly name: string;
  readonly type: string;
  readonly content?: string;
  readonly url?: string;
  /** Of our own files, by its path below the root. The mail goes without one that is gone. */
  readonly file?: string;
}

/** Who a message is for and what it is about. The same `key` is sent by itself once. */
export interface MessageRequest extends Addressees {
  readonly key: string;
  readonly merchantId: MerchantId;
  readonly channel: MessageChannel;
  readonly event: NotificationEvent | StaffEvent | DebitEvent | typeof OWN_WORDS;
  readonly language: Language;
  /** The session id of the payment; a message to staff may be about none. */
  readonly sessionId?: SessionId;
  readonly operationId?: SessionId;
  /** What a message to staff, of a debit or in own words says; any other is written from the transaction. */
  readonly facts?: JsonObject;
  readonly enclosures?: readonly Enclosure[];
  /** Of the unit in whose name it is sent, where no transaction says that. */
  readonly unitCode?: string;
  /** The template that a program has named, and what it calls the message by itself. */
  readonly templateId?: string;
  readonly traceId?: string;
  readonly tags?: readonly string[];
  /** To the people who run the installation: the merchant whom it is about does not read of it. */
  readonly forOperators?: true;
  /** A person asked for it, so that it is sent again whatever was sent before. */
  readonly forced?: true;
  readonly createdAt: number;
}

/** One message, in the log for ever. Times are epoch milliseconds. */
export interface Notification extends MessageRequest {
  /** Of the payment, where it is about one. */
  readonly transactionType?: TransactionType;
  readonly id: NotificationId;
  readonly status: NotificationStatus;
  /**
   * How often a mail server or provider was asked to take it, or could not be because what goes with it was not there yet; and the
   * host that was asked last.
   */
  readonly tries: number;
  readonly provider?: string;
  /** Since then a mail server may have it; see `status`. */
  readonly handedAt?: number;
  readonly doneAt?: number;
  /** The addresses that have it, from tries in which others were refused. */
  readonly reached?: readonly string[];
  /** Why it is not sent, without addresses. */
  readonly error?: string;
  /** The provider's own name for it. */
  readonly reference?: string;
  /** Of an SMS. */
  readonly parts?: number;
  /** Names the picture in the mail; nobody can guess it. */
  readonly openToken?: string;
  /** When that picture was first fetched. */
  readonly openedAt?: number;
}

/** What the terms ask for, by channel. */
export function subscriptions({
  notifications,
}: Pick<Transaction, 'notifications'>): Readonly<Record<MessageChannel, ReadonlySet<unknown>>> {
  const asked = (channel: MessageChannel) => {
    const events = notifications?.[channel];
    return new Set(Array.isArray(events) ? events : []);
  };
  return { email: asked('email'), sms: asked('sms'), whatsapp: asked('whatsapp') };
}

/**
 * The messages that a customer gets for what happened: those that the terms ask for, to the customer, with the merchant's
 * own people in copy of mails. One for each transaction, event and channel; each operation is a transaction of its
 * own.
 */
export function wantedOf(
  transaction: Transaction,
  happened: readonly Happened[],
  now: number,
): readonly MessageRequest[] {
  const asked = subscriptions(transaction);
  return happened.flatMap((one) =>
    CHANNELS.filter((channel) => asked[channel].has(one.event) && speaksOf(channel, one.event))
      .map((channel) => messageOf(transaction, one, { channel, now }))
      .filter((message) => message !== undefined),
  );
}

/** The messages that a customer gets because there is a payment. */
export const wantedAtStart = (opened: Transaction): readonly MessageRequest[] =>
  wantedOf(opened, happenedAtStart(opened), opened.createdAt);

/** WhatsApp has no messages about operations (contract/messages#events). */
function speaksOf(channel: MessageChannel, event: NotificationEvent): boolean {
  return channel !== 'whatsapp' || PHASES[event] !== 'post-operation';
}

/** A message whether or not the terms ask for it; undefined where the customer has no address there. */
export function messageOf(
  transaction: Transaction,
  { event, operationId }: Happened,
  { channel, now }: { readonly channel: MessageChannel; readonly now: number },
): MessageRequest | undefined {
  const { merchantId, sessionId, language } = transaction;
  const addressees = addresseesOf(transaction, channel);
  return (
    addressees && {
      key: [operationId ?? sessionId, event, channel].join('/'),
      merchantId,
      channel,
      event,
      language,
      sessionId,
      ...(operationId !== undefined && { operationId }),
      ...addressees,
      createdAt: now,
    }
  );
}

function addresseesOf(
  { customer, emailRecipients = [] }: Transaction,
  channel: MessageChannel,
): Addressees | undefined {
  const { email, phone } = customer;
  if (channel !== 'email') return phone === undefined ? undefined : { to: [phone] };
  if (email === undefined) return undefined;
  const cc = emailRecipients.filter((copy) => !isSame(copy, email));
  return { to: [email], ...(cc.length > 0 && { cc: [...new Set(cc)] }) };
}

export function isForStaff(event: MessageRequest['event']): event is StaffEvent {
  return STAFF_EVENTS.some((one) => one === event);
}

export function isOfAccount(event: MessageRequest['event']): event is AccountEvent {
  return ACCOUNT_EVENTS.some((one) => one === event);
}

export function isOfTasks(event: MessageRequest['event']): event is TaskMailEvent {
  return TASK_MAIL_EVENTS.some((one) => one === event);
}

export function isOfDebit(event: MessageRequest['event']): event is DebitEvent {
  return DEBIT_EVENTS.some((one) => one === event);
}

function isSame(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
