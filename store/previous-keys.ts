import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Place, Sealer } from './sealed.ts';

/** Whose key it was: the merchant's own, or that of one of its endpoints. */
export interface KeyOwner {
  readonly merchantId: MerchantId;
  readonly endpointId?: string | undefined;
}

interface Kept {
  readonly merchantId: string;
  readonly endpointId: string;
  /** Sealed. */
  readonly key: string;
  readonly until: Date;
}

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    endpointId: { type: String, default: '' },
    key: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { collection: 'previous_webhook_keys', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, endpointId: 1 }, { unique: true });
// What is over is removed within minutes; until then nobody is given it.
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type PreviousKeyStore = ReturnType<typeof previousKeyStore>;

/** Keys that still sign webhooks beside a new one, for a time. */
export function previousKeyStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<Kept>('PreviousWebhookKey', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    /** Keeps the key until then, in epoch milliseconds, in place of the one before it. */
    put: async (owner: KeyOwner, key: string, until: number): Promise<void> => {
      const name = nameOf(owner);
      await model.replaceOne(
        name,
        { ...name, key: sealer.seal(placeOf(owner), key), until: new Date(until) },
        { upsert: true },
      );
    },

    /** The key, when it is still good. */
    find: async (owner: KeyOwner, now: number): Promise<string | undefined> => {
      const found = await model
        .findOne({ ...nameOf(owner), until: { $gt: new Date(now) } }, { _id: 0 })
        .lean<Kept>();
      return found ? sealer.open(placeOf(owner), found.key) : undefined;
    },
  };
}

function nameOf({ merchantId, endpointId = '' }: KeyOwner) {
  return { merchantId, endpointId };
}

function placeOf({ merchantId, endpointId = '' }: KeyOwner): Place {
  return { collection: 'previous_webhook_keys', record: [merchantId, endpointId], field: 'key' };
}
