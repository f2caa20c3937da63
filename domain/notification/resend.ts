import { e164 } from '../phone.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { isHoldOver, NOTIFICATION_EVENTS, standingEvent } from './event.ts';
import {
  messageOf,
  subscriptions,
  type MessageChannel,
  type MessageRequest,
} from './notification.ts';

/** What can be sent although the payment's terms do not ask for it: the request for payment, and the receipt. */
export const REQUESTABLE = ['created', 'paid', 'authorized'] as const;
export type RequestableEvent = (typeof REQUESTABLE)[number];

/** What a person or a program asks for. */
export interface ResendRequest {
  readonly channels: readonly MessageChannel[];
  /** Whether or not the terms ask for it there; it has to be how the payment stands. */
  readonly event?: RequestableEvent | undefined;
  /** Of the one channel, in place of the customer's own address. */
  readonly to?: string | undefined;
}

/** The messages, or where there is none and why. */
export type Resend =
  | { readonly wanted: readonly MessageRequest[] }
  | { readonly impossible: readonly MessageChannel[]; readonly why: string };

/**
 * The messages about how a transaction stands now, one for each channel, as often as somebody asks
 * (contract/messages#asked-for). All of them or none: those that neither its terms nor who asks have named, and those of a state that
 * has no words, are not sent.
 */
export function resendOf(
  transaction: Transaction,
  { channels, event: named, to }: ResendRequest,
  now: number,
): Resend {
  const { state } = transaction;
  const event = messageNow(transaction);
  if (!event)
    return {
      impossible: channels,
      why: silenceOf(transaction),
    };
  if (named !== undefined && named !== event)
    return {
      impossible: channels,
      why: `The payment is ${state}: "${named}" would not be true. Ask for "${event}"${isRequestable(event) ? '' : ', by leaving "event" out'}.`,
    };
  const asked = subscriptions(transaction);
  const unasked = channels.filter((channel) => !asked[channel].has(event));
  if (named === undefined && unasked.length > 0)
    return {
      impossible: unasked,
      why: `The payment is ${state}: for that its notifications must name "${event}" under ${unasked.join(' and ')}${isRequestable(event) ? `, or "event" has to be "${event}"` : ''}.`,
    };
  const told = to === undefined ? transaction : toldAt(transaction, to);
  const messages = channels.map((channel) => messageOf(told, { event }, { channel, now }));
  const wanted = messages.filter((message) => message !== undefined);
  if (wanted.length === messages.length)
    return { wanted: wanted.map((message) => ({ ...message, forced: true as const })) };
  return {
    impossible: channels.filter((_, index) => messages[index] === undefined),
    why: 'The payment names nobody to write to there.',
  };
}

/**
 * The messages of a request that comes again, where it has wanted some before: those, and of the same event by the channels that it did
 * not come to, whatever has become of the payment since. None where it has wanted none.
 */
export function wantedByRepetition(
  transaction: Transaction,
  { channels }: Pick<ResendRequest, 'channels'>,
  before: readonly MessageRequest[],
): readonly MessageRequest[] {
  const [first] = before;
  const event = NOTIFICATION_EVENTS.find((one) => one === first?.event);
  if (!first || !event) return before;
  const left = channels
    .filter((channel) => before.every((message) => message.channel !== channel))
    .map((channel) => messageOf(transaction, { event }, { channel, now: first.createdAt }))
    .filter((message) => message !== undefined);
  return [...before, ...left.map((message) => ({ ...message, forced: true as const }))];
}

/** What can be told of the payment now; nothing in a state without words. */
export function messageNow(transaction: Transaction) {
  return transaction.paymentType === 'save_card' ? undefined : standingEvent(transaction);
}

function silenceOf(transaction: Transaction): string {
  const { state, type } = transaction;
  return state === 'authorized' && isHoldOver(transaction)
    ? 'Money of this payment was captured or voided, so it is not only on hold any more: no message says that again.'
    : `No message tells of a payment of type ${type} that is ${state}.`;
}

/** Whether it can be sent where the terms do not ask for it. */
export function isRequestable(event: string): event is RequestableEvent {
  return REQUESTABLE.some((one) => one === event);
}

/** Whether an address, as it was typed, is one that the payment names itself. */
export function isOwnAddress(
  { customer: { email, phone } }: Pick<Transaction, 'customer'>,
  to: string,
): boolean {
  if (to.toLowerCase() === email?.toLowerCase()) return true;
  return phone !== undefined && (to === phone || e164(to) === phone);
}

/** At another address there are no copies: those are of the customer's own mails. */
function toldAt(transaction: Transaction, to: string): Transaction {
  if (isOwnAddress(transaction, to)) return transaction;
  const { emailRecipients: _, ...rest } = transaction;
  const customer = { ...transaction.customer, email: to, phone: e164(to) ?? to };
  return { ...rest, customer };
}
