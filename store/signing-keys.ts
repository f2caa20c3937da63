import { Schema, type Connection } from 'mongoose';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';
import type { FieldsOf } from './fields.ts';

/** A key that verifies tokens: what of a signing key everybody may see. */
export interface PublishedKey {
  readonly kid: string;
  /** A JWK as JSON text. */
  readonly publicJwk: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A key that signs tokens. The private part is a JWK as JSON text, sealed while it is kept. */
export interface SigningKey extends PublishedKey {
  readonly privateJwk: string;
}

/** Longer than any key signs and its tokens live: then it is dropped. */
const KEPT_SECONDS = 45 * 24 * 60 * 60;

const schema = new Schema(
  {
    kid: { type: String, required: true },
    publicJwk: { type: String, required: true },
    privateJwk: { type: String, required: true },
    createdAt: { type: Number, required: true },
    keptSince: { type: Date, required: true },
  } satisfies FieldsOf<SigningKey & { readonly keptSince: Date }>,
  { collection: 'signing_keys', versionKey: false, strict: 'throw' },
);
schema.index({ kid: 1 }, { unique: true });
schema.index({ keptSince: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export type SigningKeyStore = ReturnType<typeof signingKeyStore>;

const placeOf = (kid: string): SealedPlace => ({
  collection: 'signing_keys',
  record: [kid],
  field: 'privateJwk',
});

export function signingKeyStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<SigningKey & { readonly keptSince: Date }>('SigningKey', schema);
  return {
    add: async (key: SigningKey): Promise<void> => {
      const privateJwk = sealer.seal(placeOf(key.kid), key.privateJwk);
      await model.create({ ...key, privateJwk, keptSince: new Date(key.createdAt) });
    },

    /** All keys that were made since, newest first, without their private parts. */
    since: (createdAt: number): Promise<readonly PublishedKey[]> =>
      model
        .find({ createdAt: { $gte: createdAt } }, { _id: 0, keptSince: 0, privateJwk: 0 })
        .sort({ createdAt: -1 })
        .lean<PublishedKey[]>()
        .exec(),

    /** The private part of a key; for signing only. */
    privateJwk: async (kid: string): Promise<string | undefined> => {
      const found = await model.findOne({ kid }, { privateJwk: 1 }).lean<SigningKey>();
      return found ? sealer.open(placeOf(kid), found.privateJwk) : undefined;
    },

    /** Drops a key that somebody else may have: what it signed is worth nothing any more. False when there is none. */
    drop: async (kid: string): Promise<boolean> =>
      (await model.deleteOne({ kid })).deletedCount === 1,

    /** Seals every key that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const { kid, privateJwk } of model
        .find({}, { kid: 1, privateJwk: 1 })
        .lean()
        .cursor()) {
        const anew = sealer.renew(placeOf(kid), privateJwk, leave);
        if (anew === undefined) continue;
        await model.updateOne({ kid }, { $set: { privateJwk: anew } });
        count += 1;
      }
      return count;
    },
  };
}
