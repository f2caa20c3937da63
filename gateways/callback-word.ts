import { referenceNumber } from '../domain/ids.ts';
import { GatewayFault, type ReadCallback } from './gateway.ts';

/** What a callback that is believed says, beside how its event is called. */
export type CallbackWord<T = ReadCallback> = T extends { readonly eventId: string }
  ? Omit<T, 'eventId'>
  : never;

/** What `read` makes of an event; words that it throws a `GatewayFault` for are unknown, of the attempt that is named, if it can be ours. */
export function callbackWord(
  eventId: string,
  named: string | undefined,
  read: () => CallbackWord,
): ReadCallback {
  try {
    return { eventId, ...read() };
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault;
    const reference = referenceNumber(named ?? '');
    return {
      step: 'unknown',
      eventId,
      reason: fault.message,
      ...(reference && { referenceNumber: reference }),
    };
  }
}
