import { Schema, type Connection } from 'mongoose';
import type { MerchantId, ReferenceNumber, SessionId } from '../domain/ids.ts';
import { TRANSACTION_STATES } from '../domain/transaction/states.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import { isDuplicate } from './connection.ts';
import { moneySchema } from './money.ts';
import { asText, fromText } from './verbatim.ts';

const { Mixed } = Schema.Types;
const text = { type: String };
const needed = { type: String, required: true };
const time = { type: Number };

const methodSchema = new Schema(
  {
    pgCode: needed,
    name: needed,
    nameAr: text,
    gateway: needed,
    gatewayName: needed,
    offline: { type: Boolean, required: true },
    kind: needed,
    fee: { type: moneySchema, required: true },
    feeDescription: text,
    multipleAttempts: { type: Boolean, required: true },
    sandbox: { type: Boolean, required: true },
  },
  { _id: false, strict: 'throw' },
);

const attemptSchema = new Schema(
  {
    referenceNumber: needed,
    pgCode: needed,
    gateway: needed,
    kind: needed,
    sandbox: { type: Boolean, required: true },
    state: needed,
    total: { type: moneySchema, required: true },
    fee: { type: moneySchema, required: true },
    idempotencyKey: needed,
    createdAt: { type: Number, required: true },
    concludedAt: time,
    pageUrl: text,
    gatewayReference: text,
    message: text,
    pgParams: { type: Mixed },
    gatewayResponse: { type: Mixed },
  },
  { _id: false, strict: 'throw' },
);

const schema = new Schema(
  {
    sessionId: needed,
    merchantId: needed,
    version: { type: Number, required: true },
    state: { type: String, required: true, enum: TRANSACTION_STATES },
    type: needed,
    kind: needed,
    paymentType: needed,
    amount: { type: moneySchema, required: true },
    pgCodes: { type: [String], required: true },
    methods: { type: [methodSchema], required: true },
    customer: { type: Mixed, required: true },
    language: needed,
    expirationSeconds: { type: Number, required: true },
    orderNo: text,
    billingAddress: { type: Mixed },
    shippingAddress: { type: Mixed },
    notifications: { type: Mixed },
    emailRecipients: { type: [String], default: undefined },
    dueDatetime: text,
    extra: text,
    redirectUrl: text,
    webhookUrl: text,
    productType: text,
    vendorName: text,
    cardAcceptanceCriteria: { type: Mixed },
    brandingOptions: { type: Mixed },
    loyalty: text,
    createdAt: { type: Number, required: true },
    expiresAt: { type: Number, required: true },
    expiresByTimer: { type: Boolean, required: true },
    seenAt: time,
    attempts: { type: [attemptSchema], required: true },
    settledPgCode: text,
    settledAmount: { type: moneySchema },
    paidAmount: { type: moneySchema },
    sequence: { type: Number, required: true },
    notice: { type: Mixed },
    alerts: {
      type: [{ _id: false, kind: needed, referenceNumber: needed, at: time, detail: needed }],
    },
  },
  // `minimize` would drop the empty objects that belong to a transaction.
  { collection: 'transactions', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ sessionId: 1 }, { unique: true });
schema.index({ merchantId: 1, orderNo: 1, createdAt: -1 });
schema.index(
  { 'attempts.referenceNumber': 1 },
  { unique: true, partialFilterExpression: { 'attempts.referenceNumber': { $exists: true } } },
);
// For the sweeper, who looks only at documents that no workflow has touched.
schema.index({ createdAt: 1 }, { partialFilterExpression: { version: 1 } });

const plain = { _id: 0 } as const;

/** The documents of transactions. Born by `insert`; from then on only the workflow writes, by `save`. */
export type TransactionStore = ReturnType<typeof transactionStore>;

/** A transaction as it lies in the database: what the merchant may fill as he likes is text there. */
type Kept = Omit<Transaction, 'extra' | 'loyalty'> & {
  readonly extra?: string;
  readonly loyalty?: string;
};

export function transactionStore(connection: Connection) {
  const model = connection.model<Kept>('Transaction', schema);
  const one = async (filter: object): Promise<Transaction | undefined> => {
    const found = await model.findOne(filter, plain).lean<Kept>();
    return found ? given(found) : undefined;
  };

  return {
    ensureIndexes: () => model.createIndexes(),

    /** Writes a new document. When the session has one already, that one is given and nothing is written. */
    insert: async (transaction: Transaction): Promise<Transaction> => {
      try {
        await model.create(kept(transaction));
        return transaction;
      } catch (error) {
        const { merchantId, sessionId } = transaction;
        const known = isDuplicate(error) ? await one({ merchantId, sessionId }) : undefined;
        if (!known) throw error;
        return known;
      }
    },

    /** Only forward: an older version changes nothing, so saves may come late, twice and out of order. */
    save: async (transaction: Transaction): Promise<void> => {
      const { merchantId, sessionId, version } = transaction;
      await model.replaceOne(
        { merchantId, sessionId, version: { $lt: version } },
        kept(transaction),
      );
    },

    find: async ({ merchantId, sessionId }: TransactionRef): Promise<Transaction | undefined> =>
      one({ merchantId, sessionId }),

    /** For the payer, who knows nothing but the session id. */
    findForPayer: async (sessionId: SessionId): Promise<Transaction | undefined> =>
      one({ sessionId }),

    /** For gateways and returning browsers, who know nothing but the attempt. */
    findByReference: async (reference: ReferenceNumber): Promise<Transaction | undefined> =>
      one({ 'attempts.referenceNumber': reference }),

    /** Newest first. */
    listByOrder: async (
      merchantId: MerchantId,
      orderNo: string,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): Promise<{ readonly count: number; readonly results: readonly Transaction[] }> => {
      const filter = { merchantId, orderNo };
      const [count, results] = await Promise.all([
        model.countDocuments(filter),
        model.find(filter, plain).sort({ createdAt: -1 }).skip(offset).limit(limit).lean<Kept[]>(),
      ]);
      return { count, results: results.map(given) };
    },

    /** What was born in the half-open span of epoch milliseconds and never touched since, oldest first. */
    bornBetween: async (after: number, until: number): Promise<readonly Transaction[]> => {
      const found = await model
        .find({ version: 1, createdAt: { $gt: after, $lte: until } }, plain)
        .sort({ createdAt: 1 })
        .lean<Kept[]>();
      return found.map(given);
    },
  };
}

function kept({ extra, loyalty, ...rest }: Transaction): Kept {
  return {
    ...rest,
    ...(extra && { extra: asText(extra) }),
    ...(loyalty && { loyalty: asText(loyalty) }),
  };
}

function given({ extra, loyalty, ...rest }: Kept): Transaction {
  return {
    ...rest,
    ...(extra !== undefined && { extra: fromText(extra) }),
    ...(loyalty !== undefined && { loyalty: fromText(loyalty) }),
  };
}
