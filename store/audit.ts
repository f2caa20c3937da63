import { Schema, type Connection } from 'mongoose';
import type { MerchantId, SessionId } from '../domain/ids.ts';
import { linkOf, START, type ChainedEntry, type KeptEntry } from './audit-chain.ts';
import type { AuditAction } from './audit-entry.ts';
import { auditQueue } from './audit-queue.ts';
import { ANYTHING, subdocument, type FieldsOf } from './fields.ts';
import { isDuplicate } from './connection.ts';

const text = { type: String };

/** Of each kind. */
const actionSchema = subdocument<AuditAction>({
  name: text,
  namespace: text,
  payloads: { type: Number },
  workflowIds: { type: [String], default: undefined },
  command: text,
  merchantId: text,
  subject: text,
  change: ANYTHING,
  sessionId: text,
  childSessionId: text,
  referenceNumber: text,
  route: text,
  requestId: text,
  status: { type: Number },
  tokenHash: text,
  reportId: text,
  outcome: text,
  bytes: { type: Number },
  fields: { type: [String], default: undefined },
  rows: { type: Number },
});

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    previous: { type: String, required: true },
    hash: { type: String, required: true },
    at: { type: Number, required: true },
    who: { type: String, required: true },
    from: { type: String, required: true },
    action: { type: actionSchema, required: true },
  } satisfies FieldsOf<ChainedEntry>,
  { collection: 'audit', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ at: 1 });
schema.index({ 'action.workflowIds': 1, at: 1 });
schema.index({ 'action.merchantId': 1, at: 1 });
/** By what was done to it, in the order of time. */
export const BY_SUBJECT = { 'action.sessionId': 1, at: 1, _id: 1 } as const;
schema.index(BY_SUBJECT, {
  partialFilterExpression: { 'action.sessionId': { $exists: true } },
});
schema.index(
  { 'action.requestId': 1 },
  { partialFilterExpression: { 'action.requestId': { $exists: true } } },
);

/** An entry about a payment or an operation, and its number. */
export type SubjectEntry = Pick<ChainedEntry, '_id' | 'at' | 'who' | 'from'> & {
  readonly action: {
    readonly name: AuditAction['name'];
    readonly sessionId: string;
    readonly childSessionId?: string;
    readonly route?: string;
    readonly requestId?: string;
    readonly status?: number;
  };
};

export type AuditLog = ReturnType<typeof auditLog>;

/**
 * The log as one chain for the whole installation: the id of an entry is its number, and its hash covers the entry and
 * the hash before it. One chain, because one head is easily noted elsewhere, and because the end of a merchant's own chain
 * could be removed with the merchant.
 */
export function auditLog(connection: Connection) {
  const model = connection.model<ChainedEntry>('Audit', schema);
  const queue = auditQueue({
    head: async () => {
      // Only numbers: what stands outside of the chain is not gone on from.
      const last = await model
        .findOne({ _id: { $gte: 1 } }, { hash: 1 })
        .sort({ _id: -1 })
        .lean<Pick<ChainedEntry, '_id' | 'hash'>>();
      return last ? linkOf(last) : START;
    },
    add: async (entries) => {
      try {
        await model.insertMany([...entries], { ordered: true, lean: true });
        return entries.length;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return writtenBefore(error);
      }
    },
  });
  return {
    /** Adds an entry. Whoever does what it tells waits for this first: what is not written must not happen. */
    append: queue.now,

    /** Adds an entry about what has happened already, together with others that come within a moment. */
    note: queue.soon,

    /** What was done to these payments and operations of a merchant since an instant in epoch milliseconds, oldest first. */
    ofSessions: async (
      merchantId: MerchantId,
      sessions: readonly SessionId[],
      { since, limit }: { readonly since: number; readonly limit: number },
    ): Promise<readonly SubjectEntry[]> =>
      model
        .find(
          {
            'action.sessionId': { $in: sessions },
            'action.merchantId': merchantId,
            at: { $gte: since },
          },
          { previous: 0, hash: 0 },
        )
        .sort({ at: 1, _id: 1 })
        // By itself MongoDB may read all that was done at the merchant since then, and sort it.
        .hint(BY_SUBJECT)
        .limit(limit)
        .lean<SubjectEntry[]>(),

    /** All that is in the collection, in the order of the chain, a piece at a time. */
    entries: (): AsyncIterable<KeptEntry> =>
      model.find().sort({ _id: 1 }).batchSize(1000).lean<KeptEntry[]>().cursor(),
  };
}

/** How many entries of an ordered write are in, when the next one's place was taken. */
function writtenBefore(error: unknown): number {
  const [first] =
    (error as { readonly writeErrors?: readonly { readonly index: number }[] }).writeErrors ?? [];
  if (!first) throw error;
  return first.index;
}
