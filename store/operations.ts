import { createHash } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import {
  mintReferenceNumber,
  prefixOf,
  sessionId,
  type MerchantId,
  type ReferenceNumber,
  type SessionId,
} from '../domain/ids.ts';
import {
  isUnderWay,
  type Operation,
  type OperationRef,
  type OperationState,
} from '../domain/operation/operation.ts';
import type { ForeignNames } from '../domain/operation/foreign.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import { operationLists } from './operation-lists.ts';
import { following, type PageOf } from './cursors.ts';
import { replace } from './replace.ts';
import {
  approvalSchema,
  entryFields,
  initiatorSchema,
  pgParamsSchema,
} from './transaction-parts.ts';
import { asText, fromText } from './json-text.ts';
import type { FieldsOf } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };

/** Names of the indexes by which the list of all is read. */
export const OPERATION_INDEXES = {
  created: 'search_created',
  state: 'search_state',
  order: 'search_order',
  gateway: 'search_gateway',
  amount: 'search_amount',
} as const;

const schema = new Schema(
  {
    ...entryFields,
    merchantId: needed,
    parentId: needed,
    parentOrderNo: text,
    pgCode: needed,
    gateway: needed,
    sandbox: { type: Boolean, required: true },
    paymentReference: needed,
    gatewayPayment: text,
    idempotencyKey: needed,
    customerId: text,
    extra: text,
    initiator: { type: initiatorSchema },
    reasonNote: text,
    channel: needed,
    approval: { type: approvalSchema },
    alert: text,
    concludedAt: { type: Number },
    gatewayReference: text,
    message: text,
    pgParams: { type: pgParamsSchema },
    gatewayResponse: text,
    underWay: { type: Boolean },
  } satisfies FieldsOf<StoredOperation>,
  { collection: 'operations', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ sessionId: 1 }, { unique: true });
schema.index({ referenceNumber: 1 }, { unique: true });
schema.index({ merchantId: 1, parentId: 1, createdAt: 1 });
// For the list of all (store/operation-search.ts): each leads to documents in the order in which they are shown.
schema.index({ merchantId: 1, createdAt: -1, _id: -1 }, { name: OPERATION_INDEXES.created });
schema.index(
  { merchantId: 1, kind: 1, state: 1, createdAt: -1, _id: -1 },
  { name: OPERATION_INDEXES.state },
);
schema.index(
  { merchantId: 1, parentOrderNo: 1, createdAt: -1, _id: -1 },
  {
    name: OPERATION_INDEXES.order,
    partialFilterExpression: { parentOrderNo: { $exists: true } },
  },
);
schema.index(
  { merchantId: 1, gatewayReference: 1, createdAt: -1, _id: -1 },
  {
    name: OPERATION_INDEXES.gateway,
    partialFilterExpression: { gatewayReference: { $exists: true } },
  },
);
schema.index(
  { merchantId: 1, 'amount.minor': 1, 'amount.currency': 1, createdAt: -1, _id: -1 },
  { name: OPERATION_INDEXES.amount },
);
// For the list of requests: those of one state, as the inbox has them, and all.
schema.index(
  { merchantId: 1, 'approval.state': 1, createdAt: -1, sessionId: 1 },
  { partialFilterExpression: { 'approval.state': { $exists: true } } },
);
schema.index(
  { merchantId: 1, createdAt: -1, sessionId: 1 },
  { partialFilterExpression: { 'approval.state': { $exists: true } } },
);
// For people, who know a request by its number.
schema.index(
  { merchantId: 1, 'approval.number': 1 },
  { partialFilterExpression: { 'approval.number': { $exists: true } } },
);
// For the sweeper, who looks at what may have lost its run.
schema.index({ createdAt: 1 });
// The same of those that have to have one, whenever they were created.
schema.index({ createdAt: 1, sessionId: 1 }, { partialFilterExpression: { underWay: true } });

