import { hostname } from 'node:os';
import { putAccount } from '../admin/acts/accounts.ts';
import { keepKey } from '../admin/acts/keys.ts';
import { keepMerchant, newMerchant } from '../admin/acts/merchants.ts';
import type { AuditContext } from '../admin/audit-context.ts';
import type { GatewayAccount } from '../domain/account.ts';
import { countryCode } from '../domain/countries.ts';
import { merchantId, pgCode, type MerchantId } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';
import { NO_APPROVAL } from '../domain/operation/policy.ts';
import type { AccountBody } from '../admin/account-schema.ts';
import { openStore } from '../store/index.ts';
import { merchantKeys, storeKeys, userPasswords, type MerchantKeys } from './keys.ts';
import { resealAll } from './reseal-all.ts';
import { putUsers, type SeededUsers } from './seed-users.ts';

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
  readonly users: SeededUsers;
  readonly pgCodes: readonly string[];
  readonly methodGroups: readonly (readonly string[])[];
  /** What no storage key opens, and so is sealed as it was (`Resealed`). */
  readonly unopenable: readonly string[];
}

/**
 * Makes the sandbox merchant with its keys and gateway accounts, here and at the simulator. Safe to repeat: addresses
 * are brought up to date, keys stay. The keys are in `keys.json` of the data directory, because the database keeps only
 * hashes of them, or seals them.
 */
export async function seed(input: SeedInput): Promise<Seeded> {
  const keys = merchantKeys(input.dataDir);
  const rings = storeKeys(input.dataDir);
  const store = await openStore(input.mongodbUri, rings);
  const auditContext: AuditContext = { store, who: 'seed', from: hostname() };
  try {
    const merchant = sandboxMerchant(mint(merchantId('demo')));
    await keepMerchant(auditContext, merchant, keys.webhook);
    // With a new key in front of the others, all of it; else what was never marked.
    const which = rings.search.length > 1 ? 'all' : 'unmarked';
    await store.search.markAnew(which);
    await store.invoiceSearch.markAnew(which);
    for (const kind of ['private', 'public'] as const)
      await keepKey(auditContext, merchant.id, { kind, key: keys[kind] });
    const accounts: GatewayAccount[] = [];
    for (const account of ACCOUNTS)
      accounts.push(await keepAccount(auditContext, merchant.id, { account, input, keys }));
    // What we have the secrets of ourselves is sealed by now.
    const { left } = await resealAll(store);
    return {
      keys: { private: keys.private, public: keys.public, webhook: keys.webhook },
      users: await putUsers(auditContext, merchant.id, {
        passwords: userPasswords(input.dataDir),
        pgCodes: ACCOUNTS.map(({ code }) => mint(pgCode(code))),
      }),
      pgCodes: accounts.map(({ code }) => code),
      methodGroups: METHOD_GROUPS,
      unopenable: left,
    };
  } finally {
    await store.close();
  }
}

function sandboxMerchant(id: MerchantId): Merchant {
  return newMerchant(id, 'Dukkan', {
    nameAr: 'دكّان',
    supportEmail: 'help@shop.example',
    timeZone: 'Asia/Kuwait',
    // Apple wants to know it of who is paid.
    country: mint(countryCode('KW')),
    plugins: {
      e_commerce: { enabled: true },
      payment_request: { enabled: true },
      invoice: { enabled: true },
      bulk: { enabled: true },
      // Whoever moves from the old endpoints wants to see them answer here first.
      legacy: { enabled: true },
    },
    // What the maker asks for waits for the checker; programs with the key need nobody.
    operationsApproval: { ...NO_APPROVAL, enabled: true, bccInitiator: true },
  });
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
  ['sandbox-inline', 'cash'],
  ['sandbox', 'cash'],
  ['sandbox-hold'],
  ['sandbox-single'],
  ['sandbox-fee', 'sandbox'],
  ['sandbox-abroad', 'sandbox-fixed', 'sandbox'],
];

/**
 * A person who plays has two minutes for the card, and sees within three what a lost callback leads to; a real gateway
 * has minutes in place of these seconds.
 */
const INQUIRY = {
  first_after_seconds: 120,
  gaps_seconds: [0, 15, 30],
  repeat_every_seconds: 60,
  give_up_after_seconds: 3600,
};

/** What one unit of each other currency is worth in dinars. Invented, and near enough to be looked at. */
const RATES = {
  USD: '0.3066',
  SAR: '0.08175',
  AED: '0.0835',
  BHD: '0.8132',
  OMR: '0.7965',
  QAR: '0.0842',
  EGP: '0.0063',
  EUR: '0.3571',
  GBP: '0.4102',
  JPY: '0.002',
  CLF: '12.75',
};

