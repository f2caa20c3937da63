import { Schema, type Connection } from 'mongoose';
import type { ReplayRef, ReplayState } from '../domain/webhook/replay.ts';
import { isDuplicate } from './connection.ts';
import type { Cursor } from './cursors.ts';
import type { DeliveryFilter } from './webhook-lists.ts';
import { subdocument, type FieldsOf } from './fields.ts';

/** Many deliveries that somebody wants to be sent again. */
export interface WebhookReplay extends ReplayRef {
  readonly filter: DeliveryFilter;
  readonly state: ReplayState;
  /** How many were handed to their deliveries. */
  readonly sent: number;
  /** How far it has come. */
  readonly after?: Cursor;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly endedAt?: number;
}

const text = { type: String };
const number = { type: Number };
const filterSchema = subdocument<DeliveryFilter>({
  state: text,
  type: text,
  sessionId: text,
  endpointId: text,
  real: { type: Boolean },
  createdFrom: number,
  createdUntil: number,
});

const schema = new Schema(
  {
    id: { type: String, required: true },
    merchantId: { type: String, required: true },
    filter: { type: filterSchema, required: true },
    state: { type: String, required: true },
    sent: { type: Number, required: true },
    after: { type: subdocument<Cursor>({ at: number, id: text }) },
    createdAt: { type: Number, required: true },
    endedAt: { type: Number },
  } satisfies FieldsOf<WebhookReplay>,
  {
    collection: 'webhook_replays',
    versionKey: false,
    strict: 'throw',
    minimize: false,
    id: false,
  },
);
schema.index({ merchantId: 1, id: 1 }, { unique: true });
// For the sweeper; few are in this state.
schema.index({ createdAt: 1 }, { partialFilterExpression: { state: 'running' } });

/** Replays of many webhooks, and how far each has come. */
export function webhookReplayStore(connection: Connection) {
  const model = connection.model<WebhookReplay>('WebhookReplay', schema);

  const find = async ({ merchantId, id }: ReplayRef): Promise<WebhookReplay | undefined> =>
    (await model.findOne({ merchantId, id }, { _id: 0 }).lean<WebhookReplay>()) ?? undefined;

  return {
    /** Writes it down, and gives it as it stands: one that was written before is as far as it has come since. */
    insert: async (replay: WebhookReplay): Promise<WebhookReplay> => {
      try {
        await model.create(replay);
        return replay;
      } catch (error) {
        const standing = isDuplicate(error) && (await find(replay));
        if (!standing) throw error;
        return standing;
      }
    },

    find,

    /** Those of all merchants that were asked for before `until` and of which no page was sent, the oldest first. */
    notStarted: (until: number, most: number): Promise<readonly WebhookReplay[]> =>
      model
        .find({ state: 'running', sent: 0, createdAt: { $lt: until } }, { _id: 0 })
        .sort({ createdAt: 1 })
        .limit(most)
        .lean<WebhookReplay[]>()
        .exec(),

    /** So many more were handed over, and it goes on behind that place; a step that is known already is not counted again. */
    advance: async (
      { merchantId, id, sent }: Pick<WebhookReplay, 'merchantId' | 'id' | 'sent'>,
      { count, after }: { readonly count: number; readonly after?: Cursor | undefined },
    ): Promise<void> => {
      const end = { state: 'done', endedAt: Date.now() };
      await model.updateOne(
        { merchantId, id, sent, state: 'running' },
        { $set: { sent: sent + count, ...(after ? { after } : end) } },
      );
    },

    /** Nothing more of it is sent; one that is over already stays as it is. */
    cancel: async ({ merchantId, id }: ReplayRef): Promise<void> => {
      await model.updateOne(
        { merchantId, id, state: 'running' },
        { $set: { state: 'canceled', endedAt: Date.now() } },
      );
    },
  };
}
