import { Schema, type Connection } from 'mongoose';
import type { GatewayAccount } from '../domain/account.ts';
import type { MerchantId, PgCode } from '../domain/ids.ts';

type Settings = Readonly<Record<string, unknown>>;

interface AccountDocument extends GatewayAccount {
  readonly settings: Settings;
}

const { Mixed } = Schema.Types;
const schema = new Schema(
  {
    code: { type: String, required: true },
    merchantId: { type: String, required: true },
    gateway: { type: String, required: true },
    name: { type: String, required: true },
    nameAr: { type: String },
    active: { type: Boolean, required: true },
    sandbox: { type: Boolean, required: true },
    plugins: { type: [String], required: true },
    currencies: { type: [String], required: true },
    kind: { type: String, required: true },
    multipleAttempts: { type: Boolean, required: true },
    fee: { type: Mixed },
    inquiry: { type: Mixed },
    settings: { type: Mixed, required: true },
  },
  { collection: 'gateway_accounts', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ merchantId: 1, code: 1 }, { unique: true });

export type GatewayAccountStore = ReturnType<typeof gatewayAccountStore>;

export function gatewayAccountStore(connection: Connection) {
  const model = connection.model<AccountDocument>('GatewayAccount', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    /** Creates or replaces an account with its settings (addresses and secrets for the plug). */
    put: async (account: GatewayAccount, settings: Settings): Promise<void> => {
      const { merchantId, code } = account;
      await model.replaceOne({ merchantId, code }, { ...account, settings }, { upsert: true });
    },

    /** All accounts of a merchant, without their settings. */
    list: (merchantId: MerchantId): Promise<readonly GatewayAccount[]> =>
      model.find({ merchantId }, { _id: 0, settings: 0 }).lean<GatewayAccount[]>().exec(),

    /** An account with its settings; for gateways only. */
    open: async (
      merchantId: MerchantId,
      code: PgCode,
    ): Promise<{ readonly account: GatewayAccount; readonly settings: Settings } | undefined> => {
      const found = await model.findOne({ merchantId, code }, { _id: 0 }).lean<AccountDocument>();
      if (!found) return undefined;
      const { settings, ...account } = found;
      return { account, settings };
    },
  };
}
