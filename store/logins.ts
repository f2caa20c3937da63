import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { FieldsOf } from './fields.ts';

/** A login that can be renewed: a family of refresh tokens, of which only the youngest is good. */
export interface Login {
  readonly family: string;
  readonly merchantId: MerchantId;
  readonly username: string;
  /** The client that logged in; no other may renew. */
  readonly clientId: string;
  /** SHA-256 of the youngest token's secret, in hex. */
  readonly hash: string;
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number;
  /** Since when they had the password that it began with; it ends with that one. */
  readonly passwordSince: number;
  /** Their second factor was shown. Without that it ends when they have one. */
  readonly secondFactor?: boolean;
  /** Until when the youngest token is good. */
  readonly renewableUntil: number;
  /** Until when the login can be renewed at all. */
  readonly endsAt: number;
  readonly revoked: boolean;
}

/** Longer than a login lives, so that a token that is used again is still recognized. */
const KEPT_SECONDS = 24 * 60 * 60;

const OF_PERSON = { merchantId: 1, username: 1 } as const;

const text = { type: String, required: true };
const time = { type: Number, required: true };
const schema = new Schema(
  {
    family: text,
    merchantId: text,
    username: text,
    clientId: text,
    hash: text,
    createdAt: time,
    passwordSince: time,
    secondFactor: { type: Boolean },
    renewableUntil: time,
    endsAt: time,
    revoked: { type: Boolean, required: true },
    keptSince: { type: Date, required: true },
  } satisfies FieldsOf<Login & { readonly keptSince: Date }>,
  { collection: 'logins', versionKey: false, strict: 'throw' },
);
schema.index({ family: 1 }, { unique: true });
schema.index(OF_PERSON);
schema.index({ keptSince: 1 }, { expireAfterSeconds: KEPT_SECONDS });

const plain = { _id: 0, keptSince: 0 } as const;

export function loginStore(connection: Connection) {
  const model = connection.model<Login & { readonly keptSince: Date }>('Login', schema);
  return {
    begin: async (login: Login): Promise<void> => {
      await model.create({ ...login, keptSince: new Date(login.createdAt) });
    },

    find: async (family: string): Promise<Login | undefined> =>
      (await model.findOne({ family }, plain).lean<Login>()) ?? undefined,

    /** Puts the next token in the place of the one that the login holds; false when somebody else was quicker. */
    renew: async (
      { family, hash }: Pick<Login, 'family' | 'hash'>,
      next: Pick<Login, 'hash' | 'renewableUntil'>,
    ): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(
        { family, hash, revoked: false },
        { $set: next },
      );
      return modifiedCount === 1;
    },

    /** Ends the login: none of its refresh tokens is good any more. */
    revoke: async (family: string): Promise<void> => {
      await model.updateOne({ family }, { $set: { revoked: true } });
    },

    /** Ends all logins of a person. */
    revokeAll: async (merchantId: MerchantId, username: string): Promise<void> => {
      await model.updateMany({ merchantId, username }, { $set: { revoked: true } }).hint(OF_PERSON);
    },
  };
}
