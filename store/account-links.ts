import { createHash, randomBytes } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type { AccountLink, AccountLinkKind } from '../domain/account-link.ts';
import type { MerchantId } from '../domain/ids.ts';
import type { FieldsOf } from './fields.ts';

interface LinkDocument extends AccountLink {
  /** SHA-256 of the secret, in hex. The secret itself is in the mail alone. */
  readonly hash: string;
  readonly until: Date;
}

const text = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: text,
    username: text,
    kind: { type: String, required: true, enum: ['reset', 'invitation'] },
    hash: text,
    until: { type: Date, required: true },
  } satisfies FieldsOf<LinkDocument>,
  { collection: 'account_links', versionKey: false, strict: 'throw' },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ username: 1, kind: 1 }, { unique: true });
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

const plain = { _id: 0, hash: 0, until: 0 } as const;

/** The links in mails to people: of each kind a person has one, the youngest. */
export function accountLinkStore(connection: Connection) {
  const model = connection.model<LinkDocument>('AccountLink', schema);
  return {
    /** Makes a link, in place of the person's one before, and gives its secret, which is kept nowhere. `until` is epoch milliseconds. */
    make: async ({ merchantId, username, kind }: AccountLink, until: number): Promise<string> => {
      const secret = randomBytes(32).toString('base64url');
      await model.updateOne(
        { username, kind },
        { $set: { merchantId, hash: hashOf(secret), until: new Date(until) } },
        { upsert: true },
      );
      return secret;
    },

    /** The link of a secret, while it is good. It stays good. */
    find: async (
      kind: AccountLinkKind,
      secret: string,
      now: number,
    ): Promise<AccountLink | undefined> =>
      (await model.findOne(goodOf(kind, secret, now), plain).lean<AccountLink>()) ?? undefined,

    /** Uses a link up; false when it is not good, or somebody was quicker. */
    take: async (kind: AccountLinkKind, secret: string, now: number): Promise<boolean> =>
      (await model.deleteOne(goodOf(kind, secret, now))).deletedCount === 1,

    /** From now on no link of a person is good. */
    endAll: async (merchantId: MerchantId, username: string): Promise<void> => {
      await model.deleteMany({ merchantId, username });
    },
  };
}

function goodOf(kind: AccountLinkKind, secret: string, now: number) {
  return { hash: hashOf(secret), kind, until: { $gt: new Date(now) } };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
