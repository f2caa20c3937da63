import { Schema, type Connection } from 'mongoose';
import type { CardName, CardOwner, CardUse, SavedCard } from '../domain/card/card.ts';
import { refuseUnlessDeletable } from '../domain/card/deletion.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';
import { expirySchema } from './transaction-parts.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number, required: true };
const flag = { type: Boolean, required: true };

/** No field could hold a card number or a CVV: they never reach us (contract/cards#no-card-data). */
const schema = new Schema(
  {
    token: needed,
    merchantId: needed,
    customerId: needed,
    pgCode: needed,
    gateway: needed,
    sandbox: flag,
    lastFour: { type: String, required: true, match: /^\d{4}$/ },
    expiry: { type: expirySchema, required: true },
    brand: text,
    holder: text,
    cvvRequired: flag,
    autoDebit: flag,
    agreements: { type: [String], required: true },
    createdAt: number,
    usedAt: number,
    deletedAt: { type: Number },
    // When its network is to be told, or told again, that it is deleted; gone once it has been.
    forgetAt: { type: Number },
  } satisfies FieldsOf<SavedCard & { readonly forgetAt?: number }>,
  { collection: 'cards', versionKey: false, strict: 'throw', id: false },
);
// A network may give the same token for a card that two customers have saved: to us those are two cards.
schema.index({ merchantId: 1, customerId: 1, sandbox: 1, token: 1 }, { unique: true });
// Few have it, and only for a minute.
schema.index({ forgetAt: 1 }, { sparse: true });

const plain = { _id: 0, forgetAt: 0 } as const;

export type CardStore = ReturnType<typeof cardStore>;

/** The cards that customers let merchants keep: `cards`. What is deleted stays as a mark, so that a late save revives nothing. */
export function cardStore(connection: Connection) {
  const model = connection.model<SavedCard>('Card', schema);
  const find = async ({
    merchantId,
    customerId,
    sandbox,
    token,
  }: CardName): Promise<SavedCard | undefined> =>
    (await model.findOne({ merchantId, customerId, sandbox, token }, plain).lean<SavedCard>()) ??
    undefined;

  return {
    /**
     * Keeps a card that was saved. Safe to repeat, early or late: a card that has been there before keeps its creation and its
     * agreements, and one that was deleted since stays deleted.
     */
    keep: async (card: SavedCard): Promise<void> => {
      const { merchantId, customerId, sandbox, token, ...rest } = card;
      const { createdAt, agreements, usedAt, ...facts } = rest;
      const name = { merchantId, customerId, sandbox, token };
      if (await model.exists({ ...name, deletedAt: { $gte: usedAt } })) return;
      const write = () =>
        model.updateOne(
          { ...name, $or: [{ deletedAt: { $exists: false } }, { deletedAt: { $lt: usedAt } }] },
          {
            $set: facts,
            $max: { usedAt },
            $setOnInsert: { createdAt, agreements },
            $unset: { deletedAt: 1, forgetAt: 1 },
          },
          { upsert: true, runValidators: true },
        );
      try {
        await write();
      } catch (error) {
        // Written by somebody else at the same moment, and then there to be changed; or deleted later than it was saved.
        if (!isDuplicate(error)) throw error;
        await write().catch(unlessDuplicate);
      }
    },

    /** All of a customer's cards that are not deleted, in no order. */
    list: ({ merchantId, customerId, sandbox }: CardOwner): Promise<readonly SavedCard[]> =>
      model
        .find({ merchantId, customerId, sandbox, deletedAt: { $exists: false } }, plain)
        .lean<SavedCard[]>()
        .exec(),

    find,

    /** Of a customer's cards the one of this token is locked for the agreement, and no other is; without a token none. */
    lockFor: async (
      { merchantId, customerId, sandbox }: CardOwner,
      agreementId: string,
      token: string | undefined,
    ): Promise<void> => {
      const owner = { merchantId, customerId, sandbox };
      if (token !== undefined)
        await model.updateOne({ ...owner, token }, { $addToSet: { agreements: agreementId } });
      await model.updateMany(
        {
          ...owner,
          agreements: agreementId,
          ...(token !== undefined && { token: { $ne: token } }),
        },
        { $pull: { agreements: agreementId } },
      );
    },

    /** Notes that a card has paid. Safe to repeat and to come late: the last time counts, and what is deleted stays so. */
    use: async ({ merchantId, customerId, sandbox, token, at }: CardUse): Promise<void> => {
      await model.updateOne({ merchantId, customerId, sandbox, token }, { $max: { usedAt: at } });
    },

    /** Deleted cards of which a network does not know that yet, the longest due first; at most so many. */
    toForget: (now: number, limit: number): Promise<readonly SavedCard[]> =>
      model
        .find({ forgetAt: { $lte: now } }, plain)
        .sort({ forgetAt: 1 })
        .limit(limit)
        .lean<SavedCard[]>()
        .exec(),

    /** Whether a card of that token is still somebody's, so that its network has to keep it. */
    isHeld: async ({
      merchantId,
      pgCode,
      token,
    }: Pick<SavedCard, 'merchantId' | 'pgCode' | 'token'>): Promise<boolean> =>
      (await model.exists({ merchantId, pgCode, token, deletedAt: { $exists: false } })) !== null,

    /** The network has forgotten it; or with `again` it is to be told later. Nothing when the card was saved again meanwhile. */
    forgot: async (
      { merchantId, customerId, sandbox, token }: CardName,
      again?: number,
    ): Promise<void> => {
      await model.updateOne(
        { merchantId, customerId, sandbox, token, deletedAt: { $exists: true } },
        again === undefined ? { $unset: { forgetAt: 1 } } : { $set: { forgetAt: again } },
      );
    },

    /** Throws what `refuseUnlessDeletable` throws. */
    remove: async (name: CardName, now: number): Promise<void> => {
      const { merchantId, customerId, sandbox, token } = name;
      const { modifiedCount } = await model.updateOne(
        {
          merchantId,
          customerId,
          sandbox,
          token,
          agreements: { $size: 0 },
          deletedAt: { $exists: false },
        },
        { $set: { deletedAt: now, forgetAt: now } },
      );
      if (modifiedCount > 0) return;
      refuseUnlessDeletable(await find(name));
      throw new Error('The card was written while it was deleted. Try again.');
    },
  };
}

function unlessDuplicate(error: unknown): void {
  if (!isDuplicate(error)) throw error;
}
