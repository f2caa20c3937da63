import { Schema, type Connection, type Types } from 'mongoose';
import type { MerchantId, PgCode, ReferenceNumber } from '../domain/ids.ts';
import type { DisputeWord } from '../domain/dispute/dispute.ts';
import type { OperationReport, OperationWord } from '../domain/operation/report.ts';
import type { AttemptReport, ReportOutcome } from '../domain/transaction/network.ts';
import { isDuplicate } from './connection.ts';
import { following, type PageOf } from './cursors.ts';
import { ANYTHING, subdocument, type FieldsOf } from './fields.ts';
import { moneySchema } from './money.ts';
import {
  cardSchema,
  declineSchema,
  disputePaths,
  pgParamsSchema,
  threeDsSchema,
} from './transaction-parts.ts';

/** A verified callback of a gateway. `signaled` once a run has it, which hears it unless it is ended before. */
export type InboxEntry = AttemptEntry | OperationCallback | DisputeCallback;

/** About an attempt. */
export interface AttemptEntry extends Envelope {
  readonly report: AttemptReport;
  /** It says only that something has happened, so that the network has to be asked; what stands in `report` decides nothing. */
  readonly asks?: true;
  readonly operation?: never;
  readonly dispute?: never;
}

/**
 * About a refund, capture or void. Without a reference nobody has found the payment yet that the network names by its own name.
 */
export interface OperationCallback extends Omit<Envelope, 'referenceNumber'> {
  readonly referenceNumber?: ReferenceNumber;
  readonly operation: OperationWord;
  readonly report?: never;
  readonly dispute?: never;
}

/** About a dispute. Without a reference nobody has found the payment yet that the network names by its own name. */
export interface DisputeCallback extends Omit<Envelope, 'referenceNumber'> {
  readonly referenceNumber?: ReferenceNumber;
  readonly dispute: DisputeWord;
  /** Nobody knew its payment, and a person was called. */
  readonly unplaced?: true;
  readonly report?: never;
  readonly operation?: never;
}

/** What kind of word it is, without what the gateway sent. */
export type CallbackBrief = Pick<Envelope, 'pgCode' | 'referenceNumber' | 'receivedAt'> & {
  /** Tells it from all others. */
  readonly id: string;
} & (
    | { readonly subject: 'attempt'; readonly result: ReportOutcome['result'] }
    | { readonly subject: 'operation'; readonly result: OperationReport['result'] }
    | { readonly subject: 'dispute'; readonly result: DisputeWord['state'] }
  );

interface Envelope {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
  readonly gatewayEventId: string;
  /** The attempt that the report is about, or that paid what the operation or the dispute is about. */
  readonly referenceNumber: ReferenceNumber;
  readonly receivedAt: number;
  readonly signaled: boolean;
  /** The run of the payment, or of the operation, that was told of it last. */
  readonly signaledRun?: string;
  /** No workflow could be told of it for a day, and a person was called. */
  readonly givenUp?: true;
}

const text = { type: String };

/** A success alone has a kind, it and what is undone a sum; the rest is of what is pending or canceled. */
const outcomeSchema = subdocument<ReportOutcome>({
  result: text,
  kind: text,
  charged: { type: moneySchema },
  refusedOnPage: { type: Boolean },
  expired: { type: Boolean },
});

const reportSchema = subdocument<AttemptReport>({
  referenceNumber: text,
  outcome: { type: outcomeSchema },
  gatewayReference: text,
  gatewayPayment: text,
  message: text,
  pgParams: { type: pgParamsSchema },
  gatewayResponse: ANYTHING,
  card: { type: cardSchema },
  decline: { type: declineSchema },
  threeDs: { type: threeDsSchema },
});

const operationSchema = subdocument<OperationWord>({
  kind: text,
  referenceNumber: text,
  paymentReference: text,
  result: text,
  amount: { type: moneySchema },
  gatewayReference: text,
  gatewayPayment: text,
  endsHold: { type: Boolean },
  message: text,
  pgParams: { type: pgParamsSchema },
  gatewayResponse: ANYTHING,
});

