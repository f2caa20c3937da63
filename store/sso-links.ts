import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';

/** Whom an issuer means by a subject, at one merchant. */
export interface SsoLink {
  readonly merchantId: MerchantId;
  readonly issuer: string;
  /** Theirs at the issuer for ever; an address of mail is not. */
  readonly subject: string;
  readonly username: string;
}

const text = { type: String, required: true };
const schema = new Schema(
  { merchantId: text, issuer: text, subject: text, username: text } satisfies FieldsOf<SsoLink>,
  { collection: 'sso_links', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, issuer: 1, subject: 1 }, { unique: true });
schema.index({ merchantId: 1, issuer: 1, username: 1 }, { unique: true });

export function ssoLinkStore(connection: Connection) {
  const model = connection.model<SsoLink>('SsoLink', schema);
  return {
    /** The name of the user. */
    find: async ({
      merchantId,
      issuer,
      subject,
    }: Omit<SsoLink, 'username'>): Promise<string | undefined> =>
      (await model.findOne({ merchantId, issuer, subject }).lean<SsoLink>())?.username,

    /** Links a user with a subject, for as long as nobody takes it back; false when one of both is linked already. */
    add: async (link: SsoLink): Promise<boolean> => {
      try {
        await model.create(link);
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },

    /** Takes back all links of a user. */
    remove: async (merchantId: MerchantId, username: string): Promise<void> => {
      await model.deleteMany({ merchantId, username });
    },
  };
}
