import Joi from 'joi';
import { ADDRESS, checkedSettings, SECRET, TIMEOUT_MS } from '../account-settings.ts';
import type { AccountSettings } from '../gateway.ts';

export interface AdyenSettings {
  /** Of the live environment, from the Customer Area; without it the test environment is meant. */
  readonly live_prefix?: string;
  /** In place of Adyen's own address: a stand-in. */
  readonly url?: string;
  readonly api_key: string;
  readonly merchant_account: string;
  /** Registered with Apple, with a payment processing certificate that was made with Adyen. */
  readonly apple_merchant_id?: string;
  /** Registered with Google; no test needs one. */
  readonly google_merchant_id?: string;
  /** Of the webhook: two while one takes the place of the other. */
  readonly hmac_keys: readonly string[];
  /** What the webhook brings as HTTP Basic authentication. */
  readonly webhook_user: string;
  readonly webhook_password: string;
  /** How long one call may take, in milliseconds. */
  readonly timeout_ms: number;
}

const schema = Joi.object<AdyenSettings>({
  live_prefix: Joi.string()
    .pattern(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+$/)
    .max(50)
    .messages({
      'string.pattern.base':
        '{{#label}} must be the prefix alone, such as 1797a841fbb37ca7-PearlShop, as Developers > API URLs shows it',
    }),
  url: ADDRESS,
  api_key: SECRET.required(),
  merchant_account: Joi.string().max(80).required(),
  apple_merchant_id: Joi.string().max(255),
  google_merchant_id: Joi.string().max(255),
  // With any other text Node would take what it can read of it for the key, and that may be nothing.
  hmac_keys: Joi.array()
    .items(
      Joi.string()
        .pattern(/^[0-9A-Fa-f]{64}$/)
        .messages({ 'string.pattern.base': '{{#label}} must be 64 hexadecimal digits' }),
    )
    .min(1)
    .max(2)
    .required(),
  webhook_user: SECRET.required(),
  webhook_password: SECRET.required(),
  timeout_ms: TIMEOUT_MS,
})
  .oxor('live_prefix', 'url')
  .messages({ 'object.oxor': '"live_prefix" and "url" exclude each other: leave one of them out' });

/** Throws a joi `ValidationError` that lists every fault of the account's settings, and none of their values. */
export function adyenSettings(settings: AccountSettings): AdyenSettings {
  return checkedSettings(schema, settings);
}

/** The keys of Adyen's signatures. */
export function hmacKeysOf({ hmac_keys: keys }: AdyenSettings): readonly Buffer[] {
  return keys.map((key) => Buffer.from(key, 'hex'));
}

/** Where the Checkout API is, without its version. */
export function apiOf({ url, live_prefix: prefix }: AdyenSettings): string {
  if (url !== undefined) return url.replace(/\/+$/, '');
  if (prefix === undefined) return 'https://checkout-test.adyen.com';
  return `https://${prefix}-checkout-live.adyenpayments.com/checkout`;
}
