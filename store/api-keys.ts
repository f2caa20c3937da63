import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';

/** An API key as it is kept: the secret only as a SHA-256 hash, in hex. */
export interface ApiKey {
  readonly prefix: string;
  readonly hash: string;
  readonly kind: 'private' | 'public';
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly revoked: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt?: number;
}

const schema = new Schema(
  {
    prefix: { type: String, required: true },
    hash: { type: String, required: true },
    kind: { type: String, required: true, enum: ['private', 'public'] },
    merchantId: { type: String, required: true },
    name: { type: String, required: true, maxlength: 50 },
    revoked: { type: Boolean, required: true },
    expiresAt: { type: Number },
  },
  { collection: 'api_keys', versionKey: false, strict: 'throw' },
);
schema.index({ prefix: 1 }, { unique: true });

export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

export function apiKeyStore(connection: Connection) {
  const model = connection.model<ApiKey>('ApiKey', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    put: async (key: ApiKey): Promise<void> => {
      await model.replaceOne({ prefix: key.prefix }, key, { upsert: true });
    },

    /** The key whose first characters these are; whether it is the right one, its hash decides. */
    findByPrefix: async (prefix: string): Promise<ApiKey | undefined> =>
      (await model.findOne({ prefix }, { _id: 0 }).lean<ApiKey>()) ?? undefined,
  };
}
