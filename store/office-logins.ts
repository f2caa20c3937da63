import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { OfficeLogin } from '../domain/office-login.ts';
import type { FieldsOf } from './fields.ts';

/** SHA-256 of what the cookie holds, in hex. The cookie itself is nowhere but in the browser. */
interface Hashed {
  readonly hash: string;
  /** Of the value before, in the same login. */
  readonly formerHash?: string;
  /** When that one ends, in epoch milliseconds. */
  readonly formerUntil?: number;
}

interface LoginDocument extends OfficeLogin, Hashed {
  readonly keptUntil: Date;
}

const text = { type: String, required: true };
const time = { type: Number, required: true };
const schema = new Schema(
  {
    id: text,
    hash: text,
    formerHash: { type: String },
    formerUntil: { type: Number },
    merchantId: text,
    username: text,
    createdAt: time,
    passwordSince: time,
    secondFactor: { type: Boolean },
    recoveryCode: { type: Boolean },
    seenAt: time,
    endsAt: time,
    browser: text,
    network: text,
    language: { type: String, required: true, enum: ['en', 'ar'] },
    issuer: { type: String },
    isHalf: { type: Boolean },
    steppedUpAt: { type: Number },
    keptUntil: { type: Date, required: true },
  } satisfies FieldsOf<LoginDocument>,
  { collection: 'office_logins', versionKey: false, strict: 'throw', id: false },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ formerHash: 1 }, { partialFilterExpression: { formerHash: { $exists: true } } });
schema.index({ merchantId: 1, username: 1 });
schema.index({ keptUntil: 1 }, { expireAfterSeconds: 0 });

const plain = { _id: 0, hash: 0, formerHash: 0, formerUntil: 0, keptUntil: 0 } as const;

export type OfficeLoginStore = ReturnType<typeof officeLoginStore>;

/** The logins of people's browsers, beside the families of refresh tokens (store/logins.ts). */
export function officeLoginStore(connection: Connection) {
  const model = connection.model<LoginDocument>('OfficeLogin', schema);
  return {
    begin: async (login: OfficeLogin, hash: string): Promise<void> => {
      await model.create({ ...login, hash, keptUntil: new Date(login.endsAt) });
    },

    /** The login of a cookie; of the value before that, while it is good, as of somebody who has not shown once more who they are. */
    find: async (hash: string, at: number): Promise<OfficeLogin | undefined> =>
      (await model.findOne({ hash }, plain).lean<OfficeLogin>()) ??
      (await model
        .findOne({ formerHash: hash, formerUntil: { $gt: at } }, { ...plain, steppedUpAt: 0 })
        .lean<OfficeLogin>()) ??
      undefined,

    /** Somebody has used it. */
    see: async (hash: string, at: number): Promise<void> => {
      await model.updateOne({ hash }, { $max: { seenAt: at } });
    },

    /**
     * They have shown who they are in it, and from now on its cookie has another value; the one that they came with is good until
     * `formerUntil`. False when the login has ended.
     */
    renew: async (
      { merchantId, username, id }: Pick<OfficeLogin, 'merchantId' | 'username' | 'id'>,
      hashes: Required<Hashed>,
      shown: Pick<OfficeLogin, 'steppedUpAt' | 'secondFactor'>,
    ): Promise<boolean> => {
      const change = { $set: { ...hashes, ...shown } };
      return (await model.updateOne({ merchantId, username, id }, change)).matchedCount === 1;
    },

    /** Ends one login of a person by its name in lists; false when they have none of this name. */
    endOne: async (merchantId: MerchantId, username: string, id: string): Promise<boolean> =>
      (await model.deleteOne({ merchantId, username, id })).deletedCount === 1,

    /** Ends all logins of a person, but one if it is named. */
    endAll: async (merchantId: MerchantId, username: string, but?: string): Promise<void> => {
      await model.deleteMany({
        merchantId,
        username,
        ...(but !== undefined && { id: { $ne: but } }),
      });
    },

    /** Ends the login of a cookie, also by the value before while that is good. */
    end: async (hash: string, at: number): Promise<void> => {
      if ((await model.deleteOne({ hash })).deletedCount === 0)
        await model.deleteOne({ formerHash: hash, formerUntil: { $gt: at } });
    },

    /** All logins of a person, newest first; some of them may be over. */
    list: (merchantId: MerchantId, username: string): Promise<readonly OfficeLogin[]> =>
      model
        .find({ merchantId, username }, plain)
        .sort({ createdAt: -1 })
        .lean<OfficeLogin[]>()
        .exec(),
  };
}
