import { unreachable } from '../unreachable.ts';
import type { NotificationStatus } from './notification.ts';

/**
 * What a mail server made of a message. `unsent`: it cannot have it, whether it was not reached or said no. `silent`: the
 * message was handed over to the last byte, and no answer came.
 */
export type Handed =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unsent'; readonly why: string; readonly final: boolean }
  | { readonly kind: 'silent'; readonly why: string };

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
      return handed.final ? 'failed' : 'wanted';
    default:
      return unreachable(handed);
  }
}
