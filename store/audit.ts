import { Schema, type Connection } from 'mongoose';
import type { JsonObject } from '../domain/json.ts';
import { linkOf, START, type ChainedEntry, type KeptEntry } from './audit-chain.ts';
import { auditQueue } from './audit-queue.ts';
import { isDuplicate } from './connection.ts';

/** Somebody did something that others may have to answer for. Entries are added, never changed and never removed. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who, by the name under which they were let in. */
  readonly who: string;
  /** The address from which they came. */
  readonly from: string;
  readonly action: AuditAction;
}

/** Somebody had payloads of workflows decrypted: how many, and of which workflows as far as the payloads say. */
export interface CodecDecode {
  readonly name: 'codec.decode';
  readonly namespace: string;
  readonly payloads: number;
  readonly workflowIds: readonly string[];
}

/** Somebody changed what merchants, keys, users or accounts are, by the command line or by a seed. */
export interface AdminAct {
  readonly name: 'admin';
  /** Noun and verb, such as "keys create". */
  readonly command: string;
  readonly merchantId: string;
  /** Which one of them: a code, a username, the beginning of a key. Never a secret. */
  readonly subject: string;
  /** What it is from now on, without secrets. */
  readonly change: JsonObject;
}

/** A checker says yes for all who should, in an emergency. Written before it counts. */
export interface BreakGlass {
  readonly name: 'operation.break-glass';
  readonly merchantId: string;
  /** The session id of the payment, and of the operation. */
  readonly sessionId: string;
  readonly childSessionId: string;
}

/** Somebody is about to change something by a request to the API. Written before it can. */
export interface RequestBegun extends AuditSubject {
  readonly name: 'request';
  /** The name of its declaration. */
  readonly route: string;
  /** The `X-Request-Id` of the answer, which the entry of the answer has too. */
  readonly requestId: string;
  readonly merchantId: string;
}

/** How such a request ended. One that has no such entry may have done all, a part or nothing of it. */
export interface RequestEnded extends AuditSubject {
  readonly name: 'answer';
  readonly route: string;
  readonly requestId: string;
  readonly merchantId: string;
  /** The child transaction that it made. */
  readonly childSessionId?: string;
  /** The HTTP status. Below 400 it was done, from 400 to 499 it was refused. */
  readonly status: number;
}

/** Somebody tried to download the file of a report (contract/events-and-pages.md 6.2). */
export interface ReportDownload {
  readonly name: 'report.download';
  readonly merchantId: string;
  readonly requestId: string;
  /** SHA-256 of the token. */
  readonly tokenHash: string;
  /** The id that merchants know; left out where the token led to none. */
  readonly reportId?: string;
  /** `ok`, `denied`, `expired`, `limited`, `not_found`, `malformed` or `error`. */
  readonly outcome: string;
  /** Of the file. */
  readonly bytes?: number;
}

/** What a request is about, by ids of ours and never by anything that somebody typed. */
export interface AuditSubject {
  readonly sessionId?: string;
  readonly referenceNumber?: string;
}

export type AuditAction =
  | CodecDecode
  | AdminAct
  | BreakGlass
  | RequestBegun
  | RequestEnded
  | ReportDownload;

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    previous: { type: String, required: true },
    hash: { type: String, required: true },
    at: { type: Number, required: true },
    who: { type: String, required: true },
    from: { type: String, required: true },
    action: { type: Schema.Types.Mixed, required: true },
  },
  { collection: 'audit', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ at: 1 });
schema.index({ 'action.workflowIds': 1, at: 1 });
schema.index({ 'action.merchantId': 1, at: 1 });
schema.index(
  { 'action.sessionId': 1, at: 1 },
  { partialFilterExpression: { 'action.sessionId': { $exists: true } } },
);
schema.index(
  { 'action.requestId': 1 },
  { partialFilterExpression: { 'action.requestId': { $exists: true } } },
);

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
    ensureIndexes: () => model.createIndexes(),

    /** Adds an entry. Whoever does what it tells waits for this first: what is not written must not happen. */
    append: queue.now,

    /** Adds an entry about what has happened already, together with others that come within a moment. */
    note: queue.soon,

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
