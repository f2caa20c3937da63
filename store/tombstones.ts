import { Schema, type Connection } from 'mongoose';
import type { MerchantId, ReferenceNumber } from '../domain/ids.ts';
import type { LateMoney, Tombstone } from '../domain/transaction/tombstone.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import { isDuplicate } from './connection.ts';
import { moneySchema } from './money.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number, required: true };
const money = { type: moneySchema, required: true };

const schema = new Schema(
  {
    merchantId: needed,
    sessionId: needed,
    orderNo: text,
    invoiceNumber: text,
    type: needed,
    state: needed,
    version: number,
    amount: money,
    attempts: {
      type: [
        {
          _id: false,
          referenceNumber: needed,
          pgCode: needed,
          gateway: needed,
          state: needed,
          total: money,
          createdAt: number,
          gatewayReference: text,
        },
      ],
      required: true,
    },
    createdAt: number,
    deletedAt: number,
    deletedBy: { type: new Schema({ id: Number, username: String }, { _id: false, id: false }) },
    lateMoney: {
      type: [{ _id: false, referenceNumber: needed, charged: money, at: number }],
      required: true,
    },
  },
  { collection: 'tombstones', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ sessionId: 1 }, { unique: true });
schema.index({ 'attempts.referenceNumber': 1 });
// For the people who give late money back.
schema.index(
  { merchantId: 1, deletedAt: -1 },
  { partialFilterExpression: { 'lateMoney.0': { $exists: true } } },
);

export type TombstoneStore = ReturnType<typeof tombstoneStore>;

/** What remains of transactions that were removed for good. Never changed, but for money that comes late. */
export function tombstoneStore(connection: Connection) {
  const model = connection.model<Tombstone>('Tombstone', schema);
  const one = async (filter: object): Promise<Tombstone | undefined> =>
    (await model.findOne(filter, { _id: 0 }).lean<Tombstone>()) ?? undefined;

  return {
    ensureIndexes: () => model.createIndexes(),

    /** Writes it once; writing it again changes nothing. */
    insert: async (tombstone: Tombstone): Promise<void> => {
      try {
        await model.create(tombstone);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    },

    find: ({ merchantId, sessionId }: TransactionRef): Promise<Tombstone | undefined> =>
      one({ merchantId, sessionId }),

    /** For gateways, who know nothing but the attempt. */
    findByReference: (referenceNumber: ReferenceNumber): Promise<Tombstone | undefined> =>
      one({ 'attempts.referenceNumber': referenceNumber }),

    /** Adds money that came late, once for an attempt; true when it was new. */
    addLateMoney: async (
      { merchantId, sessionId }: TransactionRef,
      late: LateMoney,
    ): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(
        {
          merchantId,
          sessionId,
          'lateMoney.referenceNumber': { $ne: late.referenceNumber },
        },
        { $push: { lateMoney: late } },
      );
      return modifiedCount === 1;
    },

    /** Those for which money came late, the latest first. */
    withLateMoney: async (merchantId: MerchantId): Promise<readonly Tombstone[]> =>
      model
        .find({ merchantId, 'lateMoney.0': { $exists: true } }, { _id: 0 })
        .sort({ deletedAt: -1 })
        .lean<Tombstone[]>(),
  };
}
