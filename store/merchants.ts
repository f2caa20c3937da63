import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { LegalDetails, Merchant, WebhookSettings } from '../domain/merchant.ts';
import type { ApprovalPolicy } from '../domain/operation/policy.ts';
import type { LegacySettings, PluginSettings, PluginsOfMerchant } from '../domain/plugins.ts';
import type { WalletPolicy } from '../domain/wallet/policy.ts';
import type { Atomically } from './atomically.ts';
import { replaceSeen } from './replace-seen.ts';
import type { Leave, SealedPlace, SealedSecret, Sealer } from './sealed.ts';
import { ANYTHING, subdocument, type FieldsOf } from './fields.ts';
import { moneySchema } from './money.ts';
import { pluginFields } from './plugin-fields.ts';
import type { SettingsCache } from './settings-cache.ts';

interface MerchantDocument extends Merchant {
  /** Sealed. */
  readonly webhookKey: string;
}

const text = { type: String };
const number = { type: Number };
const flag = { type: Boolean };
const texts = { type: [String], default: undefined };
const limits = { type: [moneySchema], default: undefined };

const plugin = { type: subdocument<PluginSettings>(pluginFields) };
const legacy = {
  type: subdocument<LegacySettings>({
    ...pluginFields,
    asksForDelivery: flag,
    customFields: texts,
  }),
};
const pluginsSchema = subdocument<PluginsOfMerchant>({
  e_commerce: plugin,
  payment_request: plugin,
  invoice: plugin,
  legacy,
  bulk: plugin,
});

const webhooksSchema = subdocument<WebhookSettings>({
  enabled: flag,
  scheme: text,
  pgParamsFormat: text,
  timeoutSeconds: number,
  userAgent: text,
  notifyOnFailure: flag,
  emails: texts,
  operationsUrl: text,
  notifyApiOperations: flag,
  mitWebhooks: flag,
});

const legalSchema = subdocument<LegalDetails>({
  address: texts,
  taxNumber: text,
  registrationNumber: text,
  memo: text,
});

const policySchema = subdocument<ApprovalPolicy>({
  enabled: flag,
  operations: texts,
  from: ANYTHING,
  pgCodes: texts,
  checkers: number,
  checkersActDirectly: flag,
  whitelistedUserIds: { type: [Number], default: undefined },
  apiKeys: flag,
  pendingHours: number,
  manualHours: number,
  bccInitiator: flag,
  stepUpFrom: ANYTHING,
  reasonRequired: flag,
});

const walletPolicySchema = subdocument<WalletPolicy>({
  currencies: texts,
  highestCredit: limits,
  highestBalance: limits,
});

const schema = new Schema(
  {
    id: { type: String, required: true },
    name: { type: String, required: true },
    nameAr: { type: String },
    supportEmail: { type: String },
    staffLanguage: { type: String },
    supportPhone: { type: String },
    logo: { type: String },
    favicon: { type: String },
    accent: { type: String },
    country: { type: String },
    legal: { type: legalSchema },
    referencePrefix: { type: String, required: true },
    currencies: { type: [String], required: true },
    plugins: { type: pluginsSchema, required: true },
    expiresByTimer: { type: Boolean, required: true },
    paused: { type: Boolean },
    webhooks: { type: webhooksSchema, required: true },
    operationsApproval: { type: policySchema },
    secondSuccess: { type: String },
    strictAgreements: { type: Boolean },
    secondFactor: { type: String },
    timeZone: { type: String },
    walletPolicy: { type: walletPolicySchema },
    webhookKey: { type: String, required: true },
  } satisfies FieldsOf<MerchantDocument>,
  { collection: 'merchants', versionKey: false, strict: 'throw', minimize: false, id: false },
);
schema.index({ id: 1 }, { unique: true });
schema.index(
  { 'plugins.legacy.enabled': 1 },
  { partialFilterExpression: { 'plugins.legacy.enabled': true } },
);

export type MerchantStore = ReturnType<typeof merchantStore>;