const disputeSchema = subdocument<DisputeWord>({
  ...disputePaths,
  paymentReference: text,
  gatewayPayment: text,
});

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    pgCode: { type: String, required: true },
    gatewayEventId: { type: String, required: true },
    referenceNumber: text,
    report: { type: reportSchema },
    asks: { type: Boolean },
    operation: { type: operationSchema },
    dispute: { type: disputeSchema },
    unplaced: { type: Boolean },
    givenUp: { type: Boolean },
    receivedAt: { type: Number, required: true },
    signaled: { type: Boolean, required: true },
    signaledRun: text,
  } satisfies FieldsOf<InboxEntry>,
  {
    collection: 'callback_inbox',
    versionKey: false,
    strict: 'throw',
    minimize: false,
  },
);
schema.index({ merchantId: 1, pgCode: 1, gatewayEventId: 1 }, { unique: true });
schema.index(
  { receivedAt: 1, gatewayEventId: 1 },
  { partialFilterExpression: { signaled: false } },
);
schema.index({ referenceNumber: 1 });
const BY_RUN = { signaledRun: 1 } as const;
schema.index(BY_RUN, { partialFilterExpression: { signaledRun: { $exists: true } } });
schema.index(
  { merchantId: 1, 'dispute.disputeId': 1 },
  { partialFilterExpression: { 'dispute.disputeId': { $exists: true } } },
);

/** A callback that a run was told of. */
export type SignaledEntry = InboxEntry & { readonly signaledRun: string };

/** A callback as it has just come. */
type Unheard =
  | Omit<AttemptEntry, 'signaled'>
  | Omit<OperationCallback, 'signaled'>
  | Omit<DisputeCallback, 'signaled'>;

type EntryKey = Pick<InboxEntry, 'merchantId' | 'pgCode' | 'gatewayEventId'>;

const keyOf = ({ merchantId, pgCode, gatewayEventId }: EntryKey) => ({
  merchantId,
  pgCode,
  gatewayEventId,
});

export type CallbackInbox = ReturnType<typeof callbackInbox>;

