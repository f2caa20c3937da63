import { createHash } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import { v4 as uuidV4 } from 'uuid';
import type { MerchantId } from '../domain/ids.ts';
import type { ReportRef } from '../domain/report/report.ts';
import type { FieldsOf } from './fields.ts';

/** Who may download what with a token, and until when. */
export interface ReportToken extends ReportRef {
  /** The name of the caller who listed the report, as the audit log has it. */
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

interface Kept extends ReportToken {
  /** SHA-256 of the token: who reads the database downloads nothing with it. */
  readonly hash: string;
  readonly goneAt: Date;
}

const needed = { type: String, required: true };
const schema = new Schema(
  {
    hash: needed,
    merchantId: needed,
    id: needed,
    owner: needed,
    expiresAt: { type: Number, required: true },
    goneAt: { type: Date, required: true },
  } satisfies FieldsOf<Kept>,
  { collection: 'report_tokens', versionKey: false, strict: 'throw', id: false },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ goneAt: 1 }, { expireAfterSeconds: 0 });

/** For so long an expired token is told from one that never was. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/** The tokens by which reports are downloaded. What is kept of one is its hash. */
export function reportTokenStore(connection: Connection) {
  const model = connection.model<Kept>('ReportToken', schema);
  return {
    /** A new token for each of the reports, in their order. */
    mint: async (
      ids: readonly string[],
      about: {
        readonly merchantId: MerchantId;
        readonly owner: string;
        readonly expiresAt: number;
      },
    ): Promise<readonly string[]> => {
      const tokens = ids.map(() => uuidV4());
      const goneAt = new Date(about.expiresAt + REMEMBERED_MS);
      const kept = tokens.map((token, index) => ({
        ...about,
        id: ids[index] ?? '',
        hash: tokenHash(token),
        goneAt,
      }));
      if (kept.length > 0) await model.insertMany(kept, { ordered: false, lean: true });
      return tokens;
    },

    /** Undefined for one that never was, or was forgotten. Whose it is, the caller has to ask: no merchant is known yet. */
    find: async (token: string): Promise<ReportToken | undefined> =>
      (await model
        .findOne({ hash: tokenHash(token) }, { _id: 0, hash: 0, goneAt: 0 })
        .lean<ReportToken>()) ?? undefined,
  };
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
