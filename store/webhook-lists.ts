import type { Connection } from 'mongoose';
import type { EventId, MerchantId, SessionId } from '../domain/ids.ts';
import type { DeliveryState } from '../domain/webhook/delivery-state.ts';
import type { Cursor } from './cursors.ts';
import { fromText } from './json-text.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** Which deliveries are wanted; what is left out does not matter. */
export interface DeliveryFilter {
  readonly state?: DeliveryState;
  readonly type?: string;
  readonly sessionId?: string;
  readonly endpointId?: string;
  /** No test events. */
  readonly real?: true;
  /** Half open, in epoch milliseconds. */
  readonly createdFrom?: number;
  readonly createdUntil?: number;
}

/** A delivery as a list has it: without what is posted, and without what was answered. */
export type DeliveryBrief = Omit<WebhookEvent, 'payload' | 'calls'> & {
  readonly calls: readonly Omit<WebhookEvent['calls'][number], 'body'>[];
};

export interface DeliveryPage {
  readonly results: readonly DeliveryBrief[];
  /** Where the next page begins; left out on the last one. */
  readonly next?: Cursor;
}

type Kept = Omit<WebhookEvent, 'payload'> & { readonly payload: string };

/** What was posted, and what was answered. */
const NOT_BRIEF = { _id: 0, payload: 0, 'calls.body': 0, unsettled: 0 } as const;

/** The lists of events that merchants see. */
export function webhookLists(connection: Connection) {
  const model = connection.model<Kept>('WebhookEvent');
  return {
    /** The merchant's event with everything that is known of it. */
    findDelivery: async (
      merchantId: MerchantId,
      eventId: EventId,
    ): Promise<WebhookEvent | undefined> => {
      const found = await model
        .findOne({ merchantId, eventId }, { _id: 0, unsettled: 0 })
        .lean<Kept>();
      return found ? { ...found, payload: fromText(found.payload) } : undefined;
    },

    /** All of one session, in the order in which they came about. */
    ofSession: async (
      merchantId: MerchantId,
      sessionId: SessionId,
    ): Promise<readonly DeliveryBrief[]> =>
      model
        .find({ merchantId, sessionId }, NOT_BRIEF)
        .sort({ sequence: 1 })
        .lean<DeliveryBrief[]>(),

    /** Newest first. There is no count: a merchant's events are many, and grow while they are counted. */
    listDeliveries: async (
      merchantId: MerchantId,
      wanted: DeliveryFilter,
      { after, limit }: { readonly after?: Cursor | undefined; readonly limit: number },
    ): Promise<DeliveryPage> => {
      const found = await model
        .find({ $and: [{ merchantId }, conditions(wanted), olderThan(after)] }, NOT_BRIEF)
        .sort({ createdAt: -1, eventId: -1 })
        // One more than is shown tells whether there are more.
        .limit(limit + 1)
        .lean<DeliveryBrief[]>();
      const results = found.slice(0, limit);
      const last = results.at(-1);
      return {
        results,
        ...(last && found.length > limit && { next: { at: last.createdAt, id: last.eventId } }),
      };
    },
  };
}

/** What the fields of an event have to be, by the state that is read from them (domain/webhook/delivery-state.ts). */
const OF_STATE: Readonly<Record<DeliveryState, object>> = {
  queued: { verdict: { $exists: false }, givenUpAt: { $exists: false } },
  sending: { verdict: 'failed', givenUpAt: { $exists: false } },
  delivered: { verdict: 'delivered' },
  delivered_stay: { verdict: 'delivered_stay' },
  held: { verdict: 'held' },
  failed: {
    $or: [
      { verdict: 'gone' },
      { verdict: 'failed', givenUpAt: { $exists: true } },
      { verdict: { $exists: false }, givenUpAt: { $exists: true } },
    ],
  },
};

function conditions(wanted: DeliveryFilter): object {
  const { state, type, sessionId, endpointId, real, createdFrom, createdUntil } = wanted;
  const hasSpan = createdFrom !== undefined || createdUntil !== undefined;
  return {
    ...(state && OF_STATE[state]),
    ...(type !== undefined && { type }),
    ...(sessionId !== undefined && { sessionId }),
    ...(endpointId !== undefined && { endpointId }),
    ...(real && { test: { $exists: false } }),
    ...(hasSpan && {
      createdAt: {
        ...(createdFrom !== undefined && { $gte: createdFrom }),
        ...(createdUntil !== undefined && { $lt: createdUntil }),
      },
    }),
  };
}

function olderThan(place: Cursor | undefined): object {
  if (!place) return {};
  const { at, id } = place;
  return { $or: [{ createdAt: { $lt: at } }, { createdAt: at, eventId: { $lt: id } }] };
}
