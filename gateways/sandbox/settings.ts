import Joi from 'joi';
import type { AccountSettings } from '../gateway.ts';
import { webUrl } from '../../domain/web-url.ts';

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

// Anything else cannot stand in a header, and is the trace of a careless paste. The usual message would quote it.
const secret = Joi.string()
  .pattern(/^[\x21-\x7e]+$/)
  .messages({ 'string.pattern.base': '{{#label}} must be visible ASCII without spaces' });

/**
 * A call has an end before the activity around it, which has 10 seconds: whoever asks after that what came of it must not be answered
 * while it is still under way, and then do it once more.
 */
const MOST_TIMEOUT_MS = 9000;

const schema = Joi.object<SandboxSettings, true>({
  url: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .custom(readableUrl)
    .required(),
  account: Joi.string().required(),
  secret_key: secret.required(),
  callback_secret: secret.required(),
  timeout_ms: Joi.number().integer().min(100).max(MOST_TIMEOUT_MS).default(4000),
  card_frame: Joi.boolean().default(false),
});

/** Throws a joi `ValidationError` that lists every fault of the account's settings, and none of their values. */
export function sandboxSettings(settings: AccountSettings): SandboxSettings {
  const { error, value } = schema.validate(settings, { abortEarly: false });
  if (!error) return value;
  // joi keeps what it was given in its error, and whoever logs the error would log the secrets.
  const details = error.details.map(({ message, path, type }) => ({ message, path, type }));
  throw new Joi.ValidationError(error.message, details, undefined);
}

/** For joi: throws for an address that nobody can go to. */
export function readableUrl(text: string): string {
  if (!webUrl(text)) throw new TypeError('it is no address of the web');
  return text;
}