/** Our payment page has the network's fields for the card. */
const INLINE = 'sandbox-inline';

/** One account for each way of paying that a developer wants to try. */
const ACCOUNTS: readonly AccountBody[] = [
  anAccount('sandbox', 'Credit or debit card', {
    name_ar: 'بطاقة ائتمان أو خصم',
    payment_services: ['apple_pay', 'google_pay', 'wallet'],
  }),
  anAccount(INLINE, 'Credit or debit card', {
    name_ar: 'بطاقة ائتمان أو خصم',
    payment_services: ['apple_pay', 'google_pay', 'wallet'],
  }),
  anAccount('cash', 'Cash on delivery', {
    gateway: 'cash',
    name_ar: 'الدفع نقدًا عند الاستلام',
  }),
  anAccount('sandbox-fee', 'Card with a service fee', {
    name_ar: 'بطاقة مع رسوم خدمة',
    fee: {
      percent: '2.5',
      description: 'Service fee 2.5%',
      description_ar: 'رسوم خدمة 2.5%',
      charge_default_currency: true,
    },
  }),
  anAccount('sandbox-cards', 'Card that can be saved', {
    name_ar: 'بطاقة يمكن حفظها',
    is_tokenizable: true,
    auto_debit_enabled: true,
  }),
  anAccount('sandbox-on-file', 'Card that can be saved (no security code)', {
    name_ar: 'بطاقة يمكن حفظها (دون رمز الأمان)',
    is_tokenizable: true,
    cvv_required: false,
  }),
  anAccount('sandbox-hold', 'Card (amount is only held)', {
    operation: 'authorize',
    name_ar: 'بطاقة (حجز المبلغ فقط)',
  }),
  anAccount('sandbox-single', 'Card (one attempt)', {
    can_have_multiple_attempts: false,
    name_ar: 'بطاقة (محاولة واحدة)',
  }),
  anAccount('sandbox-fixed', 'Card with a fixed fee', {
    name_ar: 'بطاقة مع رسوم ثابتة',
    fee: {
      fixed: { KWD: '0.250', USD: '0.80', SAR: '3.00', EUR: '0.70', JPY: '120' },
      description: 'Handling',
      description_ar: 'رسوم المعالجة',
      charge_default_currency: true,
    },
  }),
  anAccount('sandbox-abroad', 'Card, charged in dinars', {
    name_ar: 'بطاقة، بالدينار الكويتي',
    accepted_currencies: ['KWD'],
    exchange: { rates: RATES },
    fee: {
      percent: '1.5',
      description: 'Currency conversion 1.5 %',
      description_ar: 'تحويل العملة 1.5 %',
    },
  }),
];

function anAccount(code: string, name: string, more: Partial<AccountBody> = {}): AccountBody {
  return {
    code,
    name,
    gateway: 'sandbox',
    is_sandbox: true,
    default_currency: 'KWD',
    accepted_currencies: [...CURRENCIES],
    inquiry: INQUIRY,
    ...((more.gateway ?? 'sandbox') === 'sandbox' && {
      operations: ['refund', 'void'],
      payment_services: ['wallet'],
    }),
    ...more,
  };
}

async function keepAccount(
  auditContext: AuditContext,
  merchant: MerchantId,
  {
    account: { code, gateway, ...rest },
    input,
    keys,
  }: { readonly account: AccountBody; readonly input: SeedInput; readonly keys: MerchantKeys },
): Promise<GatewayAccount> {
  const secrets = {
    secret_key: `${code}.${keys.gateway}`,
    callback_secret: `${keys.gateway}.${code}`,
  };
  const isSimulated = gateway === 'sandbox';
  const settings = isSimulated
    ? { url: input.simulatorUrl, account: code, ...secrets, card_frame: code === INLINE }
    : {};
  if (isSimulated) await putAtSimulator(input, code, secrets);
  return putAccount(auditContext, merchant, { code, gateway, ...rest, settings });
}

async function putAtSimulator(
  { simulatorControlUrl, simulatorUrl }: SeedInput,
  code: string,
  secrets: { readonly secret_key: string; readonly callback_secret: string },
): Promise<void> {
  const response = await fetch(
    new URL(`/control/accounts/${code}`, simulatorControlUrl ?? simulatorUrl),
    {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...secrets, name: 'Dukkan' }),
    },
  );
  if (!response.ok)
    throw new Error(`The simulator refused the account ${code}: HTTP ${response.status}.`);
}

function mint<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant of the seed is not valid.');
  return value;
}
