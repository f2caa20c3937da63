import type { Notification } from '../notification/notification.ts';
import { isNotSet } from '../notification/outcome.ts';
import type { Task } from './task.ts';

const HOUR_MS = 3_600_000;

/** Fewer may be customers' own addresses. */
const LEAST_FAILED = 3;

/** A message to a customer that failed. */
export type FailedMessage = Required<Pick<Notification, 'doneAt'>> & Pick<Notification, 'error'>;

/**
 * That messages to customers have failed for an hour, of those by one channel that failed since the last that was sent, oldest first; at
 * once, where there is nobody to hand them to. It ends with the next one that is sent.
 */
export function mailTask(
  channel: Notification['channel'],
  failed: readonly FailedMessage[],
  now: number,
): Task | undefined {
  const [first] = failed;
  const last = failed.at(-1);
  if (!first || !last) return undefined;
  const isUnset = last.error !== undefined && isNotSet(last.error);
  const isLong = failed.length >= LEAST_FAILED && first.doneAt <= now - HOUR_MS;
  if (!isUnset && !isLong) return undefined;
  return {
    id: `mail:${channel}:${first.doneAt}`,
    kind: 'mail',
    severity: 'medium',
    since: first.doneAt,
    subject: { type: 'channel', id: channel },
    detail: [channel, last.error].filter((part) => part !== undefined).join(': '),
  };
}
