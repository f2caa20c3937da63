import { Schema, type Connection } from 'mongoose';
import type { CardName, CardOwner, CardsOfToken, CardUse, SavedCard } from '../domain/card/card.ts';
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
// A network may give the same token for a card that two customers have saved, or one at two accounts: to us those are two cards.
schema.index({ merchantId: 1, customerId: 1, sandbox: 1, token: 1, pgCode: 1 }, { unique: true });
// Few have it, and only for a minute.
schema.index({ forgetAt: 1 }, { sparse: true });

const plain = { _id: 0, forgetAt: 0 } as const;

export type CardStore = ReturnType<typeof cardStore>;

/** The cards that customers let merchants keep: `cards`. What is deleted stays without its holder, so that a late save revives nothing. */
export function cardStore(connection: Connection) {
  const model = connection.model<SavedCard>('Card', schema);

  return {
    /**
     * Keeps a card that was saved. Safe to repeat, early or late: a card that has been there before keeps its creation and its
     * agreements, and one that was deleted since its payment began stays deleted.
     */
    keep: async (card: SavedCard): Promise<void> => {
      const { merchantId, customerId, sandbox, pgCode, token, ...rest } = card;
      const { createdAt, agreements, usedAt, ...facts } = rest;
      const name = { merchantId, customerId, sandbox, pgCode, token };
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

    find: async (name: CardName): Promise<SavedCard | undefined> =>
      (await model.findOne(nameOf(name), plain).lean<SavedCard>()) ?? undefined,

    /** Of a customer's cards this one is locked for the agreement, and no other is; without a card none. */
    lockFor: async (
      { merchantId, customerId, sandbox }: CardOwner,
      agreementId: string,
      card: Pick<CardName, 'pgCode' | 'token'> | undefined,
    ): Promise<void> => {
      const owner = { merchantId, customerId, sandbox };
      const locked = card && { pgCode: card.pgCode, token: card.token };
      if (locked)
        await model.updateOne({ ...owner, ...locked }, { $addToSet: { agreements: agreementId } });
      await model.updateMany(
        { ...owner, agreements: agreementId, ...(locked && { $nor: [locked] }) },
        { $pull: { agreements: agreementId } },
      );
    },

    /** Notes that its customer has paid with a card. Safe to repeat and to come late: the last time counts, and what is deleted stays so. */
    use: async (used: CardUse): Promise<void> => {
      await model.updateOne(nameOf(used), { $max: { usedAt: used.at } });
    },

    /** Deleted cards of which a network does not know that yet, the longest due first; at most so many. */
    toForget: (now: number, limit: number): Promise<readonly SavedCard[]> =>
      model
        .find({ forgetAt: { $lte: now } }, plain)
        .sort({ forgetAt: 1 })
        .limit(limit)
        .lean<SavedCard[]>()
        .exec(),

    /**
     * Whether a card of that token is still somebody's at any account of the network, so that it has to keep it: accounts that were
     * given the same token are one and the same there.
     */
    isHeld: async ({
      merchantId,
      gateway,
      token,
    }: Pick<SavedCard, 'merchantId' | 'gateway' | 'token'>): Promise<boolean> =>
      (await model.exists({ merchantId, gateway, token, deletedAt: { $exists: false } })) !== null,

    /** The network has forgotten it; or with `again` it is to be told later. Nothing when the card was saved again meanwhile. */
    forgot: async (name: CardName, again?: number): Promise<void> => {
      await model.updateOne(
        { ...nameOf(name), deletedAt: { $exists: true } },
        again === undefined ? { $unset: { forgetAt: 1 } } : { $set: { forgetAt: again } },
      );
    },

    /** Deletes them all. Throws what `refuseUnlessDeletable` throws. */
    remove: async (
      { merchantId, customerId, sandbox, token, pgCodes }: CardsOfToken,
      now: number,
    ): Promise<void> => {
      const meant: object = {
        merchantId,
        customerId,
        sandbox,
        token,
        ...(pgCodes && { pgCode: { $in: pgCodes } }),
        deletedAt: { $exists: false },
      };
      const find = () => model.find(meant, plain).lean<SavedCard[]>();
      const known = await find();
      refuseUnlessDeletable(known);
      const { modifiedCount } = await model.updateMany(
        { ...meant, agreements: { $size: 0 } },
        { $set: { deletedAt: now, forgetAt: now }, $unset: { holder: 1 } },
      );
      if (modifiedCount >= known.length) return;
      refuseUnlessDeletable(await find());
      throw new Error('The card was written while it was deleted. Try again.');
    },
  };
}

function nameOf({ merchantId, customerId, sandbox, pgCode, token }: CardName): CardName {
  return { merchantId, customerId, sandbox, pgCode, token };
}

function unlessDuplicate(error: unknown): void {
  if (!isDuplicate(error)) throw error;
}
