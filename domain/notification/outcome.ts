import { unreachable } from '../unreachable.ts';
import { CHANNELS, type MessageChannel, type NotificationStatus } from './notification.ts';

/**
 * What a mail server or a provider of messages made of a message. `reference` is its own name for it. `unsent`: it cannot have it, whether it was not reached or said no. `silent`: the
 * message was handed over to the last byte, and no answer came. `partly`: it was taken, but not for everybody whom it is for;
 * `taken` has it, and `final` says that the others will not.
 */
export type Handed =
  | { readonly kind: 'accepted'; readonly reference?: string }
  | { readonly kind: 'unsent'; readonly why: string; readonly final: boolean }
  | { readonly kind: 'silent'; readonly why: string }
  | {
      readonly kind: 'partly';
      readonly taken: readonly string[];
      readonly why: string;
      readonly final: boolean;
    };

/** Why a message fails that nobody is there to be handed to. */
export function notSet(channel: MessageChannel): string {
  return channel === 'email' ? 'no mail server is set' : `no provider is set for ${channel}`;
}

/** Whether a message has failed for that. */
export function isNotSet(error: string): boolean {
  return CHANNELS.some((channel) => error === notSet(channel));
}

/**
 * What follows. A server that did not answer may have sent the message, and cannot be asked: it counts as `unknown` and is
 * never sent again by itself, because one mail too few is mended by a person and one too many by nobody.
 */
export function statusAfter(handed: Handed): NotificationStatus {
  switch (handed.kind) {
    case 'accepted':
      return 'sent';
    case 'silent':
      return 'unknown';
    case 'unsent':
    case 'partly':
      return handed.final ? 'failed' : 'wanted';
    default:
      return unreachable(handed);
  }
}

/**
 * What the status of a provider's plug says of a message (docs/operators.md). 429 and 503 mean that it was not taken and may
 * come again. Any other fault of the provider's own says nothing about whether it has the message.
 */
export function handedBy(status: number, reference?: string): Handed {
  const why = `HTTP ${status}`;
  if (status >= 200 && status < 300)
    return { kind: 'accepted', ...(reference !== undefined && { reference }) };
  if (status === 429 || status === 503) return { kind: 'unsent', why, final: false };
  const isSilent = status >= 500 || status === 408;
  return isSilent ? { kind: 'silent', why } : { kind: 'unsent', why, final: true };
}
