import { isDeepStrictEqual } from 'node:util';
import { Schema, type Connection } from 'mongoose';
import type { Agreement } from '../domain/agreement/agreement.ts';
import type { MerchantId, ReferenceNumber, SessionId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { knownPayment } from '../domain/transaction/gateway-reference.ts';
import { refundedShare } from '../domain/operation/amounts.ts';
import { searchTerms } from '../domain/search/terms.ts';
import { nextDueAt } from '../domain/transaction/inquiry-plan.ts';
import { settledAt } from '../domain/transaction/settled.ts';
import { TRANSACTION_STATES, type TransactionState } from '../domain/transaction/states.ts';
import type {
  Alert,
  Attempt,
  Transaction,
  TransactionRef,
} from '../domain/transaction/transaction.ts';
import { termsSchema } from './agreement-terms.ts';
import { isDuplicate } from './connection.ts';
import { moneySchema } from './money.ts';
import { following, type PageOf } from './cursors.ts';
import { insertWhole, replace } from './replace.ts';
import {
  addressSchema,
  alertSchema,
  attachmentSchema,
  attemptSchema,
  customerSchema,
  disputeSchema,
  dropOffSchema,
  handoutsSchema,
  initiatorSchema,
  legacyTermsSchema,
  hiddenMethodSchema,
  methodSchema,
  noticeSchema,
  promisedSchema,
  shippingSchema,
  type PromisedText,
} from './transaction-parts.ts';
import { transactionLists } from './transaction-lists.ts';
import { asText, fromText } from './json-text.ts';
import type { SearchTokens } from './search-tokens.ts';
import { ANYTHING, type FieldsOf } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };
const time = { type: Number };

/** Names of the indexes by which lists are read. */
export const SEARCH_INDEXES = {
  created: 'search_created',
  state: 'search_state',
  paid: 'search_paid',
  found: 'search_found',
  alert: 'search_alert',
  alerted: 'search_alerted',
  tried: 'search_tried',
} as const;

const PAID_BY_CUSTOMER = { merchantId: 1, 'customer.id': 1, settledPgCode: 1 } as const;

