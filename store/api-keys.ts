import { randomBytes, randomUUID, createHash } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { isDuplicate } from './connection.ts';
import type { SettingsCache } from './settings-cache.ts';
import type { FieldsOf } from './fields.ts';

/** An API key as it is kept: the secret only as a SHA-256 hash, in hex. */
export interface ApiKey {
  /** The first characters. They find the key and are no secret. */
  readonly prefix: string;
  readonly hash: string;
  readonly kind: 'private' | 'public';
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly revoked: boolean;
  /** Epoch milliseconds, as all times here. */
  readonly expiresAt?: number;
  readonly createdAt?: number;
  /** To `USED_WITHIN_MS`: not every request writes it. */
  readonly lastUsedAt?: number;
  /** The private and the public key that were made together. */
  readonly pair?: string;
}

/** A new pair in clear: shown once, for nobody can read it later. */
export interface ApiKeyPair {
  readonly pair: string;
  readonly private: string;
  readonly public: string;
}

/** How exactly the last use of a key is known, in milliseconds. */
export const USED_WITHIN_MS = 10 * 60_000;

const schema = new Schema(
  {
    prefix: { type: String, required: true },
    hash: { type: String, required: true },
    kind: { type: String, required: true, enum: ['private', 'public'] },
    merchantId: { type: String, required: true },
    name: { type: String, required: true, maxlength: 50 },
    revoked: { type: Boolean, required: true },
    expiresAt: { type: Number },
    createdAt: { type: Number },
    lastUsedAt: { type: Number },
    pair: { type: String },
  } satisfies FieldsOf<ApiKey>,
  { collection: 'api_keys', versionKey: false, strict: 'throw' },
);
schema.index({ prefix: 1 }, { unique: true });
schema.index({ merchantId: 1, pair: 1 });
// For the list of a merchant's keys, in its order.
schema.index({ merchantId: 1, createdAt: -1, kind: 1 });

export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

export function apiKeyStore(connection: Connection, settings: SettingsCache) {
  const model = connection.model<ApiKey>('ApiKey', schema);
  const { kept, writing } = settings.of(model.collection.name);
  return {
    put: writing(async (key: ApiKey): Promise<void> => {
      await model.replaceOne({ prefix: key.prefix }, key, { upsert: true });
    }),

    /** Makes a private and a public key. A merchant may have as many valid pairs as it likes, so that it can rotate. */
    createPair: async (
      merchantId: MerchantId,
      { name, expiresAt }: { readonly name: string; readonly expiresAt?: number },
    ): Promise<ApiKeyPair> => {
      for (;;) {
        const made = newPair();
        const common = {
          merchantId,
          name,
          revoked: false,
          createdAt: Date.now(),
          pair: made.pair,
          ...(expiresAt !== undefined && { expiresAt }),
        };
        const keys = (['private', 'public'] as const).map((kind) => ({
          ...common,
          kind,
          prefix: made[kind].slice(0, KEY_PREFIX_LENGTH),
          hash: keyHash(made[kind]),
        }));
        try {
          await model.create(keys, { ordered: true });
          return made;
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          // One in four billion: the first characters are taken. Half a pair is worth nothing.
          await model.deleteMany({ merchantId, pair: made.pair });
        }
      }
    },

    /** All keys of a merchant, without their hashes, newest first. */
    list: (merchantId: MerchantId): Promise<readonly Omit<ApiKey, 'hash'>[]> =>
      model
        .find({ merchantId }, { _id: 0, hash: 0 })
        .sort({ createdAt: -1, kind: 1 })
        .lean<Omit<ApiKey, 'hash'>[]>()
        .exec(),

    /** Ends a pair, or a single key by its prefix, for good; gives how many keys that ended. */
    revoke: writing(async (merchantId: MerchantId, pairOrPrefix: string): Promise<number> => {
      const { modifiedCount } = await model.updateMany(
        {
          merchantId,
          revoked: false,
          $or: [{ pair: pairOrPrefix }, { prefix: pairOrPrefix }],
        },
        { $set: { revoked: true } },
      );
      return modifiedCount;
    }),

    /** The key whose first characters these are; whether it is the right one, its hash decides. */
    findByPrefix: kept(
      async (prefix: string): Promise<ApiKey | undefined> =>
        (await model.findOne({ prefix }, { _id: 0 }).lean<ApiKey>()) ?? undefined,
    ),

    /** Remembers that a key was used. The time only goes forward, whoever of many writes last. */
    markUsed: async ({ prefix }: Pick<ApiKey, 'prefix'>, at: number): Promise<void> => {
      await model.updateOne({ prefix }, { $max: { lastUsedAt: at } });
    },
  };
}

/** The characters of a key by which it is found; the rest is the secret. */
export const KEY_PREFIX_LENGTH = 8;

/** How a key is kept: SHA-256, because a random secret of 32 characters needs no slow hash. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** In the forms that merchants know: eight characters, a dot and the secret; forty characters of hex. */
function newPair(): ApiKeyPair {
  return { pair: randomUUID(), private: `${hex(4)}.${hex(16)}`, public: hex(20) };
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
