import { Schema, type Connection } from 'mongoose';
import type { JsonObject } from '../domain/json.ts';

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

export type AuditAction = CodecDecode | AdminAct | BreakGlass;

const schema = new Schema(
  {
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

export type AuditLog = ReturnType<typeof auditLog>;

export function auditLog(connection: Connection) {
  const model = connection.model<AuditEntry>('Audit', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    /** Adds an entry. Whoever does what it tells waits for this first: what is not written must not happen. */
    append: async (entry: AuditEntry): Promise<void> => {
      await model.create(entry);
    },
  };
}