const placeOf = (id: string): SealedPlace => ({
  collection: 'merchants',
  record: [id],
  field: 'webhookKey',
});

export function merchantStore(
  connection: Connection,
  {
    sealer,
    settings,
    atomically,
  }: {
    readonly sealer: Sealer;
    readonly settings: SettingsCache;
    readonly atomically: Atomically;
  },
) {
  const model = connection.model<MerchantDocument>('Merchant', schema);
  const { kept, writing } = settings.of(model.collection.name);
  const find = async (id: MerchantId): Promise<Merchant | undefined> =>
    (await model.findOne({ id }, { _id: 0, webhookKey: 0 }).lean<Merchant>()) ?? undefined;
  const sealedWebhookKey = async (id: MerchantId): Promise<SealedSecret | undefined> => {
    const found = await model.findOne({ id }, { webhookKey: 1 }).lean<MerchantDocument>();
    if (!found) return undefined;
    const { webhookKey: sealed } = found;
    return { sealed, open: () => sealer.open(placeOf(id), sealed) };
  };
  return {
    /** Creates or replaces a merchant with its webhook signing key, which is sealed. */
    put: writing(async (merchant: Merchant, webhookKey: string): Promise<void> => {
      const { id } = merchant;
      const sealed = sealer.seal(placeOf(id), webhookKey);
      await model.replaceOne({ id }, { ...merchant, webhookKey: sealed }, { upsert: true });
    }),

    /** Writes other settings in place of those that were seen; false where they are otherwise by now. The signing key stays. */
    replace: writing((seen: Merchant, merchant: Merchant): Promise<boolean> =>
      replaceSeen(atomically, {
        seen,
        read: () => find(seen.id),
        write: async () => {
          const { id } = merchant;
          const { webhookKey } =
            (await model.findOne({ id }, { webhookKey: 1 }).lean<MerchantDocument>()) ?? {};
          await model.replaceOne({ id }, { ...merchant, webhookKey });
        },
      }),
    ),

    /** All merchants by id, without their signing keys. */
    list: (): Promise<readonly Merchant[]> =>
      model.find({}, { _id: 0, webhookKey: 0 }).sort({ id: 1 }).lean<Merchant[]>().exec(),

    /** The settings, without the signing key. */
    find: kept(find),

    /** The merchants with old endpoints that need no key from some addresses. */
    openToAddresses: kept(async (): Promise<readonly Merchant[]> =>
      model
        .find(
          { 'plugins.legacy.enabled': true, 'plugins.legacy.allowedNetworks.0': { $exists: true } },
          { _id: 0, webhookKey: 0 },
        )
        .lean<Merchant[]>()
        .exec(),
    ),

    /** The key that signs this merchant's webhooks; for the transport only. */
    webhookKey: kept(async (id: MerchantId): Promise<string | undefined> =>
      (await sealedWebhookKey(id))?.open(),
    ),

    /** The same as it is kept; for its rotation. */
    sealedWebhookKey,

    /** Another signing key, from the next call on, if what is kept is still the one before, sealed; false when it is not. */
    setWebhookKey: writing(
      async (
        id: MerchantId,
        { before, key }: { readonly before: string; readonly key: string },
      ): Promise<boolean> => {
        const { modifiedCount } = await model.updateOne(
          { id, webhookKey: before },
          { $set: { webhookKey: sealer.seal(placeOf(id), key) } },
        );
        return modifiedCount === 1;
      },
    ),

    /** Seals every signing key that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const { id, webhookKey } of model
        .find({}, { id: 1, webhookKey: 1 })
        .lean()
        .cursor()) {
        const anew = sealer.renew(placeOf(id), webhookKey, leave);
        if (anew === undefined) continue;
        // Somebody who writes at the same time writes with the first key, and wins.
        const { modifiedCount } = await model.updateOne(
          { id, webhookKey },
          { $set: { webhookKey: anew } },
        );
        count += modifiedCount;
      }
      return count;
    },
  };
}