export function callbackInbox(connection: Connection) {
  const model = connection.model<InboxEntry>('CallbackInbox', schema);
  return {
    /** Keeps a callback once. The same event again gives the kept entry. */
    receive: async (entry: Unheard): Promise<InboxEntry> => {
      try {
        await model.create({ ...entry, signaled: false });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const kept = await model.findOne(keyOf(entry), { _id: 0 }).lean<InboxEntry>();
        if (kept) return kept;
      }
      return { ...entry, signaled: false };
    },

    /** @param signaledRun the run that was told of it; left out where it is heard even if that run ends first */
    markSignaled: async (key: EntryKey, signaledRun?: string): Promise<void> => {
      const change =
        signaledRun === undefined
          ? { $set: { signaled: true }, $unset: { signaledRun: 1 } }
          : { $set: { signaled: true, signaledRun } };
      await model.updateOne(keyOf(key), change);
    },

    /** Callbacks that one of these runs was told of last. */
    signaledTo: async (runs: readonly string[]): Promise<readonly SignaledEntry[]> =>
      runs.length === 0
        ? []
        : model
            .find({ signaledRun: { $in: runs } }, { _id: 0 })
            .hint(BY_RUN)
            .lean<SignaledEntry[]>(),

    /** Its run has ended, perhaps before it heard it; false where another run was told of it meanwhile. */
    noteUnheard: async ({ signaledRun, ...key }: SignaledEntry): Promise<boolean> => {
      const { matchedCount } = await model.updateOne(
        { ...keyOf(key), signaledRun },
        { $set: { signaled: false } },
      );
      return matchedCount > 0;
    },

    /** Whether a person was called for this state of a dispute of which nobody knew the payment. */
    isUnplaced: async (merchantId: MerchantId, word: DisputeName): Promise<boolean> =>
      (await model.exists({ ...disputeNamed(merchantId, word), unplaced: true })) !== null,

    /** A person was called for this state of the dispute, whichever of its words it was by; false where that stood here. */
    noteUnplaced: async (merchantId: MerchantId, word: DisputeName): Promise<boolean> => {
      const named = disputeNamed(merchantId, word);
      const first = await model
        .findOne(named, { _id: 1 })
        .sort({ receivedAt: 1, _id: 1 })
        .lean<{ readonly _id: Types.ObjectId }>();
      if (!first) return true;
      // Of two who note it at once, one is the first to write into this very one.
      const { modifiedCount } = await model.updateOne(
        { _id: first._id, unplaced: { $ne: true } },
        { $set: { unplaced: true } },
      );
      return modifiedCount > 0;
    },

    /** A person was called for a callback that nobody could be told; false where that stood here. */
    noteGivenUp: async (key: EntryKey): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(
        { ...keyOf(key), givenUp: { $ne: true } },
        { $set: { givenUp: true } },
      );
      return modifiedCount > 0;
    },

    /** The payment of this operation is found: from now on its word is one of those on it. */
    place: async (key: EntryKey, referenceNumber: ReferenceNumber): Promise<void> => {
      const found = { referenceNumber, 'operation.paymentReference': referenceNumber };
      await model.updateOne(keyOf(key), { $set: found });
    },

    /** Words on operations, of the span of epoch milliseconds, that no payment has heard, found or not; oldest first. */
    unheardOperations: async (
      since: number,
      page: PageOf,
    ): Promise<readonly OperationCallback[]> => {
      return model
        .find(
          {
            signaled: false,
            operation: { $exists: true },
            $and: [{ receivedAt: { $gt: since } }, following('gatewayEventId', page, 'receivedAt')],
          },
          { _id: 0 },
        )
        .sort({ receivedAt: 1, gatewayEventId: 1 })
        .limit(page.limit)
        .lean<OperationCallback[]>();
    },

    /** Words on operations at a merchant's accounts that no payment has heard, the newest first; so many at most. */
    unplacedOperations: (
      merchantId: MerchantId,
      most: number,
    ): Promise<readonly OperationCallback[]> =>
      model
        .find({ merchantId, signaled: false, operation: { $exists: true } }, { _id: 0 })
        .sort({ receivedAt: -1, gatewayEventId: -1 })
        .limit(most)
        .lean<OperationCallback[]>()
        .exec(),

    /** All that an account's gateway has said of an operation, oldest first. */
    wordsOn: async (
      { merchantId, pgCode }: Pick<InboxEntry, 'merchantId' | 'pgCode'>,
      { paymentReference, gatewayReference }: OperationReport,
    ): Promise<readonly OperationReport[]> => {
      const wanted = {
        merchantId,
        pgCode,
        referenceNumber: paymentReference,
        'operation.gatewayReference': gatewayReference,
      };
      const found = await model
        .find(wanted, { _id: 0, operation: 1 })
        .sort({ receivedAt: 1 })
        .lean<{ readonly operation: OperationReport }[]>();
      return found.map(({ operation }) => operation);
    },

    /** What gateways have said of these attempts of a merchant, and of what was done to their money. */
    ofAttempts: async (
      merchantId: MerchantId,
      references: readonly ReferenceNumber[],
    ): Promise<readonly CallbackBrief[]> => {
      const found = await model
        .find({ merchantId, referenceNumber: { $in: references } }, BRIEF)
        .lean<KeptBrief[]>();
      return found.map(brief);
    },

    /** Whether a gateway has said more about this attempt than that a card was refused on its page, so that nobody need ask. */
    hasWordOn: async (referenceNumber: ReferenceNumber): Promise<boolean> =>
      (await model.exists({
        referenceNumber,
        report: { $exists: true },
        'report.outcome.refusedOnPage': { $ne: true },
      })) !== null,

    /** Callbacks of the span of epoch milliseconds that no workflow has heard, oldest first. */
    unheard: async (after: number, until: number): Promise<readonly InboxEntry[]> =>
      model
        .find({ signaled: false, receivedAt: { $gt: after, $lte: until } }, { _id: 0 })
        .sort({ receivedAt: 1 })
        .lean<InboxEntry[]>(),
  };
}

/** What a dispute is called, and how it stands. */
export type DisputeName = Pick<DisputeWord, 'disputeId' | 'state'>;

function disputeNamed(merchantId: MerchantId, { disputeId, state }: DisputeName) {
  return { merchantId, 'dispute.disputeId': disputeId, 'dispute.state': state };
}

const BRIEF = {
  pgCode: 1,
  referenceNumber: 1,
  receivedAt: 1,
  'report.outcome.result': 1,
  'operation.result': 1,
  'dispute.state': 1,
} as const;

/** Found by its reference. */
type KeptBrief = InboxEntry & {
  readonly _id: Types.ObjectId;
  readonly referenceNumber: ReferenceNumber;
};

function brief(entry: KeptBrief): CallbackBrief {
  const { _id, pgCode, referenceNumber, receivedAt, operation, dispute, report } = entry;
  const same = { id: String(_id), pgCode, referenceNumber, receivedAt };
  if (operation) return { ...same, subject: 'operation', result: operation.result };
  if (dispute) return { ...same, subject: 'dispute', result: dispute.state };
  return { ...same, subject: 'attempt', result: report.outcome.result };
}
