import Joi from 'joi';
import { ADDRESS, checkedSettings, TIMEOUT_MS } from '../account-settings.ts';
import type { AccountSettings } from '../gateway.ts';

export interface StripeSettings {
  /** Where its API is: the live address, which serves test keys too, or a stand-in. */
  readonly url: string;
  /** `sk_` or, with less rights, `rk_`. */
  readonly secret_key: string;
  /** Without it nobody can pay by Google Pay. */
  readonly publishable_key?: string;
  /** Registered with Google; no test needs one. */
  readonly google_merchant_id?: string;
  /** Of the webhook endpoint: several while one takes the place of the other. */
  readonly webhook_secrets: readonly string[];
  /** How long one call may take, in milliseconds. */
  readonly timeout_ms: number;
}

/** The address that is used where none is set. */
export const LIVE_URL = 'https://api.stripe.com';

// The usual message would quote the value.
function key(prefixes: string) {
  return Joi.string()
    .pattern(new RegExp(`^(?:${prefixes})_(?:test|live)_[\\x21-\\x7e]+$`))
    .messages({
      'string.pattern.base': `{{#label}} must begin with ${prefixes.replace('|', '_ or ')}_ and have no blanks`,
    });
}

const schema = Joi.object<StripeSettings>({
  url: ADDRESS.default(LIVE_URL),
  secret_key: key('sk|rk').required(),
  publishable_key: key('pk'),
  google_merchant_id: Joi.string().max(255),
  webhook_secrets: Joi.array()
    .items(
      Joi.string()
        .pattern(/^whsec_[\x21-\x7e]+$/)
        .messages({
          'string.pattern.base': '{{#label}} must begin with whsec_ and have no blanks',
        }),
    )
    .min(1)
    .required(),
  timeout_ms: TIMEOUT_MS,
})
  .custom((settings: StripeSettings, { error }) => {
    const { secret_key: secret, publishable_key: publishable = secret } = settings;
    return isLive(secret) === isLive(publishable) ? settings : error('any.mixed');
  })
  .messages({
    'any.mixed':
      '"secret_key" and "publishable_key" are of two modes: take both from the same page of Stripe, with test mode on or off',
  });

/** Whether a key of Stripe's moves real money. */
export function isLive(text: string): boolean {
  return text.includes('_live_');
}

/** Throws a joi `ValidationError` that lists every fault of the account's settings, and none of their values. */
export function stripeSettings(settings: AccountSettings): StripeSettings {
  return checkedSettings(schema, settings);
}
