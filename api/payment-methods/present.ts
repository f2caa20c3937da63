import type { GatewayAccount, GatewayTraits, PaymentService } from '../../domain/account.ts';
import type { Links } from '../../domain/links.ts';

/** An account as merchants see it in the list (contract/accounts#list). */
export function presentAccount(account: GatewayAccount, traits: GatewayTraits, to: Links) {
  const { code, name, nameAr, sandbox, defaultCurrency, currencies, kind, paymentServices } =
    account;
  return {
    code,
    name,
    ...(nameAr !== undefined && { name_ar: nameAr }),
    pg: traits.name,
    is_sandbox: sandbox,
    logo: to.icon(traits.offline ? 'cash' : 'card'),
    wallets: paymentServices.flatMap((service) => SERVICES[service].wallet ?? []),
    payment_services: paymentServices.map((service) => {
      const [english, arabic] = SERVICES[service].names;
      return { code: service, name: english, name_ar: arabic };
    }),
    default_currency: defaultCurrency,
    accepted_currencies: currencies,
    operation: kind,
    operations: account.operations,
    is_tokenizable: account.tokenizable,
    auto_debit_enabled: account.autoDebit,
    tags: account.tags,
    connector: { identifier: code, processor: account.gateway },
  };
}

interface Service {
  /** English and Arabic, at most 16 characters each. */
  readonly names: readonly [string, string];
  /** A device's own wallet, by the name that the list gives it. */
  readonly wallet?: string;
}

const SERVICES: Readonly<Record<PaymentService, Service>> = {
  apple_pay: { names: ['Apple Pay', 'أبل باي'], wallet: 'ApplePay' },
  google_pay: { names: ['Google Pay', 'جوجل باي'], wallet: 'GooglePay' },
  samsung_pay: { names: ['Samsung Pay', 'سامسونج باي'], wallet: 'SamsungPay' },
  wallet: { names: ['Wallet', 'المحفظة'] },
};
