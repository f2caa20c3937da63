import Joi from 'joi';
import { ADDRESS, checkedSettings, SECRET, TIMEOUT_MS } from '../account-settings.ts';
import type { AccountSettings } from '../gateway.ts';

export interface SandboxSettings {
  /** Where the simulator listens. */
  readonly url: string;
  readonly account: string;
  readonly secret_key: string;
  readonly callback_secret: string;
  /** How long one call may take, in milliseconds. */
  readonly timeout_ms: number;
  /** Our payment page has the network's fields for the card, in place of leading to its page. */
  readonly card_frame: boolean;
}

const schema = Joi.object<SandboxSettings, true>({
  url: ADDRESS.required(),
  account: Joi.string().required(),
  secret_key: SECRET.required(),
  callback_secret: SECRET.required(),
  timeout_ms: TIMEOUT_MS,
  card_frame: Joi.boolean().default(false),
});

/** Throws a joi `ValidationError` that lists every fault of the account's settings, and none of their values. */
export function sandboxSettings(settings: AccountSettings): SandboxSettings {
  return checkedSettings(schema, settings);
}
