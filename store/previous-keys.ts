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

    /** Seals every key that is not yet sealed with the first key; gives how many those were. */
    reseal: async (): Promise<number> => {
      let count = 0;
      for await (const { merchantId, endpointId, key } of model.find().lean<Kept[]>().cursor()) {
        const name = { merchantId, endpointId };
        const anew = sealer.renew(placeOf(name), key);
        if (anew === undefined) continue;
        // Somebody who writes at the same time writes with the first key, and wins.
        const change = { $set: { key: anew } };
        count += (await model.updateOne({ ...name, key }, change)).modifiedCount;
      }
      return count;
    },
  };
}

function nameOf({ merchantId, endpointId = '' }: KeyOwner) {
  return { merchantId, endpointId };
}

function placeOf({
  merchantId,
  endpointId = '',
}: Pick<KeyOwner, 'endpointId'> & { readonly merchantId: string }): Place {
  return { collection: 'previous_webhook_keys', record: [merchantId, endpointId], field: 'key' };
}