const schema = new Schema(
  {
    sessionId: needed,
    merchantId: needed,
    version: { type: Number, required: true },
    state: { type: String, required: true, enum: TRANSACTION_STATES },
    type: needed,
    kind: needed,
    paymentType: needed,
    agreement: { type: termsSchema },
    invoiceNumber: text,
    amount: { type: moneySchema, required: true },
    pgCodes: { type: [String], required: true },
    methods: { type: [methodSchema], required: true },
    hiddenMethods: { type: [hiddenMethodSchema], default: undefined },
    customer: { type: customerSchema, required: true },
    language: needed,
    expirationSeconds: { type: Number, required: true },
    orderNo: text,
    billingAddress: { type: addressSchema },
    shippingAddress: { type: shippingSchema },
    notifications: ANYTHING,
    emailRecipients: { type: [String], default: undefined },
    dueDatetime: text,
    extra: text,
    redirectUrl: text,
    webhookUrl: text,
    productType: text,
    vendorName: text,
    cardAcceptanceCriteria: ANYTHING,
    brandingOptions: ANYTHING,
    loyalty: text,
    captureDeliveryAddress: { type: Boolean },
    captureDeliveryLocation: { type: Boolean },
    attachment: { type: attachmentSchema },
    handouts: { type: handoutsSchema },
    unitCode: text,
    initiator: { type: initiatorSchema },
    createdAt: { type: Number, required: true },
    expiresAt: { type: Number, required: true },
    expiresByTimer: { type: Boolean, required: true },
    seenAt: time,
    amountEditable: { type: Boolean },
    returnsSecond: { type: Boolean },
    bulkId: { type: String },
    legacy: { type: legacyTermsSchema },
    dropOff: { type: dropOffSchema },
    attempts: { type: [attemptSchema], required: true },
    settledPgCode: text,
    settledAmount: { type: moneySchema },
    paidAmount: { type: moneySchema },
    operations: { type: [promisedSchema], default: undefined },
    disputes: { type: [disputeSchema], default: undefined },
    sequence: { type: Number, required: true },
    notice: { type: noticeSchema },
    alerts: { type: [alertSchema] },
    inquiredAt: { type: [Number], default: undefined },
    retoldFor: text,
    deletedAt: time,
    invalidationReason: text,
    closedUntil: time,
    dueAt: time,
    foundBy: { type: [BigInt], required: true },
    paidAt: time,
    refunded: text,
    hasAlert: { type: Boolean },
    alertedAt: time,
  } satisfies FieldsOf<Kept>,
  // `minimize` would drop the empty objects that belong to a transaction.
  {
    collection: 'transactions',
    versionKey: false,
    strict: 'throw',
    minimize: false,
  },
);
schema.index({ sessionId: 1 }, { unique: true });
schema.index({ merchantId: 1, orderNo: 1, createdAt: -1 });
// For reports and lists, which read a span of a merchant's transactions in their order.
schema.index({ merchantId: 1, createdAt: 1, _id: 1 }, { name: SEARCH_INDEXES.created });
// For lists (store/transaction-search.ts): each leads to documents in the order in which they are shown.
schema.index({ merchantId: 1, state: 1, createdAt: -1, _id: -1 }, { name: SEARCH_INDEXES.state });
schema.index({ merchantId: 1, foundBy: 1, createdAt: -1, _id: -1 }, { name: SEARCH_INDEXES.found });
schema.index(
  { merchantId: 1, paidAt: -1, _id: -1 },
  { name: SEARCH_INDEXES.paid, partialFilterExpression: { paidAt: { $exists: true } } },
);
schema.index(
  { merchantId: 1, hasAlert: 1, createdAt: -1, _id: -1 },
  { name: SEARCH_INDEXES.alert, partialFilterExpression: { hasAlert: true } },
);
schema.index(
  { merchantId: 1, 'alerts.kind': 1, alertedAt: -1, _id: -1 },
  { name: SEARCH_INDEXES.alerted, partialFilterExpression: { alertedAt: { $exists: true } } },
);
schema.index(
  { 'attempts.referenceNumber': 1 },
  {
    unique: true,
    partialFilterExpression: { 'attempts.referenceNumber': { $exists: true } },
  },
);
// For how accounts do.
schema.index(
  { merchantId: 1, 'attempts.createdAt': -1 },
  {
    name: SEARCH_INDEXES.tried,
    partialFilterExpression: { 'attempts.createdAt': { $exists: true } },
  },
);
// For gateways that tell of a payment by their own name for it.
schema.index(
  { merchantId: 1, 'attempts.gatewayPayment': 1 },
  { partialFilterExpression: { 'attempts.gatewayPayment': { $exists: true } } },
);
schema.index(
  { 'legacy.referenceNumber': 1 },
  {
    unique: true,
    partialFilterExpression: { 'legacy.referenceNumber': { $exists: true } },
  },
);
// For the methods that a customer has paid with before: the codes are read from the index alone. And for what they have paid by an agreement.
schema.index(PAID_BY_CUSTOMER, { partialFilterExpression: { settledPgCode: { $gt: '' } } });
// For the sweeper, who looks only at documents that no workflow has touched.
schema.index({ createdAt: 1 }, { partialFilterExpression: { version: 1 } });

// For the sweeper, who looks at promises whose operation may not be written down.
schema.index(
  { 'operations.createdAt': 1 },
  { partialFilterExpression: { 'operations.whole': { $exists: true } } },
);

// For the count of those without a result; the condition keeps all the others out of it.
schema.index({ 'attempts.state': 1 }, { partialFilterExpression: { 'attempts.state': 'pending' } });

// For the reviver, who looks at those of which something is overdue.
schema.index({ dueAt: 1, sessionId: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } });

// For the list of what was archived, which is short.
schema.index(
  { merchantId: 1, deletedAt: -1 },
  { partialFilterExpression: { deletedAt: { $exists: true } } },
);

/** An attempt that a gateway has named by its own name for the payment. */
export type NamedAttempt = Pick<Attempt, 'referenceNumber' | 'pgCode'>;

const NAMES = {
  'attempts.referenceNumber': 1,
  'attempts.pgCode': 1,
  'attempts.gatewayPayment': 1,
} as const;

/** What no reader wants: it is for the index alone. */
export const plain = { _id: 0, foundBy: 0 } as const;

/** The documents of transactions. Created by `insert`; from then on only the workflow writes, by `save`. */
export type TransactionStore = ReturnType<typeof transactionStore>;

/** What a save has replaced, as far as counting needs it. */
export interface Replaced {
  readonly state: TransactionState;
  readonly alerts: readonly Pick<Alert, 'kind'>[];
  readonly attempts: readonly Pick<Attempt, 'referenceNumber'>[];
}

/** A transaction of which something was due then (epoch milliseconds), as its last version was kept. */
export interface Overdue {
  readonly transaction: Transaction;
  readonly dueAt: number;
}

/** A version of a transaction. */
export type VersionRef = Pick<Transaction, 'sessionId' | 'version'>;

