import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { isDuplicate } from './connection.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';
import type { SettingsCache } from './settings-cache.ts';
import { subdocument, type FieldsOf } from './fields.ts';

/** Whose key it was: the merchant's own, or that of one of its endpoints. */
export interface KeyOwner {
  readonly merchantId: MerchantId;
  readonly endpointId?: string | undefined;
}

/** A key that is not the present one any more. Times are epoch milliseconds. */
export interface PreviousKey {
  readonly key: string;
  /** It signs until then. */
  readonly until: number;
  readonly now: number;
}

interface KeptKey {
  /** Sealed. */
  readonly key: string;
  readonly until: Date;
}

/** All of an owner. */
interface Kept {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly keys: readonly KeptKey[];
  /** The end of the last one: MongoDB removes the document then. */
  readonly until: Date;
}

const keySchema = subdocument<KeptKey>({
  key: { type: String },
  until: { type: Date },
});

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    endpointId: { type: String, default: '' },
    keys: { type: [keySchema], required: true },
    until: { type: Date, required: true },
  } satisfies FieldsOf<Kept>,
  { collection: 'previous_webhook_keys', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, endpointId: 1 }, { unique: true });
// What is over is removed within minutes; until then nobody is given it.
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type PreviousKeyStore = ReturnType<typeof previousKeyStore>;

/** Keys that still sign webhooks beside a new one, for a time. */
export function previousKeyStore(connection: Connection, sealer: Sealer, settings: SettingsCache) {
  const model = connection.model<Kept>('PreviousWebhookKey', schema);
  const { kept, writing } = settings.of(model.collection.name);
  const openedOf = kept(async (owner: KeyOwner): Promise<readonly KeptKey[]> => {
    const found = await model.findOne(nameOf(owner), { _id: 0 }).lean<Kept>();
    return (found?.keys ?? []).map((one) => ({
      ...one,
      key: sealer.open(placeOf(owner), one.key),
    }));
  });
  return {
    /** Keeps a key beside those that are still good. */
    keep: writing(async (owner: KeyOwner, { key, until, now }: PreviousKey): Promise<void> => {
      const name = nameOf(owner);
      for (;;) {
        const found = await model.findOne(name, { _id: 0 }).lean<Kept>();
        const open = (one: KeptKey) => sealer.open(placeOf(owner), one.key);
        const all = found?.keys ?? [];
        const same = all.find((one) => open(one) === key);
        const others = all.filter((one) => one !== same && isGood(one, now));
        const end = new Date(Math.max(until, same?.until.getTime() ?? until));
        const keys = [...others, { key: sealer.seal(placeOf(owner), key), until: end }];
        const last = new Date(Math.max(...keys.map((one) => one.until.getTime())));
        if (await written({ ...name, keys, until: last }, found)) return;
      }
    }),

    /** Ends all of them: from now on the present key signs alone. */
    removeAll: writing(async (owner: KeyOwner): Promise<void> => {
      await model.deleteOne(nameOf(owner));
    }),

    /** The keys that are still good. */
    find: async (owner: KeyOwner, now: number): Promise<readonly string[]> => {
      const opened = await openedOf(owner);
      return opened.filter((one) => isGood(one, now)).map(({ key }) => key);
    },

    /** Seals every key that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const found of model.find({}, { _id: 0 }).lean<Kept[]>().cursor()) {
        let renewed = 0;
        const keys = found.keys.map((one) => {
          const key = sealer.renew(placeOf(found), one.key, leave);
          if (key === undefined) return one;
          renewed += 1;
          return { ...one, key };
        });
        // Somebody who writes at the same time writes with the first key, and wins.
        if (renewed > 0 && (await written({ ...found, keys }, found))) count += renewed;
      }
      return count;
    },
  };

  /** Writes them when nobody has changed what was read; false when somebody has. Each sealing differs from all before. */
  async function written(kept: Kept, read: Kept | null): Promise<boolean> {
    const { merchantId, endpointId } = kept;
    if (read) {
      const { keys } = read;
      return (await model.replaceOne({ merchantId, endpointId, keys }, kept)).matchedCount === 1;
    }
    try {
      await model.create(kept);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

function isGood({ until }: KeptKey, now: number): boolean {
  return until.getTime() > now;
}

function nameOf({ merchantId, endpointId = '' }: KeyOwner) {
  return { merchantId, endpointId };
}

function placeOf({
  merchantId,
  endpointId = '',
}: Pick<KeyOwner, 'endpointId'> & { readonly merchantId: string }): SealedPlace {
  return { collection: 'previous_webhook_keys', record: [merchantId, endpointId], field: 'key' };
}
