import type { Model } from 'mongoose';
import type { MerchantId, NotificationId, SessionId } from '../domain/ids.ts';
import {
  CHANNELS,
  isForStaff,
  type MessageChannel,
  type Notification,
  type NotificationStatus,
} from '../domain/notification/notification.ts';
import type { FailedMessage } from '../domain/tasks/mail.ts';
import type { TransactionType } from '../domain/transaction/type.ts';

/** Which messages are wanted; what is left out does not matter. Times are half open, in epoch milliseconds. */
export interface NotificationFilter extends Partial<
  Pick<Notification, 'sessionId' | 'channel' | 'event' | 'status' | 'traceId'>
> {
  readonly createdFrom?: number;
  readonly createdUntil?: number;
  /** Of payments of these types only, and what is about no payment. One that does not say its type is none of these. */
  readonly types?: readonly TransactionType[];
}

/** What a message says is not for its log. */
const WITHOUT_WORDS = { _id: 0, facts: 0, 'enclosures.content': 0 } as const;

/** What goes to operators is not for merchants to read of. */
export const OWN = { forOperators: { $exists: false } } as const;

/** The index for tasks: messages of a channel by how they ended, and when. */
export const ENDED_MESSAGES = 'ended';

/** The log of messages as merchants read it. */
export function notificationLists(
  model: Model<KeptNotification>,
  given: (kept: KeptNotification) => Notification,
) {
  return {
    /** A part of a merchant's messages, newest first, and how many there are. */
    list: async (
      merchantId: MerchantId,
      { createdFrom, createdUntil, types, ...rest }: NotificationFilter,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): Promise<{ readonly count: number; readonly results: readonly Notification[] }> => {
      const hasSpan = createdFrom !== undefined || createdUntil !== undefined;
      const filter = {
        merchantId,
        ...rest,
        ...(types && {
          $or: [{ transactionType: { $in: types } }, { sessionId: { $exists: false } }],
        }),
        ...(hasSpan && {
          createdAt: {
            ...(createdFrom !== undefined && { $gte: createdFrom }),
            ...(createdUntil !== undefined && { $lt: createdUntil }),
          },
        }),
      };
      // All without the others: an index answers each, and none what is not there.
      const [all, others, results] = await Promise.all([
        model.countDocuments(filter),
        model.countDocuments({ ...filter, forOperators: true }),
        model
          .find({ ...filter, ...OWN }, WITHOUT_WORDS)
          .sort({ createdAt: -1, id: 1 })
          .skip(offset)
          .limit(limit)
          .lean<KeptNotification[]>(),
      ]);
      return { count: all - others, results: results.map(given) };
    },

    /** By which channels each of these payments was asked for, where a message was sent; the others are left out. */
    channelsOfRequests: async (
      merchantId: MerchantId,
      sessionIds: readonly SessionId[],
    ): Promise<ReadonlyMap<SessionId, readonly MessageChannel[]>> => {
      const found = await model
        .find(
          { merchantId, sessionId: { $in: sessionIds }, event: 'created', status: 'sent' },
          { _id: 0, sessionId: 1, channel: 1 },
        )
        .lean<readonly Required<Pick<Notification, 'sessionId' | 'channel'>>[]>();
      return new Map(
        sessionIds.flatMap((id) => {
          const theirs = found.filter(({ sessionId }) => sessionId === id);
          const channels = CHANNELS.filter((one) => theirs.some(({ channel }) => channel === one));
          return channels.length > 0 ? [[id, channels]] : [];
        }),
      );
    },

    /**
     * The messages to a merchant's customers by a channel that have failed since any was sent by it, oldest first: of the first so many
     * that have failed since then.
     */
    failedSinceSent: async (
      merchantId: MerchantId,
      channel: MessageChannel,
      most: number,
    ): Promise<readonly FailedMessage[]> => {
      const ended = async (
        status: NotificationStatus,
        after: number,
        order: 1 | -1,
        many: number,
      ) =>
        model
          .find(
            { merchantId, channel, status, doneAt: { $gt: after } },
            { _id: 0, doneAt: 1, error: 1, event: 1 },
          )
          .hint(ENDED_MESSAGES)
          .sort({ doneAt: order })
          .limit(many)
          .lean<readonly (FailedMessage & Pick<Notification, 'event'>)[]>();
      const [last] = await ended('sent', 0, -1, 1);
      const failed = await ended('failed', last?.doneAt ?? 0, 1, most);
      return failed.filter(({ event }) => !isForStaff(event));
    },

    /** One message of a merchant. */
    findOwn: async (
      merchantId: MerchantId,
      id: NotificationId,
    ): Promise<Notification | undefined> => {
      const found = await model
        .findOne({ merchantId, id, ...OWN }, WITHOUT_WORDS)
        .lean<KeptNotification>();
      return found ? given(found) : undefined;
    },
  };
}

export type KeptNotification = Omit<Notification, 'facts'> & { readonly facts?: string };
