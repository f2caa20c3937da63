import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';

interface MerchantDocument extends Merchant {
  readonly webhookKey: string;
}

const { Mixed } = Schema.Types;
const schema = new Schema(
  {
    id: { type: String, required: true },
    name: { type: String, required: true },
    nameAr: { type: String },
    supportEmail: { type: String },
    referencePrefix: { type: String, required: true },
    currencies: { type: [String], required: true },
    plugins: { type: Mixed, required: true },
    expiresByTimer: { type: Boolean, required: true },
    webhooks: { type: Mixed, required: true },
    webhookKey: { type: String, required: true },
  },
  { collection: 'merchants', versionKey: false, strict: 'throw', minimize: false, id: false },
);
schema.index({ id: 1 }, { unique: true });

export type MerchantStore = ReturnType<typeof merchantStore>;

export function merchantStore(connection: Connection) {
  const model = connection.model<MerchantDocument>('Merchant', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    /** Creates or replaces a merchant with its webhook signing key. */
    put: async (merchant: Merchant, webhookKey: string): Promise<void> => {
      await model.replaceOne({ id: merchant.id }, { ...merchant, webhookKey }, { upsert: true });
    },

    /** The settings, without the signing key. */
    find: async (id: MerchantId): Promise<Merchant | undefined> =>
      (await model.findOne({ id }, { _id: 0, webhookKey: 0 }).lean<Merchant>()) ?? undefined,

    /** The key that signs this merchant's webhooks; for the transport only. */
    webhookKey: async (id: MerchantId): Promise<string | undefined> =>
      (await model.findOne({ id }, { webhookKey: 1 }).lean<MerchantDocument>())?.webhookKey,
  };
}
