import { randomBytes } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import { v5 as uuidV5 } from 'uuid';
import {
  notificationId,
  type MerchantId,
  type NotificationId,
  type SessionId,
} from '../domain/ids.ts';
import {
  isForStaff,
  NOTIFICATION_STATUSES,
  type Enclosure,
  type Notification,
  type NotificationStatus,
  type MessageRequest,
} from '../domain/notification/notification.ts';
import { TRANSACTION_TYPES } from '../domain/transaction/type.ts';
import {
  ENDED_MESSAGES,
  notificationLists,
  OWN,
  type KeptNotification,
} from './notification-lists.ts';
import { following, type PageOf } from './cursors.ts';
import type { TransactionStore } from './transactions.ts';
import { asText, fromText } from './json-text.ts';
import { subdocument, type FieldsOf } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number };

const enclosure = subdocument<Enclosure>({
  name: needed,
  type: needed,
  content: text,
  url: text,
  file: text,
});

const schema = new Schema(
  {
    id: needed,
    key: needed,
    merchantId: needed,
    channel: needed,
    event: needed,
    language: needed,
    sessionId: text,
    transactionType: { type: String, enum: TRANSACTION_TYPES },
    operationId: text,
    to: { type: [String], required: true },
    cc: { type: [String], default: undefined },
    bcc: { type: [String], default: undefined },
    facts: text,
    unitCode: text,
    enclosures: { type: [enclosure], default: undefined },
    templateId: text,
    traceId: text,
    tags: { type: [String], default: undefined },
    forOperators: { type: Boolean },
    forced: { type: Boolean },
    createdAt: { type: Number, required: true },
    status: { type: String, required: true, enum: NOTIFICATION_STATUSES },
    tries: { type: Number, required: true },
    provider: text,
    handedAt: number,
    doneAt: number,
    reached: { type: [String], default: undefined },
    error: text,
    reference: text,
    parts: number,
    openToken: text,
    openedAt: number,
  } satisfies FieldsOf<Kept>,
  { collection: 'notifications', versionKey: false, strict: 'throw', minimize: false },
);
// What happens by itself happens once: the id follows from the key, unless a person asks for it again.
schema.index({ id: 1 }, { unique: true });
schema.index({ merchantId: 1, sessionId: 1, createdAt: 1 });
schema.index({ merchantId: 1, createdAt: -1, id: 1 });
// For the count of what a merchant reads, which is all without these.
schema.index(
  { merchantId: 1, createdAt: -1 },
  { name: 'for_operators', partialFilterExpression: { forOperators: true } },
);
schema.index(
  { merchantId: 1, channel: 1, status: 1, doneAt: -1 },
  { name: ENDED_MESSAGES, partialFilterExpression: { doneAt: { $exists: true } } },
);
schema.index({ openToken: 1 }, { unique: true, sparse: true });
// For the reviver, who looks for what nobody sends.
schema.index({ createdAt: 1, id: 1 }, { partialFilterExpression: { status: 'wanted' } });

/** Our namespace for the ids of messages (RFC 9562, UUIDv5); it must never change. */
const NAMESPACE = '3d5b2f0c-8e0a-4b56-b6d1-8a7f0f2c1e94';

/**
 * The id of what a merchant's customer or people are told by itself: the same on every try. `again` tells apart what a
 * person asked for.
 */
export function notificationIdOf(
  { merchantId, key }: Pick<MessageRequest, 'merchantId' | 'key'>,
  again = '',
): NotificationId {
  return notificationId(uuidV5(`${merchantId}/${key}${again && `/${again}`}`, NAMESPACE));
}

type Kept = KeptNotification;

interface Settled extends Pick<Notification, 'error' | 'reference' | 'parts'> {
  readonly status: NotificationStatus;
  readonly at: number;
}

/** A message without what it says and whom it is for. */
export type NotificationBrief = Pick<Notification, 'id' | 'createdAt'>;

/** The log of all messages to people. What a reader of one needs is its id, which is as good as secret. */
export type NotificationStore = ReturnType<typeof notificationStore>;