/** What others have sent of an operation, and what is for people alone. */
const NOT_BRIEF = {
  _id: 0,
  underWay: 0,
  parentOrderNo: 0,
  extra: 0,
  initiator: 0,
  reasonCode: 0,
  reasonNote: 0,
  alert: 0,
  gatewayReference: 0,
  message: 0,
  pgParams: 0,
  gatewayResponse: 0,
} as const;

/** An operation without that. */
export type OperationBrief = Omit<Operation, keyof typeof NOT_BRIEF>;

export type OperationStore = ReturnType<typeof operationStore>;

/** An operation as it lies in the database: what others sent is text there, and what is not over can be found. */
export type StoredOperation = Omit<Operation, 'extra' | 'gatewayResponse'> & {
  readonly underWay?: true;
  readonly extra?: string;
  readonly gatewayResponse?: string;
};

/** States in which something is still to come, so that there has to be a run. */
const OPEN: readonly OperationState[] = ['awaiting', 'promised', 'queued'];

/** The documents of operations. Only the payment's run writes them, with the payment (`keepTransaction`). */
export function operationStore(connection: Connection) {
  const model = connection.model<StoredOperation>('Operation', schema);
  const one = async (filter: object): Promise<Operation | undefined> => {
    const found = await model.findOne(filter, { _id: 0 }).lean<StoredOperation>();
    return found ? givenOperation(found) : undefined;
  };

  return {
    /** Writes a new document; one that is there already, in whatever version, stays as it is. */
    insert: async (operation: Operation): Promise<void> => {
      const { merchantId, sessionId: id } = operation;
      const update = { $setOnInsert: kept(operation) };
      await model.updateOne({ merchantId, sessionId: id }, update, { upsert: true });
    },

    /**
     * Only forward: an older version changes nothing. Gives the state that it replaced, to whom changed it and to nobody
     * else, so that each change can be counted once.
     */
    save: async (operation: Operation): Promise<OperationState | undefined> => {
      const { merchantId, sessionId: id, version } = operation;
      const identity = { merchantId, sessionId: id };
      const filter = { ...identity, version: { $lt: version } };
      const replaced = await replace<StoredOperation, Pick<Operation, 'state'>>(model, {
        identity,
        filter,
        document: kept(operation),
        projection: { _id: 0, state: 1 },
      });
      return replaced?.state;
    },

    find: ({ merchantId, sessionId: id }: OperationRef): Promise<Operation | undefined> =>
      one({ merchantId, sessionId: id }),

    findBySession: (merchantId: MerchantId, id: SessionId): Promise<Operation | undefined> =>
      one({ merchantId, sessionId: id }),

    /** The payments of those of these ids that are of operations. */
    parentsOf: async (
      merchantId: MerchantId,
      ids: readonly SessionId[],
    ): Promise<ReadonlyMap<SessionId, SessionId>> => {
      const found = await model
        .find({ merchantId, sessionId: { $in: ids } }, { _id: 0, sessionId: 1, parentId: 1 })
        .lean<Pick<Operation, 'sessionId' | 'parentId'>[]>();
      return new Map(found.map(({ sessionId, parentId }) => [sessionId, parentId]));
    },

    /** Which of these operations are promised and no more. */
    promisedAmong: async <Ref extends OperationRef>(
      refs: readonly Ref[],
    ): Promise<ReadonlySet<Ref>> => {
      const found = await model
        .find(
          {
            merchantId: { $in: [...new Set(refs.map((ref) => ref.merchantId))] },
            sessionId: { $in: refs.map((ref) => ref.sessionId) },
            state: 'promised',
          },
          { _id: 0, sessionId: 1 },
        )
        .lean<Pick<Operation, 'sessionId'>[]>();
      const promised = new Set(found.map((operation) => operation.sessionId));
      return new Set(refs.filter((ref) => promised.has(ref.sessionId)));
    },

    /** The request that people of the merchant know by this number. */
    findNumbered: (merchantId: MerchantId, number: number): Promise<Operation | undefined> =>
      one({ merchantId, 'approval.number': number }),

    /** For gateways, who know nothing but the reference number. */
    findByReference: (referenceNumber: ReferenceNumber): Promise<Operation | undefined> =>
      one({ referenceNumber }),

    /** The operation that an account's report is about: by our reference, or by what we named it when it was new. */
    meantBy: async (
      account: AccountName,
      report: OperationReport,
    ): Promise<Operation | undefined> => {
      const { merchantId, pgCode } = account;
      const { referenceNumber } = report;
      const ours = referenceNumber && (await one({ merchantId, pgCode, referenceNumber }));
      return ours ?? one({ merchantId, sessionId: foreignNames(account, report).sessionId });
    },

    /** All operations of a payment, oldest first. */
    ofPayment: async (
      merchantId: MerchantId,
      parentId: SessionId,
    ): Promise<readonly Operation[]> => {
      const found = await model
        .find({ merchantId, parentId }, { _id: 0 })
        .sort({ createdAt: 1 })
        .lean<StoredOperation[]>();
      return found.map(givenOperation);
    },

    ...operationLists(model, givenOperation),

    /** What the books need of the operations of several payments. */
    ofPayments: async (
      merchantIds: readonly MerchantId[],
      parentIds: readonly SessionId[],
    ): Promise<readonly OperationBrief[]> =>
      model
        .find({ merchantId: { $in: merchantIds }, parentId: { $in: parentIds } }, NOT_BRIEF)
        .lean<OperationBrief[]>(),

    /** What was created in the half-open span of epoch milliseconds and is not over, oldest first. */
    openBetween: async (after: number, until: number): Promise<readonly Operation[]> => {
      const found = await model
        .find({ createdAt: { $gt: after, $lte: until }, state: { $in: OPEN } }, { _id: 0 })
        .sort({ createdAt: 1 })
        .lean<StoredOperation[]>();
      return found.map(givenOperation);
    },

    /** A page of those of all merchants that have to have a run. */
    underWay: async (page: PageOf): Promise<readonly Operation[]> => {
      const found = await model
        .find({ underWay: true, ...following('sessionId', page) }, { _id: 0 })
        .sort({ createdAt: 1, sessionId: 1 })
        .limit(page.limit)
        .lean<StoredOperation[]>();
      return found.map(givenOperation);
    },
  };
}

