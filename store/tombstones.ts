import { Schema, type Connection } from 'mongoose';
import type { Dispute } from '../domain/dispute/dispute.ts';
import type { MerchantId, ReferenceNumber } from '../domain/ids.ts';
import type { OperationEntry } from '../domain/operation/operation.ts';
import type { LateMoney, Tombstone } from '../domain/transaction/tombstone.ts';
import type { Alert, TransactionRef } from '../domain/transaction/transaction.ts';
import { isDuplicate } from './connection.ts';
import { moneySchema } from './money.ts';
import { disputeSchema, entrySchema, removedAttemptSchema } from './transaction-parts.ts';
import { subdocument, type FieldsOf } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number, required: true };
const money = { type: moneySchema, required: true };

const alertSchema = subdocument<Pick<Alert, 'kind' | 'referenceNumber'>>({
  kind: needed,
  referenceNumber: needed,
});
const lateMoneySchema = subdocument<LateMoney>({
  referenceNumber: needed,
  charged: money,
  at: number,
});
const deletedBySchema = subdocument<NonNullable<Tombstone['deletedBy']>>({
  id: { type: Number },
  username: text,
});

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
      type: [removedAttemptSchema],
      required: true,
    },
    operations: { type: [entrySchema], default: undefined },
    settledPgCode: text,
    settledAmount: { type: moneySchema },
    alerts: { type: [alertSchema], default: undefined },
    createdAt: number,
    deletedAt: number,
    deletedBy: { type: deletedBySchema },
    lateMoney: {
      type: [lateMoneySchema],
      required: true,
    },
    disputes: { type: [disputeSchema], default: undefined },
  } satisfies FieldsOf<Tombstone>,
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

    /** Adds a network's word on a dispute, once, with the alert that it is, where it is one; true when it was new. */
    addDispute: async (
      { merchantId, sessionId }: TransactionRef,
      word: Dispute,
      alert?: Pick<Alert, 'kind' | 'referenceNumber'>,
    ): Promise<boolean> => {
      const { disputeId, state, saidAt, movements } = word;
      const same = { disputeId, state, saidAt, movements: { $size: movements.length } };
      const { modifiedCount } = await model.updateOne(
        { merchantId, sessionId, disputes: { $not: { $elemMatch: same } } },
        { $push: { disputes: word, ...(alert && { alerts: alert }) } },
      );
      return modifiedCount === 1;
    },

    /** Adds what was done with such money at the gateway itself, once. */
    addOperation: async (
      { merchantId, sessionId }: TransactionRef,
      operation: OperationEntry,
    ): Promise<void> => {
      await model.updateOne(
        { merchantId, sessionId, 'operations.sessionId': { $ne: operation.sessionId } },
        { $push: { operations: operation } },
      );
    },

    /**
     * All that had an attempt, of all merchants, in the order of their session ids, a few at a time in memory. For who checks
     * the books of the whole system.
     */
    bySession: (): AsyncIterable<Tombstone> =>
      model
        .find({ 'attempts.0': { $exists: true } }, { _id: 0 })
        .sort({ sessionId: 1 })
        .lean<Tombstone>()
        .cursor({ batchSize: 200 }),

    /** Which of these attempts are kept here, of whatever merchant: for who checks the books of the whole system. */
    removedReferences: async (
      references: readonly ReferenceNumber[],
    ): Promise<readonly ReferenceNumber[]> => {
      const wanted = new Set(references);
      const found = await model
        .find(
          { 'attempts.referenceNumber': { $in: references } },
          { _id: 0, 'attempts.referenceNumber': 1 },
        )
        .lean<Pick<Tombstone, 'attempts'>[]>();
      return found
        .flatMap(({ attempts }) => attempts.map(({ referenceNumber }) => referenceNumber))
        .filter((reference) => wanted.has(reference));
    },

    /** Those for which money came late, the latest first. */
    withLateMoney: async (merchantId: MerchantId): Promise<readonly Tombstone[]> =>
      model
        .find({ merchantId, 'lateMoney.0': { $exists: true } }, { _id: 0 })
        .sort({ deletedAt: -1 })
        .lean<Tombstone[]>(),
  };
}