export function notificationStore(
  connection: Connection,
  { typesOf }: Pick<TransactionStore, 'typesOf'>,
) {
  const model = connection.model<Kept>('Notification', schema);
  return {
    /** Writes down that a message is wanted. Undefined when it was wanted before: then it is somebody's already. */
    want: async (wanted: MessageRequest, again?: string): Promise<NotificationId | undefined> => {
      const id = notificationIdOf(wanted, again);
      const { facts, ...rest } = wanted;
      const { merchantId, sessionId } = wanted;
      const types = sessionId && (await typesOf(merchantId, [sessionId]));
      const transactionType = sessionId && types?.get(sessionId);
      const kept: Kept = {
        ...rest,
        ...(facts && { facts: asText(facts) }),
        ...(transactionType && { transactionType }),
        id,
        status: 'wanted',
        tries: 0,
        ...(isPicturable(rest) && { openToken: randomBytes(18).toString('base64url') }),
      };
      const update = { $setOnInsert: kept };
      const { upsertedCount } = await model.updateOne({ id }, update, { upsert: true });
      return upsertedCount > 0 ? id : undefined;
    },

    find: async (id: NotificationId): Promise<Notification | undefined> => {
      const found = await model.findOne({ id }, { _id: 0 }).lean<Kept>();
      return found ? given(found) : undefined;
    },

    /** Counts a try, before the mail server or provider is asked; none is named where it did not come to that. */
    begin: async (id: NotificationId, provider?: string): Promise<void> => {
      await model.updateOne(
        { id, status: 'wanted' },
        { $inc: { tries: 1 }, ...(provider !== undefined && { $set: { provider } }) },
      );
    },

    /**
     * From here on a mail server may have it. False when another try was here before, has reached somebody since this one
     * was read, or it is over: then this one must not hand it over.
     */
    hand: async (
      { id, reached }: Pick<Notification, 'id' | 'reached'>,
      at: number,
    ): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(
        {
          id,
          status: 'wanted',
          handedAt: { $exists: false },
          reached: reached ? [...reached] : { $exists: false },
        },
        { $set: { handedAt: at } },
      );
      return modifiedCount === 1;
    },

    /**
     * The server has not got what was handed over at that instant, or for those only who are `taken`; what another try has
     * handed over stays so.
     */
    takeBack: async (
      id: NotificationId,
      {
        at,
        error,
        taken = [],
      }: { readonly at: number; readonly error: string; readonly taken?: readonly string[] },
    ): Promise<void> => {
      await model.updateOne(
        { id, status: 'wanted', $or: [{ handedAt: at }, { handedAt: { $exists: false } }] },
        {
          $unset: { handedAt: 1 },
          $set: { error },
          ...(taken.length > 0 && { $addToSet: { reached: { $each: taken } } }),
        },
      );
    },

    /** Ends it, once; what is over stays as it is. Files that went with it are forgotten. */
    settle: async (id: NotificationId, { status, at, ...end }: Settled): Promise<void> => {
      await model.updateOne({ id, status: 'wanted' }, { $set: { status, doneAt: at, ...end } });
      const files = { id, 'enclosures.content': { $exists: true } };
      await model.updateOne(files, { $unset: { 'enclosures.$[].content': 1 } });
    },

    /** Somebody's program has fetched the picture of a mail; the first time counts. */
    opened: async (openToken: string, at: number): Promise<void> => {
      await model.updateOne(
        { openToken, openedAt: { $exists: false } },
        { $set: { openedAt: at } },
      );
    },

    /** A page of those of all merchants that are still to be sent. */
    wanted: async (page: PageOf): Promise<readonly NotificationBrief[]> =>
      model
        .find({ status: 'wanted', ...following('id', page) }, { _id: 0, id: 1, createdAt: 1 })
        .sort({ createdAt: 1, id: 1 })
        .limit(page.limit)
        .lean<NotificationBrief[]>(),

    /** The log of one transaction as its merchant reads it, oldest first. */
    listOf: async (
      merchantId: MerchantId,
      sessionId: SessionId,
    ): Promise<readonly Notification[]> => {
      const found = await model
        .find({ merchantId, sessionId, ...OWN }, { _id: 0 })
        .sort({ createdAt: 1 })
        .lean<Kept[]>();
      return found.map(given);
    },

    ...notificationLists(model, given),
  };
}

/** What a mail carries that tells when it was opened: customers' only. */
function isPicturable({ channel, event }: Pick<MessageRequest, 'channel' | 'event'>): boolean {
  return channel === 'email' && !isForStaff(event);
}

function given({ facts, ...rest }: Kept): Notification {
  return { ...rest, ...(facts !== undefined && { facts: fromText(facts) }) };
}
