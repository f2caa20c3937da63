import { keyHash, KEY_PREFIX_LENGTH } from '../api/middleware/authenticate.ts';
import type { GatewayAccount } from '../domain/account.ts';
import { merchantId, pgCode, type MerchantId } from '../domain/ids.ts';
import type { InquirySettings } from '../domain/transaction/inquiry-plan.ts';
import type { Merchant } from '../domain/merchant.ts';
import { keyRing } from '../config/key-ring.ts';
import { openStore, type Store } from '../store/index.ts';
import { encryptionKeys, merchantKeys, type MerchantKeys } from './keys.ts';

export interface SeedInput {
  readonly mongodbUri: string;
  readonly dataDir: string;
  readonly simulatorUrl: string;
  /** Where its control routes answer us, when that is another address: they serve only their own machine. */
  readonly simulatorControlUrl?: string;
  readonly publicUrl: string;
  readonly demoUrl: string;
}

export interface SandboxKeys {
  readonly private: string;
  readonly public: string;
  readonly webhook: string;
}

export interface Seeded {
  readonly keys: SandboxKeys;
  readonly users: Readonly<Record<string, never>>;
  readonly pgCodes: readonly string[];
  readonly methodGroups: readonly (readonly string[])[];
}

/**
 * Makes the sandbox merchant with its keys and gateway accounts, here and at the simulator. Safe to repeat: addresses
 * are brought up to date, keys stay. The keys are in `keys.json` of the data directory, because the database keeps only
 * hashes of them, or seals them.
 */
export async function seed(input: SeedInput): Promise<Seeded> {
  const keys = merchantKeys(input.dataDir);
  const { storage } = encryptionKeys(input.dataDir);
  const store = await openStore(input.mongodbUri, keyRing(storage));
  try {
    const merchant = sandboxMerchant(mint(merchantId('demo')));
    await store.merchants.put(merchant, keys.webhook);
    await putApiKeys(store, merchant.id, keys);
    const accounts = sandboxAccounts(merchant.id);
    for (const account of accounts) await putAccount(store, account, { input, keys });
    return {
      keys: { private: keys.private, public: keys.public, webhook: keys.webhook },
      users: {},
      pgCodes: accounts.map(({ code }) => code),
      methodGroups: METHOD_GROUPS,
    };
  } finally {
    await store.close();
  }
}

async function putApiKeys(
  { apiKeys }: Store,
  merchant: MerchantId,
  keys: SandboxKeys,
): Promise<void> {
  for (const kind of ['private', 'public'] as const)
    await apiKeys.put({
      prefix: keys[kind].slice(0, KEY_PREFIX_LENGTH),
      hash: keyHash(keys[kind]),
      kind,
      merchantId: merchant,
      name: `sandbox ${kind}`,
      revoked: false,
    });
}

function sandboxMerchant(id: MerchantId): Merchant {
  return {
    id,
    name: 'Dukkan',
    nameAr: 'دكّان',
    supportEmail: 'help@shop.example',
    referencePrefix: 'demo',
    currencies: [],
    plugins: { e_commerce: { enabled: true }, payment_request: { enabled: true } },
    expiresByTimer: true,
    webhooks: {
      enabled: true,
      scheme: 'standard',
      pgParamsFormat: 'labelled',
      timeoutSeconds: 15,
      userAgent: 'Sarraf-Webhooks/1.0',
    },
  };
}

const CURRENCIES = [
  'KWD',
  'USD',
  'SAR',
  'AED',
  'BHD',
  'OMR',
  'QAR',
  'EGP',
  'EUR',
  'GBP',
  'JPY',
  'CLF',
];

/** Charging and holding accounts cannot be mixed in one transaction. */
const METHOD_GROUPS = [
  ['sandbox', 'cash'],
  ['sandbox-hold'],
  ['sandbox-single'],
  ['sandbox-fee', 'sandbox'],
];

/**
 * A person who plays has two minutes for the card, and sees within three what a lost callback leads to; a real gateway
 * has minutes in place of these seconds.
 */
const INQUIRY: InquirySettings = {
  firstAfterSeconds: 120,
  gapsSeconds: [0, 15, 30],
  repeatEverySeconds: 60,
  giveUpAfterSeconds: 3600,
};

/** One account for each way of paying that a developer wants to try. */
function sandboxAccounts(merchant: MerchantId): readonly GatewayAccount[] {
  const account = (
    code: string,
    name: string,
    more: Partial<GatewayAccount> = {},
  ): GatewayAccount => ({
    code: mint(pgCode(code)),
    merchantId: merchant,
    gateway: 'sandbox',
    name,
    active: true,
    sandbox: true,
    plugins: ['e_commerce', 'payment_request'],
    currencies: CURRENCIES,
    kind: 'purchase',
    multipleAttempts: true,
    inquiry: INQUIRY,
    ...more,
  });
  return [
    account('sandbox', 'Credit or debit card', { nameAr: 'بطاقة ائتمان أو خصم' }),
    account('cash', 'Cash on delivery', { gateway: 'cash', nameAr: 'الدفع نقدًا عند الاستلام' }),
    account('sandbox-fee', 'Card with a service fee', {
      nameAr: 'بطاقة مع رسوم خدمة',
      fee: { type: 'percent', value: '2.5', description: 'Service fee 2.5 %' },
    }),
    account('sandbox-hold', 'Card (amount is only held)', {
      kind: 'authorize',
      nameAr: 'بطاقة (حجز المبلغ فقط)',
    }),
    account('sandbox-single', 'Card (one attempt)', {
      multipleAttempts: false,
      nameAr: 'بطاقة (محاولة واحدة)',
    }),
  ];
}

async function putAccount(
  { gatewayAccounts }: Store,
  account: GatewayAccount,
  { input, keys }: { readonly input: SeedInput; readonly keys: MerchantKeys },
): Promise<void> {
  if (account.gateway !== 'sandbox') {
    await gatewayAccounts.put(account, {});
    return;
  }
  const secrets = {
    secret_key: `${account.code}.${keys.gateway}`,
    callback_secret: `${keys.gateway}.${account.code}`,
  };
  const control = input.simulatorControlUrl ?? input.simulatorUrl;
  const response = await fetch(new URL(`/control/accounts/${account.code}`, control), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...secrets, name: 'Dukkan' }),
  });
  if (!response.ok)
    throw new Error(`The simulator refused the account ${account.code}: HTTP ${response.status}.`);
  await gatewayAccounts.put(account, {
    url: input.simulatorUrl,
    account: account.code,
    ...secrets,
  });
}

function mint<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant of the seed is not valid.');
  return value;
}
