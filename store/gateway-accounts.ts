import { Schema, type Connection } from 'mongoose';
import type { GatewayAccount } from '../domain/account.ts';
import type { ExchangeRule } from '../domain/exchange.ts';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';
import { ANYTHING, subdocument, type FieldsOf } from './fields.ts';
import { feeRuleSchema } from './transaction-parts.ts';
import type { Atomically } from './atomically.ts';
import { replaceSeen } from './replace-seen.ts';
import type { SettingsCache } from './settings-cache.ts';

type Settings = Readonly<Record<string, unknown>>;

/** An account with what only its gateway knows. */
interface OpenedAccount {
  readonly account: GatewayAccount;
  readonly settings: Settings;
}

/** An account as it is kept: it can be looked at and changed also when its settings cannot be opened any more. */
export interface SealedAccount {
  readonly account: GatewayAccount;
  readonly sealed: string;
}

type AccountDocument = GatewayAccount & {
  /** JSON, sealed as one: which setting is a secret, only the gateway knows. */
  readonly settings: string;
};

const exchangeRuleSchema = subdocument<ExchangeRule>({ rates: ANYTHING });
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
    defaultCurrency: { type: String, required: true },
    kind: { type: String, required: true },
    operations: { type: [String], required: true },
    tokenizable: { type: Boolean, required: true },
    autoDebit: { type: Boolean, required: true },
    cvvRequired: { type: Boolean, required: true },
    multipleAttempts: { type: Boolean, required: true },
    fee: { type: feeRuleSchema },
    exchange: { type: exchangeRuleSchema },
    paymentServices: { type: [String], required: true },
    tags: { type: [String], required: true },
    order: { type: Number, required: true },
    credentialsExpireOn: { type: String },
    // Or a word: that it is never asked.
    inquiry: ANYTHING,
    settings: { type: String, required: true },
  } satisfies FieldsOf<AccountDocument>,
  { collection: 'gateway_accounts', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ merchantId: 1, code: 1 }, { unique: true });

export type GatewayAccountStore = ReturnType<typeof gatewayAccountStore>;

const placeOf = ({
  merchantId,
  code,
}: Pick<GatewayAccount, 'merchantId' | 'code'>): SealedPlace => ({
  collection: 'gateway_accounts',
  record: [merchantId, code],
  field: 'settings',
});

export function gatewayAccountStore(
  connection: Connection,
  {
    sealer,
    settings: cache,
    atomically,
  }: {
    readonly sealer: Sealer;
    readonly settings: SettingsCache;
    readonly atomically: Atomically;
  },
) {
  const model = connection.model<AccountDocument>('GatewayAccount', schema);
  const { kept, writing } = cache.of(model.collection.name);

  async function find(merchantId: MerchantId, code: PgCode): Promise<SealedAccount | undefined> {
    const found = await model.findOne({ merchantId, code }, { _id: 0 }).lean<AccountDocument>();
    if (!found) return undefined;
    const { settings: sealed, ...account } = found;
    return { account, sealed };
  }

  const settingsOf = ({ account, sealed }: SealedAccount): Settings =>
    JSON.parse(sealer.open(placeOf(account), sealed));

  const sealedWith = ({ account, settings }: OpenedAccount): SealedAccount => ({
    account,
    sealed: sealer.seal(placeOf(account), JSON.stringify(settings)),
  });

  async function write({ account, sealed }: SealedAccount): Promise<void> {
    const { merchantId, code } = account;
    await model.replaceOne(
      { merchantId, code },
      { ...account, settings: sealed },
      { upsert: true },
    );
  }

  return {
    /** Creates or replaces an account with its settings (addresses and secrets for the connector), which are sealed. */
    put: writing((account: GatewayAccount, settings: Settings): Promise<void> =>
      write(sealedWith({ account, settings })),
    ),

    /**
     * The same in place of what was seen of it, undefined for a new one; false where it is otherwise by now. Settings that are
     * given sealed stay, and those that were seen are not opened.
     */
    replace: writing(
      (seen: SealedAccount | undefined, next: SealedAccount | OpenedAccount): Promise<boolean> =>
        replaceSeen(atomically, {
          seen,
          read: () => find(next.account.merchantId, next.account.code),
          write: () => write('sealed' in next ? next : sealedWith(next)),
        }),
    ),

    /** An account of which nothing is opened. */
    find,

    /** Its settings. Throws an `UnopenableError`. */
    settingsOf,

    /** All accounts of a merchant, without their settings. */
    list: kept((merchantId: MerchantId): Promise<readonly GatewayAccount[]> =>
      model.find({ merchantId }, { _id: 0, settings: 0 }).lean<GatewayAccount[]>(),
    ),

    /** An account with its settings; for gateways only. */
    open: kept(async (merchantId: MerchantId, code: PgCode): Promise<OpenedAccount | undefined> => {
      const found = await find(merchantId, code);
      return found && { account: found.account, settings: settingsOf(found) };
    }),

    /** Seals all settings that are not yet sealed with the first key; gives how many accounts those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      const some = { merchantId: 1, code: 1, settings: 1 } as const;
      for await (const { merchantId, code, settings } of model.find({}, some).lean().cursor()) {
        const anew = sealer.renew(placeOf({ merchantId, code }), settings, leave);
        if (anew === undefined) continue;
        // Somebody who writes at the same time writes with the first key, and wins.
        const { modifiedCount } = await model.updateOne(
          { merchantId, code, settings },
          { $set: { settings: anew } },
        );
        count += modifiedCount;
      }
      return count;
    },
  };
}
