import type { AccountSettings } from '../../gateways/gateway.ts';

/** An account of a real network, or of a stand-in of it, with which nothing but test money can be moved. */
export interface TestAccount {
  readonly gateway: 'stripe' | 'adyen';
  readonly settings: AccountSettings;
  /** A stand-in, in place of the network's own address. */
  readonly isStandIn: boolean;
}

/** Which accounts were given, or what to set: one sentence for each thing that is wrong. */
export type Accounts =
  | { readonly accounts: readonly TestAccount[] }
  | { readonly faults: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

export const NETWORKS_USAGE = `Set what you have, of one network or both, and run npm run networks again:
  STRIPE_SECRET_KEY        a secret key of Stripe's test mode, sk_test_… or rk_test_… (dashboard: Developers > API keys, test mode on)
  STRIPE_URL               a stand-in in place of Stripe itself, such as http://127.0.0.1:4242
  ADYEN_API_KEY            an API key of Adyen's test environment (Customer Area, ca-test: Developers > API credentials)
  ADYEN_MERCHANT_ACCOUNT   the merchant account of the same
  ADYEN_URL                a stand-in in place of Adyen's test environment
  NETWORKS_CURRENCY        what to pay with; KWD when it is not set
No live key is taken, and no money moves.`;

/** What an account was read from. */
export const NAMED_BY: Readonly<Record<TestAccount['gateway'], string>> = {
  stripe: 'STRIPE_SECRET_KEY and, where it is set, STRIPE_URL',
  adyen: 'ADYEN_API_KEY, ADYEN_MERCHANT_ACCOUNT and, where it is set, ADYEN_URL',
};

/** Reads them. A key of live mode is refused. */
export function accountsIn(env: Environment): Accounts {
  const faults = [
    ...stripeFaults(env),
    ...adyenFaults(env),
    ...['STRIPE_URL', 'ADYEN_URL'].flatMap((name) => urlFault(name, env[name]) ?? []),
  ];
  const accounts = [stripeAccount(env), adyenAccount(env)].filter((one) => one !== undefined);
  if (faults.length > 0) return { faults };
  return accounts.length > 0 ? { accounts } : { faults: ['No network is named.'] };
}

function stripeFaults({ STRIPE_SECRET_KEY: key }: Environment): readonly string[] {
  if (!key || /^[rs]k_test_[\x21-\x7e]+$/.test(key)) return [];
  return [
    /^[rs]k_live_/.test(key)
      ? 'STRIPE_SECRET_KEY is of live mode: take the one of test mode.'
      : 'STRIPE_SECRET_KEY is no key of test mode: it begins with sk_test_ or rk_test_.',
  ];
}

function adyenFaults({
  ADYEN_API_KEY: key,
  ADYEN_MERCHANT_ACCOUNT: account,
}: Environment): readonly string[] {
  if (Boolean(key) === Boolean(account)) return [];
  return [key ? 'ADYEN_MERCHANT_ACCOUNT is missing.' : 'ADYEN_API_KEY is missing.'];
}

/** Keys go nowhere but to the networks themselves and to this machine. */
function urlFault(name: string, url: string | undefined): string | undefined {
  if (!url || /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/?$/.test(url))
    return undefined;
  return `${name} must be an address of this machine, such as http://127.0.0.1:4242.`;
}

function stripeAccount({ STRIPE_SECRET_KEY: key, STRIPE_URL: url }: Environment) {
  if (!key) return undefined;
  // No event comes here, so that no event is believed.
  const settings = { secret_key: key, webhook_secrets: ['whsec_nothing'], timeout_ms: 9000 };
  return testAccount('stripe', settings, url);
}

function adyenAccount({
  ADYEN_API_KEY: key,
  ADYEN_MERCHANT_ACCOUNT: account,
  ADYEN_URL: url,
}: Environment) {
  if (!key || !account) return undefined;
  const webhook = { hmac_keys: ['0'.repeat(64)], webhook_user: '-', webhook_password: '-' };
  const settings = { api_key: key, merchant_account: account, ...webhook, timeout_ms: 9000 };
  return testAccount('adyen', settings, url);
}

function testAccount(
  gateway: TestAccount['gateway'],
  settings: AccountSettings,
  url: string | undefined,
): TestAccount {
  return { gateway, settings: { ...settings, ...(url && { url }) }, isStandIn: Boolean(url) };
}
