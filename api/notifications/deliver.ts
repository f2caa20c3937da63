import { setTimeout as sleep } from 'node:timers/promises';
import type {
  MessageChannel,
  Notification,
  MessageRequest,
} from '../../domain/notification/notification.ts';
import { notificationIdOf } from '../../store/notifications.ts';
import type { ApiDeps } from '../deps.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { reply } from '../route.ts';
import { pollIntervalMs } from '../poller.ts';

/** Most messages are taken within a second; who waits longer is told that it is under way. */
const PATIENCE_MS = 8000;

/**
 * Has messages sent that somebody asks for, and waits a little for what becomes of them. Each stands in the database
 * first, so that it is sent whatever dies; with the same `again` the same ones are meant.
 */
export async function deliver(
  deps: Pick<ApiDeps, 'store' | 'engine'>,
  wanted: readonly MessageRequest[],
  again: string,
): Promise<readonly Notification[]> {
  const { store, engine } = deps;
  const until = Date.now() + PATIENCE_MS;
  const opened = await Promise.allSettled(
    wanted.map(async (one) => {
      await store.notifications.want(one, again);
      await engine.sendMessage(notificationIdOf(one, again));
    }),
  );
  for (const one of opened)
    // The reviver opens the run of what is wanted and has none.
    if (one.status === 'rejected' && !(one.reason instanceof Unavailable)) throw one.reason;
  return Promise.all(wanted.map((one) => ended(deps, one, { again, until })));
}

async function ended(
  { store }: Pick<ApiDeps, 'store'>,
  wanted: MessageRequest,
  { again, until }: { readonly again: string; readonly until: number },
): Promise<Notification> {
  const id = notificationIdOf(wanted, again);
  for (const since = Date.now(); ;) {
    const found = await store.notifications.findOwn(wanted.merchantId, id);
    if (!found) throw new Error(`The message ${id} was wanted and is not there.`);
    if (found.status !== 'wanted' || Date.now() >= until) return found;
    await sleep(pollIntervalMs(Date.now() - since));
  }
}

/**
 * What is told of messages that somebody asked for (contract/messages#asked-for): 200 where all are sent, 400 where one
 * is not, 202 where one is under way, or nobody knows. 400 is an answer here and is kept under the Idempotency-Key: what
 * was not sent is not sent again by a repetition.
 */
export function sendOutcomeOf<const S extends object>(messages: readonly Notification[], sent: S) {
  const ids = messages.map(({ id }) => id);
  const failed = messages.filter(({ status }) => status === 'failed' || status === 'dropped');
  if (failed.length > 0) {
    const why = failed.map(({ channel, error = 'error' }) => `${channel}: ${error}`).join('; ');
    return reply(400, {
      detail: `Not sent (${why}).`,
      code: 'not_sent',
      result: 'failed',
      channels: channelsOf(failed),
      notifications: failed.map(({ id }) => id),
    });
  }
  if (messages.every(({ status }) => status === 'sent'))
    return reply(200, { ...sent, notifications: ids });
  const isUnknown = messages.some(({ status }) => status === 'unknown');
  return reply(202, {
    ...(isUnknown
      ? ({ message: UNKNOWN, result: 'unknown' } as const)
      : ({ message: PENDING, result: 'pending' } as const)),
    notifications: ids,
  });
}

const PENDING = 'The message is under way; the log of notifications tells what has become of it.';
const UNKNOWN =
  'The provider did not say whether it has the message. It is not sent again by itself.';

function channelsOf(messages: readonly Notification[]): readonly MessageChannel[] {
  return [...new Set(messages.map(({ channel }) => channel))];
}
