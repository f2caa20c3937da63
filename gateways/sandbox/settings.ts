import Joi from 'joi';
import type { AccountSettings } from '../gateway.ts';

export interface SandboxSettings {
  /** Where the simulator listens. */
  readonly url: string;
  readonly account: string;
  readonly secret_key: string;
  readonly callback_secret: string;
  /** How long one call may take, in milliseconds. */
  readonly timeout_ms: number;
}

const schema = Joi.object<SandboxSettings, true>({
  url: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .required(),
  account: Joi.string().required(),
  secret_key: Joi.string().required(),
  callback_secret: Joi.string().required(),
  timeout_ms: Joi.number().integer().min(100).default(4000),
});

/** Throws a joi `ValidationError` that lists every fault of the account's settings. */
export function sandboxSettings(settings: AccountSettings): SandboxSettings {
  return Joi.attempt(settings, schema, { abortEarly: false });
}
