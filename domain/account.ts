import type { CurrencyCode } from './currencies.ts';
import { DEVICE_WALLETS } from './device-wallet/device-wallet.ts';
import { exchangeFor, type ExchangeRule } from './exchange.ts';
import { feeOf, type FeeRule } from './fee.ts';
import type { MerchantId, PgCode } from './ids.ts';
import { isPositive, isZero, type Money } from './money.ts';
import { DEFAULT_INQUIRY } from './transaction/inquiry-plan.ts';
import type { PaymentMethod, InquirySettings } from './transaction/transaction.ts';
import type { Kind, TransactionType } from './transaction/type.ts';

/** What may be done to a payment afterwards, where network and account allow it. Capture follows from `authorize`. */
export type AccountOperation = 'refund' | 'void';

/** Ways to pay at a gateway that have a button of their own (contract/accounts#list). */
export const PAYMENT_SERVICES = [...DEVICE_WALLETS, 'samsung_pay', 'wallet'] as const;
export type PaymentService = (typeof PAYMENT_SERVICES)[number];

/** What merchants sort their accounts by (contract/accounts#list). */
export const TAGS = [
  'e_commerce',
  'crm',
  'pos',
  'invoicing',
  'subscriptions',
  'marketplace',
  'mobile_app',
  'ticket_booking',
  'donations',
  'government',
  'education',
  'healthcare',
  'insurance',
  'logistics',
  'hospitality',
  'real_estate',
  'retail',
  'telecom',
  'utilities',
  'demo',
  'test',
] as const;
export type AccountTag = (typeof TAGS)[number];

/** One account of a merchant at a gateway, without its secrets (contract/accounts#settings). */
export interface GatewayAccount {
  readonly code: PgCode;
  readonly merchantId: MerchantId;
  /** Which connector serves it (the registry's slug). */
  readonly gateway: string;
  readonly name: string;
  readonly nameAr?: string;
  readonly active: boolean;
  readonly sandbox: boolean;
  readonly plugins: readonly TransactionType[];
  /** The currencies in which it charges. */
  readonly currencies: readonly string[];
  /** Its own one of them: what fees for foreign currency are measured by, and into which it converts. */
  readonly defaultCurrency: CurrencyCode;
  readonly kind: Kind;
  readonly operations: readonly AccountOperation[];
  readonly tokenizable: boolean;
  readonly autoDebit: boolean;
  /** Whether a saved card asks its holder for the security code again. */
  readonly cvvRequired: boolean;
  readonly multipleAttempts: boolean;
  readonly fee?: FeeRule;
  readonly exchange?: ExchangeRule;
  readonly paymentServices: readonly PaymentService[];
  readonly tags: readonly AccountTag[];
  /** Its place in lists: the least comes first, then the codes decide. */
  readonly order: number;
  /** `YYYY-MM-DD`: from that day on (UTC) the gateway takes none of what it is asked with now, such as a key or a certificate. */
  readonly credentialsExpireOn?: string;
  /** When the gateway is asked by itself; when left out, as `DEFAULT_INQUIRY` says. */
  readonly inquiry?: InquirySettings | 'never';
}

/**
 * How one learns what became of a request whose answer was lost: the network is asked (`inquiry`), or the same request is
 * sent again under its key, which the network keeps so long.
 */
export type AfterSilence =
  | { readonly by: 'inquiry' }
  | { readonly by: 'repetition'; readonly withinMs: number };

/** What a connector can do; the domain asks it, the gateway answers. */
export interface GatewayTraits {
  readonly slug: string;
  readonly name: string;
  /** Paid outside of any network: choosing it is the whole payment (cash on delivery). */
  readonly offline: boolean;
  readonly kinds: readonly Kind[];
  /** What the network can do besides: an account may switch on any part of it, and nothing else. */
  readonly operations: readonly AccountOperation[];
  readonly tokenization: boolean;
  readonly autoDebit: boolean;
  /** It can ask the customer for the security code of a saved card, at its side. */
  readonly cvv: boolean;
  /** How often a hold can be captured. With `once` the first capture, though of a part, lets the rest go. */
  readonly captures: 'once' | 'many';
  readonly paymentServices: readonly PaymentService[];
  /** The longest order number that the network takes, in characters; without it, any that we take. */
  readonly longestOrderNo?: number;
  /** The network is told from which IP address and in which browser somebody asks for a charge; its pages see both themselves. */
  readonly payerDevice?: true;
  readonly afterSilence: AfterSilence;
  /** The smallest step of an amount that it can charge, in minor units, where that is more than one. */
  readonly amountStep?: Readonly<Partial<Record<CurrencyCode, number>>>;
}

/**
 * The account as a payment method of a transaction, its fee and rate computed once
 * (contract/accounts#fees-and-exchange): what the payer is shown is what is charged, whatever becomes of the account
 * meanwhile.
 */
export function methodFor(
  account: GatewayAccount,
  traits: GatewayTraits,
  amount: Money,
): PaymentMethod {
  const { code, gateway, name, nameAr, kind, multipleAttempts, sandbox } = account;
  const inquiry = account.inquiry ?? DEFAULT_INQUIRY;
  const exchange = exchangeFor(account, amount);
  const asked = exchange?.to ?? amount;
  // Where nothing is charged, nothing comes on top (contract/accounts#fees-and-exchange).
  const fee = feeOf(isZero(amount) ? undefined : account.fee, {
    asked,
    isDefaultCurrency: amount.currency === account.defaultCurrency,
  });
  const { tokenizable, cvvRequired, autoDebit } = account;
  const amountStep = traits.amountStep?.[fee.currency];
  return {
    pgCode: code,
    name,
    ...(nameAr !== undefined && { nameAr }),
    gateway,
    gatewayName: traits.name,
    offline: traits.offline,
    kind,
    fee,
    ...(account.fee && isPositive(fee) && { feeRule: account.fee, ...wordsOf(account.fee) }),
    ...(exchange && { exchange }),
    multipleAttempts,
    sandbox,
    ...(amountStep !== undefined && { amountStep }),
    ...(tokenizable && { savesCards: { cvvRequired, autoDebit } }),
    ...(!traits.offline && inquiry !== 'never' && { inquiry }),
  };
}

function wordsOf({ description, descriptionAr }: FeeRule): {
  readonly feeDescription?: string;
  readonly feeDescriptionAr?: string;
} {
  return {
    ...(description !== undefined && { feeDescription: description }),
    ...(descriptionAr !== undefined && { feeDescriptionAr: descriptionAr }),
  };
}
