import { Schema, type Connection } from 'mongoose';
import { v5 as uuidV5 } from 'uuid';
import { eventId, type EventId, type MerchantId, type SessionId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import { eventTypeOf } from '../domain/webhook/event-type.ts';
import type { NoticeForm, Verdict } from '../domain/webhook/verdict.ts';
import { following, type PageOf } from './cursors.ts';
import { asText, fromText } from './json-text.ts';
import { subdocument, type FieldsOf } from './fields.ts';

/**
 * One call to the merchant: when, how long it took in milliseconds, and the answer or why there was none. `body` is the
 * beginning of what the merchant answered; it may hold anything and belongs in no log.
 */
export interface WebhookCall {
  readonly call: number;
  readonly at: number;
  readonly tookMs: number;
  readonly status?: number;
  readonly body?: string;
  readonly error?: string;
  /** For so long the merchant has asked not to be called again. */
  readonly retryAfterMs?: number;
}

/** A frozen event: what is posted never changes, however often and wherever it is posted. */
export interface WebhookEvent {
  readonly eventId: EventId;
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly sequence: number;
  /** Which of several addresses that are told the same; the first where it is left out. */
  readonly target?: number;
  /** What tells it apart where no number does: of an alert, which is not counted among the events of its payment. */
  readonly name?: string;
  /** The registered endpoint that this copy is for. */
  readonly endpointId?: string;
  /** Where it is posted; of a registered endpoint, where it was called last. */
  readonly url: string;
  readonly payload: JsonObject;
  /** A webhook unless it says otherwise. */
  readonly form?: NoticeForm;
  /** What it tells of (domain/webhook/event-type.ts). */
  readonly type: string;
  /** A merchant asked for it to see whether its server listens; it is of no payment, and called once. */
  readonly test?: boolean;
  readonly createdAt: number;
  readonly verdict?: Verdict;
  /** Since when nobody calls any more, in epoch milliseconds. */
  readonly givenUpAt?: number;
  readonly calls: readonly WebhookCall[];
}

/** An event before it has its id. Its type is read from its payload where nothing else says it. */
export type NewEvent = Omit<WebhookEvent, 'eventId' | 'type' | 'calls' | 'verdict' | 'givenUpAt'> &
  Partial<Pick<WebhookEvent, 'type'>>;

/** Our namespace for event ids (RFC 9562, UUIDv5); any fixed UUID does, this one must never change. */
const NAMESPACE = '6f1b5a3e-1c0d-4d35-9a53-3a9f0f7b9d11';

/**
 * The id of the event of a session with this sequence number: the same on every try (contract/webhooks#event-ids).
 * Where several addresses are told the same, each has an event of its own, and so has each registered endpoint, by its
 * id.
 */
export function eventIdOf(
  sessionId: SessionId,
  sequence: number,
  target: number | string = 0,
): EventId {
  const name = `${sessionId}/${sequence}`;
  return eventId(uuidV5(target === 0 ? name : `${name}/${target}`, NAMESPACE));
}

/** The id that an event gets when it is frozen. */
export function idOfEvent({ sessionId, sequence, endpointId, target, name }: NewEvent): EventId {
  const address = endpointId ?? target;
  return eventIdOf(sessionId, sequence, name === undefined ? address : `${name}/${address ?? 0}`);
}

const number = { type: Number };
const callSchema = subdocument<WebhookCall>({
  call: number,
  at: number,
  tookMs: number,
  status: number,
  body: { type: String },
  error: { type: String },
  retryAfterMs: number,
});
const schema = new Schema(
  {
    eventId: { type: String, required: true },
    merchantId: { type: String, required: true },
    sessionId: { type: String, required: true },
    sequence: { type: Number, required: true },
    target: { type: Number },
    name: { type: String },
    endpointId: { type: String },
    url: { type: String, required: true },
    payload: { type: String, required: true },
    form: { type: String },
    type: { type: String, required: true },
    test: { type: Boolean },
    createdAt: { type: Number, required: true },
    verdict: { type: String },
    givenUpAt: { type: Number },
    calls: { type: [callSchema], required: true },
    unsettled: { type: Boolean },
  } satisfies FieldsOf<Kept>,
  { collection: 'webhook_events', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ eventId: 1 }, { unique: true });
schema.index({ merchantId: 1, sessionId: 1, sequence: 1 });
// For the count of those that fail; the condition keeps all the others out of it.
schema.index({ verdict: 1 }, { partialFilterExpression: { verdict: 'failed' } });
// For the lists that merchants see, newest first.
schema.index({ merchantId: 1, createdAt: -1, eventId: -1 });
// For the reviver, which looks for what nobody calls for.
schema.index({ createdAt: 1, eventId: 1 }, { partialFilterExpression: { unsettled: true } });

export type WebhookEventStore = ReturnType<typeof webhookEventStore>;

/** So many calls of one event are kept, the last ones: a calendar has ten, and an event can be sent again. */
const MOST_CALLS = 50;

/** An event as it lies in the database: its payload holds what the merchant once sent, so it is text there. */
type Kept = Omit<WebhookEvent, 'payload'> & {
  readonly payload: string;
  /** No call was made, or the first one has failed and nothing shows yet that anybody goes on. */
  readonly unsettled?: true;
};

/** An event without what is posted. */
export type EventBrief = Pick<
  WebhookEvent,
  'eventId' | 'merchantId' | 'sessionId' | 'sequence' | 'createdAt' | 'verdict' | 'test'
>;

export function webhookEventStore(connection: Connection) {
  const model = connection.model<Kept>('WebhookEvent', schema);
  return {
    /** Writes the event once; writing it again changes nothing. */
    freeze: async (event: NewEvent): Promise<EventId> => {
      const id = idOfEvent(event);
      await model.updateOne(
        { eventId: id },
        {
          $setOnInsert: {
            type: eventTypeOf(event.payload, event.form),
            ...event,
            payload: asText(event.payload),
            eventId: id,
            calls: [],
            unsettled: true,
          },
        },
        { upsert: true },
      );
      return id;
    },

    find: async (id: EventId): Promise<WebhookEvent | undefined> => {
      const found = await model.findOne({ eventId: id }, { _id: 0 }).lean<Kept>();
      return found ? given(found) : undefined;
    },

    /** Adds a call and the verdict that it led to. Whoever calls has not given it up. */
    record: async (id: EventId, call: WebhookCall, verdict: Verdict): Promise<void> => {
      const isSettled = verdict !== 'failed' || call.call > 1;
      await model.updateOne(
        { eventId: id },
        {
          $push: { calls: { $each: [call], $slice: -MOST_CALLS } },
          $set: { verdict },
          $unset: { givenUpAt: 1, ...(isSettled && { unsettled: 1 }) },
        },
      );
    },

    /** Its endpoint has moved. */
    readdress: async (id: EventId, url: string): Promise<void> => {
      await model.updateOne({ eventId: id }, { $set: { url } });
    },

    /** No call is made, because its endpoint is disabled or webhooks are off: it waits until somebody wants it to be sent. */
    hold: async (id: EventId): Promise<void> => {
      await model.updateOne(
        { eventId: id },
        { $set: { verdict: 'held' }, $unset: { unsettled: 1, givenUpAt: 1 } },
      );
    },

    /** Nobody calls for it any more. */
    giveUp: async (id: EventId, at: number): Promise<void> => {
      await model.updateOne({ eventId: id }, { $set: { givenUpAt: at }, $unset: { unsettled: 1 } });
    },

    /** A page of those of all merchants that were never called, or once in vain. */
    unsettled: async (page: PageOf): Promise<readonly EventBrief[]> =>
      model
        .find(
          { unsettled: true, ...following('eventId', page) },
          {
            _id: 0,
            eventId: 1,
            merchantId: 1,
            sessionId: 1,
            sequence: 1,
            createdAt: 1,
            verdict: 1,
            test: 1,
          },
        )
        .sort({ createdAt: 1, eventId: 1 })
        .limit(page.limit)
        .lean<EventBrief[]>(),

    /** Whether that is still so of this one. */
    isUnsettled: async (id: EventId): Promise<boolean> =>
      (await model.exists({ eventId: id, unsettled: true })) !== null,

    /** How many events the merchant has not acknowledged, whether or not they are still tried. */
    countFailing: (): Promise<number> => model.countDocuments({ verdict: 'failed' }).exec(),

    listOf: async (
      merchantId: MerchantId,
      sessionId: SessionId,
    ): Promise<readonly WebhookEvent[]> => {
      const found = await model
        .find({ merchantId, sessionId }, { _id: 0 })
        .sort({ sequence: 1, target: 1 })
        .lean<Kept[]>();
      return found.map(given);
    },
  };
}

function given({ payload, unsettled: _unsettled, ...rest }: Kept): WebhookEvent {
  return { ...rest, payload: fromText(payload) };
}
