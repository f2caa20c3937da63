import { createHash } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { FieldsOf } from './fields.ts';

/** A way to an issuer that somebody has gone, and from which they have not come back yet. Times are epoch milliseconds. */
export interface SsoTry {
  readonly merchantId: MerchantId;
  readonly issuer: string;
  /** Where it leads: a page of the office. */
  readonly next: string;
  readonly begunAt: number;
  /** The login in which somebody shows once more who they are; left out where a login begins. */
  readonly loginId?: string;
}

/** What only the browser knows that has begun it: the state stands in the address by which it comes back, the other in its cookie. */
export interface SsoTrySecret {
  readonly state: string;
  readonly browser: string;
}

interface TryDocument extends SsoTry {
  /** SHA-256 of both secrets, in hex. */
  readonly hash: string;
  readonly until: Date;
}

const text = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: text,
    issuer: text,
    next: text,
    begunAt: { type: Number, required: true },
    loginId: { type: String },
    hash: text,
    until: { type: Date, required: true },
  } satisfies FieldsOf<TryDocument>,
  { collection: 'sso_tries', versionKey: false, strict: 'throw' },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

const plain = { _id: 0, hash: 0, until: 0 } as const;

export function ssoTryStore(connection: Connection) {
  const model = connection.model<TryDocument>('SsoTry', schema);
  return {
    begin: async (one: SsoTry, secret: SsoTrySecret, until: number): Promise<void> => {
      await model.create({ ...one, hash: hashOf(secret), until: new Date(until) });
    },

    /** Uses it up; nothing when it is unknown, was used before, is over, or was begun by another browser. */
    take: async (
      merchantId: MerchantId,
      secret: SsoTrySecret,
      now: number,
    ): Promise<SsoTry | undefined> =>
      (await model
        .findOneAndDelete({ hash: hashOf(secret), merchantId, until: { $gt: new Date(now) } })
        .select(plain)
        .lean<SsoTry>()) ?? undefined,
  };
}

function hashOf({ state, browser }: SsoTrySecret): string {
  return createHash('sha256')
    .update(JSON.stringify([state, browser]))
    .digest('hex');
}