/** A transaction as it lies in the database: what the merchant may fill as it likes is text there. */
export type Kept = Omit<Transaction, 'extra' | 'loyalty' | 'operations'> & {
  readonly operations?: readonly PromisedText[];
  readonly extra?: string;
  readonly loyalty?: string;
  /** Until when a command had to begin that was not answered; of the store alone. */
  readonly closedUntil?: number;
  /** When its run has something to do next, as this version knows it; of the store alone. */
  readonly dueAt?: number;
  /** Tokens of all that it is found by, for lists; of the store alone, as are the next four. */
  readonly foundBy: readonly bigint[];
  readonly paidAt?: number;
  readonly refunded?: 'part' | 'all';
  readonly hasAlert?: true;
  /** When the last of its alerts was raised. */
  readonly alertedAt?: number;
};

export function transactionStore(connection: Connection, tokens: SearchTokens) {
  const model = connection.model<Kept>('Transaction', schema);
  const kept = (transaction: Transaction): Kept => keptOf(transaction, tokens);
  const one = async (filter: object): Promise<Transaction | undefined> => {
    const found = await model.findOne(filter, plain).lean<Kept>();
    return found ? given(found) : undefined;
  };

  /** Until when commands are closed stays with the document, whoever replaces it. */
  const saved = async (
    transaction: Transaction,
    beginBy = Infinity,
  ): Promise<Replaced | undefined> => {
    const { merchantId, sessionId, version } = transaction;
    const identity = { merchantId, sessionId };
    const earlier = { ...identity, version: { $lt: version } };
    const projection = { _id: 0, state: 1, 'alerts.kind': 1, 'attempts.referenceNumber': 1 };
    for (let closedUntil: number | undefined; ;) {
      const filter = {
        ...earlier,
        closedUntil: closedUntil ?? { $exists: false },
      };
      const document = {
        ...kept(transaction),
        ...(closedUntil !== undefined && { closedUntil }),
      };
      const replaced = await replace<Kept, Replaced>(model, {
        identity,
        filter,
        document,
        projection,
      });
      if (replaced) return replaced;
      const there = await model.findOne(earlier, { _id: 0, closedUntil: 1 }).lean<Kept>();
      if (!there || (there.closedUntil ?? 0) >= beginBy) return undefined;
      closedUntil = there.closedUntil;
    }
  };

  return {
    /** Writes a new document. When the session has one already, that one is given and nothing is written. */
    insert: async (transaction: Transaction): Promise<Transaction> => {
      try {
        await insertWhole<Kept>(model, kept(transaction));
        return transaction;
      } catch (error) {
        const { merchantId, sessionId } = transaction;
        const known = isDuplicate(error) ? await one({ merchantId, sessionId }) : undefined;
        if (!known) throw error;
        return known;
      }
    },

    /** Writes a new document as a part of something larger, which fails with it. */
    insertWithin: (transaction: Transaction): Promise<void> =>
      insertWhole<Kept>(model, kept(transaction)),

    /**
     * Only forward: an older version changes nothing, so saves may come late, twice and out of order. Gives what the
     * document was before, to whom changed it and to nobody else, so that each change can be counted once.
     */
    save: (transaction: Transaction): Promise<Replaced | undefined> => saved(transaction),

    /**
     * The same of what a command promises that may begin until a moment (epoch milliseconds). It changes nothing once
     * `closeCommands` was called with that moment, or a later one.
     */
    saveUntil: (moment: number, transaction: Transaction): Promise<Replaced | undefined> =>
      saved(transaction, moment),

    /**
     * What has become of the save of a version. `overtaken`: somebody else has written it, or a later one, so that what it
     * says stands nowhere. `missing`: nobody has.
     */
    standingOf: async (transaction: Transaction): Promise<'kept' | 'overtaken' | 'missing'> => {
      const { merchantId, sessionId, version } = transaction;
      const there = await one({
        merchantId,
        sessionId,
        version: { $gte: version },
      });
      if (!there) return 'missing';
      const isThis = there.version === version;
      return isThis && isDeepStrictEqual(asJson(there), asJson(transaction)) ? 'kept' : 'overtaken';
    },

    /**
     * From now on no command begins that may begin until this moment (epoch milliseconds), whatever a clock says; gives the
     * document as it is then, with what has begun before. Undefined where there is no document.
     */
    closeCommands: async (
      { merchantId, sessionId }: TransactionRef,
      moment: number,
    ): Promise<Transaction | undefined> => {
      const now = await model
        .findOneAndUpdate(
          { merchantId, sessionId },
          { $max: { closedUntil: moment } },
          { returnDocument: 'after', projection: plain },
        )
        .lean<Kept>();
      return now ? given(now) : undefined;
    },

    /** Removes the document for good. No save brings it back: saves change what is there. */
    remove: async ({ merchantId, sessionId }: TransactionRef): Promise<void> => {
      await model.deleteOne({ merchantId, sessionId });
    },

    /**
     * How many transactions have an attempt that was begun in the half-open span of epoch milliseconds and of which nobody
     * knows how it ended. Where the network says that its page is merely open, it is known.
     */
    countUnknown: (from: number, until: number): Promise<number> =>
      model
        .countDocuments({
          'attempts.state': 'pending',
          attempts: {
            $elemMatch: {
              state: 'pending',
              createdAt: { $gte: from, $lt: until },
              'inquired.heard': { $ne: 'open' },
            },
          },
        })
        .exec(),

    find: async ({ merchantId, sessionId }: TransactionRef): Promise<Transaction | undefined> =>
      one({ merchantId, sessionId }),

    /** Which of these transactions have no later version. */
    unchangedAmong: async <Ref extends VersionRef>(
      refs: readonly Ref[],
    ): Promise<ReadonlySet<Ref>> => {
      const found = await model
        .find(
          { sessionId: { $in: refs.map((ref) => ref.sessionId) } },
          { _id: 0, sessionId: 1, version: 1 },
        )
        .lean<VersionRef[]>();
      const versions = new Map(found.map(({ sessionId, version }) => [sessionId, version]));
      return new Set(refs.filter((ref) => (versions.get(ref.sessionId) ?? 0) <= ref.version));
    },

    /** For the payer, who knows nothing but the session id. */
    findForPayer: async (sessionId: SessionId): Promise<Transaction | undefined> =>
      one({ sessionId }),

    /** For gateways and returning browsers, who know nothing but the attempt. */
    findByReference: async (reference: ReferenceNumber): Promise<Transaction | undefined> =>
      one({ 'attempts.referenceNumber': reference }),

    /** For people, who know what a shop of the old endpoints was told, also where no attempt has it. */
    findByToldReference: async (reference: ReferenceNumber): Promise<Transaction | undefined> =>
      one({ 'legacy.referenceNumber': reference }),

    /** The attempts of a merchant whose payment a gateway calls so, at whichever account. */
    paymentsNamed: async (
      merchantId: MerchantId,
      gatewayPayment: string,
    ): Promise<readonly NamedAttempt[]> => {
      const found = await model
        .find({ merchantId, 'attempts.gatewayPayment': gatewayPayment }, NAMES)
        .lean<Pick<Transaction, 'attempts'>[]>();
      return found
        .flatMap(({ attempts }) => attempts)
        .filter((attempt) => attempt.gatewayPayment === gatewayPayment)
        .map(({ referenceNumber, pgCode }) => ({ referenceNumber, pgCode }));
    },

    /** Whether an attempt has this reference, or will have it. */
    isTaken: async (reference: ReferenceNumber): Promise<boolean> =>
      (await model.exists({
        $or: [{ 'attempts.referenceNumber': reference }, { 'legacy.referenceNumber': reference }],
      })) !== null,

    /** What gateways call the payments of these attempts, as far as they have said so. */
    gatewayPayments: async (
      merchantId: MerchantId,
      references: readonly ReferenceNumber[],
    ): Promise<ReadonlyMap<ReferenceNumber, string>> => {
      const found = await model
        .find(
          { merchantId, 'attempts.referenceNumber': { $in: references } },
          {
            'attempts.referenceNumber': 1,
            'attempts.state': 1,
            'attempts.gatewayReference': 1,
            'attempts.gatewayPayment': 1,
          },
        )
        .lean<Pick<Transaction, 'attempts'>[]>();
      const named = found
        .flatMap(({ attempts }) => attempts)
        .map((one) => [one.referenceNumber, knownPayment(one) ?? ''] as const);
      return new Map(named.filter(([, name]) => name !== ''));
    },

    ...transactionLists(model, given),

    /** The codes of the accounts with which a customer of this merchant has paid before, in no order. */
    paidWith: async (merchantId: MerchantId, customerId: string): Promise<readonly string[]> => {
      const paid: object = {
        merchantId,
        'customer.id': customerId,
        settledPgCode: { $gt: '' },
      };
      const codes = await model.distinct('settledPgCode', paid);
      return codes.map(String);
    },

    /**
     * By what an agreement stands where it is: the payment that it began with, its charges that are not known to be paid, and of those that
     * are paid, its customer's own among them, the latest one. What is gone is left out.
     */
    byAgreement: async ({
      merchantId,
      customerId,
      sandbox,
      uuid,
      terms,
      ...sessions
    }: Agreement): Promise<readonly Transaction[]> => {
      const { firstSessionId, charges, paid } = sessions;
      const open = charges.filter((sessionId) => !paid.includes(sessionId));
      const named: object = { merchantId, sessionId: { $in: [firstSessionId, ...open] } };
      const theirs: object = {
        merchantId,
        'customer.id': customerId,
        settledPgCode: { $gt: '' },
        'agreement.id': terms.id,
        // Not what was charged by an earlier agreement of this name.
        attempts: {
          $elemMatch: { state: 'success', sandbox, 'charges.agreementUuid': { $in: [uuid, null] } },
        },
      };
      const found = await Promise.all([
        model.find(named, plain).hint({ sessionId: 1 }).lean<Kept[]>(),
        model
          .find(theirs, plain)
          .sort({ paidAt: -1 })
          .limit(1)
          .hint(PAID_BY_CUSTOMER)
          .lean<Kept[]>(),
      ]);
      return found.flat().map(given);
    },

    /** A page of those of all merchants of which something was due until then that nobody has done, by when it was due. */
    overdue: async (page: PageOf): Promise<readonly Overdue[]> => {
      const found = await model
        .find(following('sessionId', page, 'dueAt'), plain)
        .sort({ dueAt: 1, sessionId: 1 })
        .limit(page.limit)
        .lean<(Kept & { readonly dueAt: number })[]>();
      return found.map((one) => ({
        transaction: given(one),
        dueAt: one.dueAt,
      }));
    },

    /** The operations that were promised until then (epoch milliseconds), and of which their payments know no more. */
    promisedUntil: async (until: number): Promise<readonly Operation[]> => {
      const found = await model
        .find(
          {
            'operations.whole': { $exists: true },
            'operations.createdAt': { $lte: until },
          },
          plain,
        )
        .lean<Kept[]>();
      return found
        .flatMap((one) => given(one).operations ?? [])
        .flatMap(({ whole }) => (whole && whole.createdAt <= until ? [whole] : []));
    },

    /** What was created in the half-open span of epoch milliseconds and never touched since, oldest first. */
    createdBetween: async (after: number, until: number): Promise<readonly Transaction[]> => {
      const found = await model
        .find({ version: 1, createdAt: { $gt: after, $lte: until } }, plain)
        .sort({ createdAt: 1 })
        .lean<Kept[]>();
      return found.map(given);
    },
  };
}