/** The account that took the payment: only it speaks for the operations of it. */
type AccountName = Pick<Operation, 'merchantId' | 'pgCode'>;

/**
 * What names an operation that was done at the gateway itself: the same whenever the gateway tells of it. Its reference
 * begins as that of its payment does.
 */
export function foreignNames(
  { merchantId, pgCode }: AccountName,
  {
    gatewayReference,
    paymentReference,
  }: Pick<OperationReport, 'gatewayReference' | 'paymentReference'>,
): ForeignNames {
  const digest = createHash('sha256')
    .update(JSON.stringify([merchantId, pgCode, gatewayReference]))
    .digest();
  const id = sessionId(digest.subarray(0, 20).toString('hex'));
  if (id === undefined) throw new TypeError('Twenty bytes are forty hex digits.');
  const reference = mintReferenceNumber(prefixOf(paymentReference), digest.subarray(20, 28));
  return { sessionId: id, referenceNumber: reference };
}

function kept(operation: Operation): StoredOperation {
  const { extra, gatewayResponse, ...rest } = operation;
  return {
    ...rest,
    ...(isUnderWay(operation) && { underWay: true }),
    ...(extra && { extra: asText(extra) }),
    ...(gatewayResponse && { gatewayResponse: asText(gatewayResponse) }),
  };
}

export function givenOperation({
  extra,
  gatewayResponse,
  underWay: _underWay,
  ...rest
}: StoredOperation): Operation {
  return {
    ...rest,
    ...(extra !== undefined && { extra: fromText(extra) }),
    ...(gatewayResponse !== undefined && { gatewayResponse: fromText(gatewayResponse) }),
  };
}
