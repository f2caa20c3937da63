import type { Transaction } from '../transaction/transaction.ts';
import { standingEvent } from './event.ts';
import {
  messageOf,
  subscriptions,
  type MessageChannel,
  type MessageRequest,
} from './notification.ts';

/** What a person or a program asks for again: the messages, or where there is none and why. */
export type Resend =
  | { readonly wanted: readonly MessageRequest[] }
  | { readonly impossible: readonly MessageChannel[]; readonly why: string };

/**
 * The messages about how a transaction stands now, one for each channel, as often as somebody asks
 * (contract/messages#asked-for). All of them or none: those that its terms do not ask for, and those of a state that
 * has no words, are not sent.
 */
export function resendOf(
  transaction: Transaction,
  channels: readonly MessageChannel[],
  now: number,
): Resend {
  const { state, type } = transaction;
  const event = transaction.paymentType === 'save_card' ? undefined : standingEvent(transaction);
  if (!event)
    return {
      impossible: channels,
      why: `No message tells of a payment of type ${type} that is ${state}.`,
    };
  const asked = subscriptions(transaction);
  const unasked = channels.filter((channel) => !asked[channel].has(event));
  if (unasked.length > 0)
    return {
      impossible: unasked,
      why: `The payment is ${state}: for that its notifications must name "${event}" under ${unasked.join(' and ')}.`,
    };
  const messages = channels.map((channel) => messageOf(transaction, { event }, { channel, now }));
  const wanted = messages.filter((message) => message !== undefined);
  if (wanted.length === messages.length)
    return { wanted: wanted.map((message) => ({ ...message, forced: true as const })) };
  return {
    impossible: channels.filter((_, index) => messages[index] === undefined),
    why: 'The payment names nobody to write to there.',
  };
}
