import { Schema, type Connection } from 'mongoose';
import type { Dispute } from '../domain/dispute/dispute.ts';
import type { MerchantId, ReferenceNumber } from '../domain/ids.ts';
import type { OperationEntry } from '../domain/operation/operation.ts';
import { attemptsNamed, type LateMoney, type Tombstone } from '../domain/transaction/tombstone.ts';
import type { Alert, TransactionRef } from '../domain/transaction/transaction.ts';
import { isDuplicate } from './connection.ts';
import { moneySchema } from './money.ts';
import { disputeSchema, entrySchema, removedAttemptSchema } from './transaction-parts.ts';
import type { NamedAttempt } from './transactions.ts';
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
  gatewayPayment: text,
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
// For gateways that tell of a payment by their own name for it.
for (const name of [
  'attempts.gatewayPayment',
  'attempts.gatewayReference',
  'lateMoney.gatewayPayment',
])
  schema.index(
    { merchantId: 1, [name]: 1 },
    { partialFilterExpression: { [name]: { $exists: true } } },
  );
// For the people who give late money back.
schema.index(
  { merchantId: 1, deletedAt: -1 },
  { partialFilterExpression: { 'lateMoney.0': { $exists: true } } },
);

/** What of a tombstone says what its reader knows of money. */
type ReadTombstone = Pick<
  Tombstone,
  'merchantId' | 'sessionId' | 'lateMoney' | 'operations' | 'disputes'
>;

/** The lists only grow. */
function asItWas({
  merchantId,
  sessionId,
  lateMoney,
  operations = [],
  disputes = [],
}: ReadTombstone) {
  return {
    merchantId,
    sessionId,
    [`operations.${operations.length}`]: { $exists: false },
    [`lateMoney.${lateMoney.length}`]: { $exists: false },
    [`disputes.${disputes.length}`]: { $exists: false },
  };
}

export type TombstoneStore = ReturnType<typeof tombstoneStore>;

/** What remains of transactions that were removed for good. Never changed, but for money that comes late. */
export function tombstoneStore(connection: Connection) {
  const model = connection.model<Tombstone>('Tombstone', schema);
  const one = async (filter: object): Promise<Tombstone | undefined> =>
    (await model.findOne(filter, { _id: 0 }).lean<Tombstone>()) ?? undefined;

  return {
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

    /**
     * The attempts of a merchant whose payment a gateway calls so, at whichever account. The page of one that was not paid here may
     * have had no other name, and money that came late has its own.
     */
    paymentsNamed: async (
      merchantId: MerchantId,
      gatewayPayment: string,
    ): Promise<readonly NamedAttempt[]> => {
      const found = await model
        .find(
          {
            merchantId,
            $or: [
              { 'attempts.gatewayPayment': gatewayPayment },
              { 'attempts.gatewayReference': gatewayPayment },
              { 'lateMoney.gatewayPayment': gatewayPayment },
            ],
          },
          { _id: 0, attempts: 1, lateMoney: 1 },
        )
        .lean<Pick<Tombstone, 'attempts' | 'lateMoney'>[]>();
      return found.flatMap((tombstone) => attemptsNamed(tombstone, gatewayPayment));
    },

    /** Adds money that came late; false, and nothing is written, where the tombstone has more than `read` by now. */
    addLateMoney: async (read: ReadTombstone, late: LateMoney): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(asItWas(read), {
        $push: { lateMoney: late },
      });
      return modifiedCount === 1;
    },

    /** The same of a network's word on a dispute, with the alert that it is, where it is one. */
    addDispute: async (
      read: ReadTombstone,
      word: Dispute,
      alert?: Pick<Alert, 'kind' | 'referenceNumber'>,
    ): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(asItWas(read), {
        $push: { disputes: word, ...(alert && { alerts: alert }) },
      });
      return modifiedCount === 1;
    },

    /** The same of what was done with such money at the gateway itself. */
    addOperations: async (
      read: ReadTombstone,
      operations: readonly OperationEntry[],
    ): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(asItWas(read), {
        $push: { operations: { $each: operations } },
      });
      return modifiedCount === 1;
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
