import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { isDuplicate } from './connection.ts';
import type { SealedPlace, Sealer } from './sealed.ts';
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

/**
 * All of an owner. `key` is the one that lasts longest, because MongoDB removes the document at its end, and because the
 * release before this one knows no others.
 */
interface Kept extends KeptKey {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly others?: readonly KeptKey[];
}

const keySchema = subdocument<KeptKey>({
  key: { type: String },
  until: { type: Date },
});

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    endpointId: { type: String, default: '' },
    key: { type: String, required: true },
    until: { type: Date, required: true },
    others: {
      type: [keySchema],
      default: undefined,
    },
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
    if (!found) return [];
    return keysIn(found).map((one) => ({ ...one, key: sealer.open(placeOf(owner), one.key) }));
  });
  return {
    /**
     * Keeps a key beside those that are still good. One that is over at once ends all of them: from now on the present key
     * signs alone.
     */
    keep: writing(async (owner: KeyOwner, { key, until, now }: PreviousKey): Promise<void> => {
      const name = nameOf(owner);
      if (until <= now) {
        await model.deleteOne(name);
        return;
      }
      for (;;) {
        const found = await model.findOne(name, { _id: 0 }).lean<Kept>();
        const open = (one: KeptKey) => sealer.open(placeOf(owner), one.key);
        const all = found ? keysIn(found) : [];
        const same = all.find((one) => open(one) === key);
        const others = all.filter((one) => one !== same && isGood(one, now));
        const end = new Date(Math.max(until, same?.until.getTime() ?? until));
        const anew = { key: sealer.seal(placeOf(owner), key), until: end };
        if (await written({ ...name, ...inOne(anew, others) }, found)) return;
      }
    }),

    /** The keys that are still good. */
    find: async (owner: KeyOwner, now: number): Promise<readonly string[]> => {
      const opened = await openedOf(owner);
      return opened.filter((one) => isGood(one, now)).map(({ key }) => key);
    },

    /** Seals every key that is not yet sealed with the first key; gives how many those were. */
    reseal: async (): Promise<number> => {
      let count = 0;
      for await (const found of model.find({}, { _id: 0 }).lean<Kept[]>().cursor()) {
        let renewed = 0;
        const anew = <T extends KeptKey>(one: T): T => {
          const key = sealer.renew(placeOf(found), one.key);
          if (key === undefined) return one;
          renewed += 1;
          return { ...one, key };
        };
        const others = found.others?.map(anew);
        const resealed = { ...anew(found), ...(others && { others }) };
        // Somebody who writes at the same time writes with the first key, and wins.
        if (renewed > 0 && (await written(resealed, found))) count += renewed;
      }
      return count;
    },
  };

  /** Writes them when nobody has changed what was read; false when somebody has. Each sealing differs from all before. */
  async function written(kept: Kept, read: Kept | null): Promise<boolean> {
    const { merchantId, endpointId } = kept;
    if (read) {
      const was = { key: read.key, others: read.others ?? { $exists: false } };
      return (await model.replaceOne({ merchantId, endpointId, ...was }, kept)).matchedCount === 1;
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

function keysIn({ key, until, others = [] }: Kept): readonly KeptKey[] {
  return [{ key, until }, ...others];
}

function isGood({ until }: KeptKey, now: number): boolean {
  return until.getTime() > now;
}

function inOne(key: KeptKey, more: readonly KeptKey[]): KeptKey & Pick<Kept, 'others'> {
  const longest = more.reduce((one, two) => (two.until > one.until ? two : one), key);
  const others = [key, ...more].filter((one) => one !== longest);
  return { ...longest, ...(others.length > 0 && { others }) };
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
