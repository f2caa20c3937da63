import { Schema, type Connection } from 'mongoose';
import type { MerchantId, SessionId, ShortCode } from '../domain/ids.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';

const KINDS = ['checkout', 'attachment', 'receipt'] as const;

/**
 * A short link. It names a page of ours by its kind and its transaction, never an address, so that nobody can make it lead
 * elsewhere.
 */
export interface ShortLink {
  readonly code: ShortCode;
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly kind: (typeof KINDS)[number];
  /** Then the code is forgotten. */
  readonly expiresAt: Date;
}

const OF_PAGE = { merchantId: 1, sessionId: 1, kind: 1 } as const;

const schema = new Schema(
  {
    code: { type: String, required: true },
    merchantId: { type: String, required: true },
    sessionId: { type: String, required: true },
    kind: { type: String, required: true, enum: KINDS },
    expiresAt: { type: Date, required: true },
  } satisfies FieldsOf<ShortLink>,
  { collection: 'short_links', versionKey: false, strict: 'throw' },
);
schema.index({ code: 1 }, { unique: true });
schema.index(OF_PAGE, { unique: true });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Beside a million codes a new one clashes once in 200 million times; also another request may make the same link. */
const TRIES = 5;

export function shortLinkStore(connection: Connection) {
  const model = connection.model<ShortLink>('ShortLink', schema);
  const once = async (
    { merchantId, sessionId, kind, expiresAt }: Omit<ShortLink, 'code'>,
    code: ShortCode,
  ): Promise<ShortCode | undefined> => {
    try {
      const link = await model
        .findOneAndUpdate(
          { merchantId, sessionId, kind },
          { $setOnInsert: { code }, $max: { expiresAt } },
          { upsert: true, returnDocument: 'after', projection: { _id: 0 } },
        )
        .lean<ShortLink>();
      return link?.code;
    } catch (error) {
      // The code is taken, or somebody else made the same link at this moment.
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  };

  return {
    /** The code of this link: the one that it has, or else a new one of `mint`. Its life is only ever made longer. */
    ensure: async (link: Omit<ShortLink, 'code'>, mint: () => ShortCode): Promise<ShortCode> => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const code = await once(link, mint());
        if (code !== undefined) return code;
      }
      throw new Error('No free code for a short link was found.');
    },

    /** Has the links that a transaction has live until then, where they would end before. */
    prolong: async ({ merchantId, sessionId }: TransactionRef, expiresAt: Date): Promise<void> => {
      await model.updateMany({ merchantId, sessionId }, { $max: { expiresAt } }).hint(OF_PAGE);
    },

    /** Forgets the codes of a transaction that is removed; they lead nowhere from then on. */
    removeOf: async ({ merchantId, sessionId }: TransactionRef): Promise<void> => {
      await model.deleteMany({ merchantId, sessionId });
    },

    find: async (code: ShortCode): Promise<ShortLink | undefined> =>
      (await model
        .findOne({ code, expiresAt: { $gt: new Date() } }, { _id: 0 })
        .lean<ShortLink>()) ?? undefined,
  };
}