/** Without what is undefined, which the database does not keep. */
function asJson(transaction: Transaction): unknown {
  return JSON.parse(JSON.stringify(transaction));
}

/** What lists find it by. */
export function searchFields(transaction: Transaction, tokens: SearchTokens) {
  const paidAt = settledAt(transaction);
  const refunded = refundedShare(transaction);
  return {
    foundBy: tokens.of(searchTerms(transaction)),
    ...(paidAt !== undefined && { paidAt }),
    ...(refunded !== 'none' && { refunded }),
    ...(transaction.alerts.length > 0 && {
      hasAlert: true as const,
      alertedAt: Math.max(...transaction.alerts.map(({ at }) => at)),
    }),
  };
}

function keptOf(transaction: Transaction, tokens: SearchTokens): Kept {
  const { extra, loyalty, operations, ...rest } = transaction;
  const dueAt = nextDueAt(transaction);
  return {
    ...rest,
    ...searchFields(transaction, tokens),
    ...(dueAt !== undefined && { dueAt }),
    ...(operations && {
      operations: operations.map(({ whole, ...entry }) => ({
        ...entry,
        ...(whole && { whole: JSON.stringify(whole) }),
      })),
    }),
    ...(extra && { extra: asText(extra) }),
    ...(loyalty && { loyalty: asText(loyalty) }),
  };
}

export function given({
  extra,
  loyalty,
  operations,
  closedUntil: _closedUntil,
  dueAt: _dueAt,
  foundBy: _foundBy,
  paidAt: _paidAt,
  refunded: _refunded,
  hasAlert: _hasAlert,
  alertedAt: _alertedAt,
  ...rest
}: Omit<Kept, 'foundBy'> & Partial<Kept>): Transaction {
  return {
    ...rest,
    ...(operations && {
      operations: operations.map(({ whole, ...entry }) => ({
        ...entry,
        ...(whole !== undefined && { whole: JSON.parse(whole) as Operation }),
      })),
    }),
    ...(extra !== undefined && { extra: fromText(extra) }),
    ...(loyalty !== undefined && { loyalty: fromText(loyalty) }),
  };
}
