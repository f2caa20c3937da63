import { log } from '@temporalio/activity';
import type { NotificationId } from '../domain/ids.ts';
import type {
  Notification,
  NotificationStatus,
  MessageRequest,
} from '../domain/notification/notification.ts';
import { statusAfter, type Handed } from '../domain/notification/outcome.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import type { AttachmentStores } from './attached-file.ts';
import { mailIsLate, notThere } from './failures.ts';
import type { PaperStores } from './invoice-paper.ts';
import type { ContentStores } from './message-content.ts';
import { messageWays, type MessageChannels } from './message-ways.ts';

/** Writes down what is wanted, each once, and has it sent; worker/deps.ts gives it. */
export type Notify = (wanted: readonly MessageRequest[]) => Promise<void>;

interface Stores extends ContentStores, PaperStores, AttachmentStores {
  readonly notifications: Pick<
    Store['notifications'],
    'find' | 'begin' | 'hand' | 'takeBack' | 'settle'
  >;
  readonly merchants: Pick<Store['merchants'], 'find'>;
  readonly plugs: Pick<Store['plugs'], 'open'>;
}

export function notificationActivities(
  stores: Stores,
  {
    notify,
    channels,
    files,
  }: {
    readonly notify: Notify;
    readonly channels: MessageChannels;
    readonly files: Pick<Files, 'open'>;
  },
) {
  const { notifications, merchants } = stores;
  const wayOf = messageWays(stores, channels, files);
  return {
    /** Writes down what is wanted and has it sent. Safe to repeat: what was wanted before is somebody's already. */
    async wantNotifications(wanted: readonly MessageRequest[]): Promise<void> {
      await notify(wanted);
    },

    /**
     * Sends one message, once. That a server may have it is durable before its last byte goes out, and whoever finds that a
     * try before it has come so far and said nothing more ends it as `unknown`. Fails only when no server can have it: for another
     * try, and for good when it was asked for patience four times.
     */
    async sendNotification({ id }: { readonly id: NotificationId }): Promise<NotificationStatus> {
      const found = await notifications.find(id);
      if (!found) throw notThere(`notification ${id}`);
      if (found.status !== 'wanted') return found.status;
      if (found.handedAt !== undefined) return over(found, 'unknown', { error: 'no answer' });
      const merchant = await merchants.find(found.merchantId);
      if (!merchant) throw notThere(`merchant ${found.merchantId}`);
      const way = await wayOf(found, merchant);
      if ('end' in way) return over(found, way.end, { error: way.why });
      if ('late' in way) {
        await notifications.begin(id);
        await notifications.takeBack(id, { at: Date.now(), error: way.late });
        throw mailIsLate(id, { why: way.late, tries: found.tries + 1 });
      }
      await notifications.begin(id, way.provider);
      const at = Date.now();
      const handed = await way.hand(() => notifications.hand(found, at));
      return settled(found, handed, { at, parts: way.parts });
    },

    /** After the last try. What a try has handed over since is known to nobody. */
    async giveUpNotification({ id }: { readonly id: NotificationId }): Promise<NotificationStatus> {
      const found = await notifications.find(id);
      if (!found) throw notThere(`notification ${id}`);
      const { status, handedAt, error = 'given up' } = found;
      if (status !== 'wanted') return status;
      return over(found, handedAt === undefined ? 'failed' : 'unknown', { error });
    },
  };

  async function settled(
    found: Notification,
    handed: Handed,
    { at, parts }: { readonly at: number; readonly parts: number | undefined },
  ): Promise<NotificationStatus> {
    const status = statusAfter(handed);
    const counted = parts === undefined ? {} : { parts };
    if (handed.kind === 'accepted') {
      const { reference } = handed;
      return over(found, status, { ...counted, ...(reference !== undefined && { reference }) });
    }
    if (status !== 'wanted') return over(found, status, { error: handed.why, ...counted });
    const taken = handed.kind === 'partly' ? { taken: handed.taken } : {};
    await notifications.takeBack(found.id, { at, error: handed.why, ...taken });
    throw mailIsLate(found.id, { why: handed.why, tries: found.tries + 1 });
  }

  async function over(
    { id, event, channel, merchantId, sessionId }: Notification,
    status: NotificationStatus,
    end: Pick<Notification, 'error' | 'reference' | 'parts'>,
  ): Promise<NotificationStatus> {
    await notifications.settle(id, { status, at: Date.now(), ...end });
    const facts = { id, event, channel, merchantId, sessionId, status, why: end.error };
    if (status === 'failed' || status === 'unknown') log.warn('a message was not sent', facts);
    else log.info('a message is dealt with', facts);
    return status;
  }
}
