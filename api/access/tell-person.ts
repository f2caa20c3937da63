import { randomUUID } from 'node:crypto';
import type { AccountEvent, MessageRequest } from '../../domain/notification/notification.ts';
import type { User } from '../../domain/user.ts';
import type { StaffLabel } from '../../render/mails/facts.ts';
import { notificationIdOf } from '../../store/notifications.ts';
import type { ApiDeps } from '../deps.ts';

export type TellDeps = Pick<ApiDeps, 'store' | 'engine' | 'drain' | 'logger'>;

type Whom = Pick<User, 'merchantId' | 'id' | 'username' | 'email' | 'language'>;

/**
 * Writes to a person about their own account, in their language (contract/logins#mails). Resolves when the mail is kept as wanted; that
 * it is sent nobody waits for. Each call is a mail of its own, but one `name` has one.
 */
export async function tellPerson(
  { store, engine, drain, logger }: TellDeps,
  user: Whom,
  event: AccountEvent,
  lines: readonly (readonly [StaffLabel, string])[] = [],
  name: string = randomUUID(),
): Promise<void> {
  const { merchantId, username, email } = user;
  const merchant = await store.merchants.find(merchantId);
  const wanted: MessageRequest = {
    key: `account/${user.id}/${event}/${name}`,
    merchantId,
    channel: 'email',
    event,
    language: user.language ?? merchant?.staffLanguage ?? 'en',
    to: [email],
    facts: { lines: [['person', username], ...lines.map(([label, value]) => [label, value])] },
    createdAt: Date.now(),
  };
  await store.notifications.want(wanted);
  // When the run is not opened, the reviver opens it.
  drain
    .hold(engine.sendMessage(notificationIdOf(wanted)).then(() => undefined))
    .catch((error: unknown) => {
      logger.warn({ err: error }, 'the run of a mail to a person was not opened');
    });
}

/** The same where nobody waits for it: what has happened stays so, whether or not the mail can be kept. */
export function tellPersonLater(deps: TellDeps, ...said: Tail): void {
  deps.drain.hold(tellPerson(deps, ...said)).catch((error: unknown) => {
    deps.logger.error({ err: error }, 'a person was not told of what happened to their account');
  });
}

type Tail = Parameters<typeof tellPerson> extends [unknown, ...infer Rest] ? Rest : never;
