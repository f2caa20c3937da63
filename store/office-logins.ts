import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { OfficeLogin } from '../domain/office-login.ts';
import type { FieldsOf } from './fields.ts';

/** SHA-256 of what the cookie holds, in hex. The cookie itself is nowhere but in the browser. */
interface Hashed {
  readonly hash: string;
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
schema.index({ merchantId: 1, username: 1 });
schema.index({ keptUntil: 1 }, { expireAfterSeconds: 0 });

const plain = { _id: 0, hash: 0, keptUntil: 0 } as const;

export type OfficeLoginStore = ReturnType<typeof officeLoginStore>;

/** The logins of people's browsers, beside the families of refresh tokens (store/logins.ts). */
export function officeLoginStore(connection: Connection) {
  const model = connection.model<LoginDocument>('OfficeLogin', schema);
  return {
    begin: async (login: OfficeLogin, hash: string): Promise<void> => {
      await model.create({ ...login, hash, keptUntil: new Date(login.endsAt) });
    },

    /** The login of a cookie. */
    find: async (hash: string): Promise<OfficeLogin | undefined> =>
      (await model.findOne({ hash }, plain).lean<OfficeLogin>()) ?? undefined,

    /** Somebody has used it. */
    see: async (hash: string, at: number): Promise<void> => {
      await model.updateOne({ hash }, { $max: { seenAt: at } });
    },

    /** They have shown once more who they are. */
    stepUp: async (id: string, at: number): Promise<void> => {
      await model.updateOne({ id }, { $set: { steppedUpAt: at } });
    },

    /** They have set up a second factor in it. */
    setSecondFactor: async (id: string): Promise<void> => {
      await model.updateOne({ id }, { $set: { secondFactor: true } });
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

    /** Ends the login of a cookie. */
    end: async (hash: string): Promise<void> => {
      await model.deleteOne({ hash });
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
