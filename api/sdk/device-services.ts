import { DEVICE_WALLETS, type DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import type { DeviceWalletTerms } from '../../domain/device-wallet/terms.ts';
import { deviceWalletAccounts } from '../../domain/device-wallet/account.ts';
import { cutText } from '../../domain/cut-text.ts';
import { chargeOf } from '../../domain/exchange.ts';
import { feeWordsIn } from '../../domain/fee.ts';
import type { CountryCode } from '../../domain/countries.ts';
import type { PgCode } from '../../domain/ids.ts';
import { defined, type JsonObject } from '../../domain/json.ts';
import { links } from '../../domain/links.ts';
import { merchantCountry } from '../../domain/local-address.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import {
  methodOf,
  type PaymentMethod,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import { gatewayNamed } from '../../gateways/registry.ts';
import type { ApiDeps } from '../deps.ts';
import { openedAccount } from '../opened-account.ts';
import { isPayable, withMerchant } from '../payer.ts';
import { billingOf, type BillingLabels } from '../transactions/present.ts';

/** A wallet of a device with which a transaction can be paid, and by which of its methods. */
export interface OfferedService {
  readonly wallet: DeviceWallet;
  readonly method: PaymentMethod;
  readonly terms: DeviceWalletTerms;
  readonly merchant: Merchant;
  /** Apple's sheet is not shown without one. */
  readonly country: CountryCode | undefined;
}

/** The wallets of devices that an account of the transaction takes, each at the first that is complete for it (contract/device-wallets#offering). */
export async function deviceServicesFor(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
): Promise<readonly OfferedService[]> {
  if (!isPayable(transaction)) return [];
  const accounts = await store.gatewayAccounts.list(transaction.merchantId);
  const offered = await Promise.all(
    DEVICE_WALLETS.map(async (wallet): Promise<readonly OfferedService[]> => {
      const able = deviceWalletAccounts(transaction, accounts, wallet);
      const complete = await firstComplete({ store }, transaction, wallet, able);
      if (!complete) return [];
      const { merchant } = await withMerchant({ store }, transaction);
      const country = merchantCountry(merchant, transaction.amount.currency);
      return [{ ...complete, wallet, merchant, country }];
    }),
  );
  return offered.flat();
}

/**
 * By which account a payer pays who names none: the one at which the wallet is offered, for which what it hands over is made. Where
 * it is offered at none, the first that takes it. Undefined where none does.
 */
export async function walletAccountFor(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  wallet: DeviceWallet,
): Promise<PgCode | undefined> {
  const accounts = await store.gatewayAccounts.list(transaction.merchantId);
  const able = deviceWalletAccounts(transaction, accounts, wallet);
  return (await firstComplete({ store }, transaction, wallet, able))?.method.pgCode ?? able[0];
}

/** The first of the accounts whose settings are complete for the wallet. */
async function firstComplete(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  wallet: DeviceWallet,
  able: readonly PgCode[],
): Promise<Pick<OfferedService, 'method' | 'terms'> | undefined> {
  for (const code of able) {
    const method = methodOf(transaction, code);
    const terms = method && (await termsOf({ store }, transaction, method));
    if (method && terms?.[wallet]) return { method, terms };
  }
  return undefined;
}

/** Of an account whose settings are wrong, or cannot be opened, nothing; whoever charges by it is told. */
async function termsOf(
  { store }: Pick<ApiDeps, 'store'>,
  { merchantId }: Transaction,
  { pgCode }: PaymentMethod,
): Promise<DeviceWalletTerms | undefined> {
  const opened = await openedAccount(store, { merchantId, pgCode });
  try {
    return opened && gatewayNamed(opened.account.gateway)?.deviceWallets?.(opened.settings);
  } catch {
    return undefined;
  }
}

/** The longest name that Google shows. */
const LONGEST_NAME = 25;

export function serviceName(wallet: DeviceWallet): string {
  return NAMES[wallet];
}

const NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const;

/** A wallet as a payer's program needs it to show its button and to ask it for a payload. */
export function presentService(
  transaction: Transaction,
  { wallet, method, terms, merchant, country }: OfferedService,
  { publicUrl, labels }: { readonly publicUrl: string; readonly labels: BillingLabels },
) {
  const to = links(publicUrl);
  const { total, fee } = chargeOf(transaction.amount, method);
  const common = {
    code: wallet,
    pg_code: method.pgCode,
    name: NAMES[wallet],
    currency_code: total.currency,
    fee: toDecimal(fee),
    fee_description: feeWordsIn(method, transaction.language) ?? '',
    country_code: country,
    session_id: transaction.sessionId,
    billing: billingOf(transaction.amount, method, labels),
  };
  const shop = merchant.name;
  const { apple_pay: apple, google_pay: google } = terms;
  if (wallet === 'apple_pay')
    return (
      apple &&
      defined({
        ...common,
        flow: wallet,
        amount: toDecimal(total),
        domain: new URL(publicUrl).hostname,
        merchant_id: apple.merchantIdentifier,
        shop_name: shop,
        validation_url: to.payerAppleSession,
        payment_url: to.payerApplePay,
        payment_request: country && appleSheet(apple, country),
      })
    );
  return (
    google &&
    defined({
      ...common,
      flow: wallet,
      total_price: toDecimal(total),
      environment: google.environment,
      merchant_id: google.merchantId,
      merchant_name: googleName(shop),
      gateway: google.gateway,
      gateway_merchant_id: google.gatewayMerchantId,
      tokenization_parameters: google.parameters,
      payment_url: to.payerGooglePay,
      payment_request: googleSheet(google, shop),
    })
  );
}

/** What the browser's own PaymentRequest is to ask, of a wallet that it has (docs/decisions/0032-wallets-by-the-browsers-own-sheet.md). */
export interface SheetMethod {
  readonly supportedMethods: string;
  readonly data: JsonObject;
}

/** Undefined where something is missing that the wallet wants to know. */
export function sheetOf({
  wallet,
  terms,
  merchant,
  country,
}: OfferedService): SheetMethod | undefined {
  const { apple_pay: apple, google_pay: google } = terms;
  if (wallet === 'google_pay') return google && googleSheet(google, merchant.name);
  return country && apple && appleSheet(apple, country);
}

/** Apple's ApplePayRequest. Who sees the sheet has confirmed it there, so the network need not ask their bank. */
function appleSheet(
  { merchantIdentifier, method = 'https://apple.com/apple-pay' }: Wanted<'apple_pay'>,
  countryCode: CountryCode,
): SheetMethod {
  return {
    supportedMethods: method,
    data: {
      version: 6,
      merchantIdentifier,
      countryCode,
      supportedNetworks: ['amex', 'masterCard', 'maestro', 'visa', 'mada'],
      merchantCapabilities: ['supports3DS'],
    },
  };
}

/** Google's PaymentDataRequest; what is paid stands beside it. */
function googleSheet(
  { environment, merchantId, parameters, method = 'https://google.com/pay' }: Wanted<'google_pay'>,
  shop: string,
): SheetMethod {
  return {
    supportedMethods: method,
    data: {
      environment,
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: {
        merchantName: googleName(shop),
        ...(merchantId !== undefined && { merchantId }),
      },
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: ['AMEX', 'DISCOVER', 'JCB', 'MASTERCARD', 'VISA'],
          },
          tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters },
        },
      ],
    },
  };
}

type Wanted<W extends DeviceWallet> = NonNullable<DeviceWalletTerms[W]>;

function googleName(shop: string): string {
  return cutText(shop, LONGEST_NAME);
}
