import Joi from 'joi';
import { webUrl } from '../domain/web-url.ts';
import type { AccountSettings } from './gateway.ts';

// Anything else cannot stand in a header, and is the trace of a careless paste. The usual messages would quote the value.
export const SECRET = Joi.string()
  .pattern(/^[\x21-\x7e]+$/)
  .messages({ 'string.pattern.base': '{{#label}} must be visible ASCII without spaces' });

/** Where a network is. */
export const ADDRESS = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .custom((text: string) => {
    if (!webUrl(text)) throw new TypeError('it is no address of the web');
    return text;
  });

/**
 * How long one call may take, in milliseconds. It has an end before the activity around it, which has 10 seconds: whoever asks after
 * that what came of it must not be answered while it is still under way, and then do it once more.
 */
export const TIMEOUT_MS = Joi.number().integer().min(100).max(9000).default(4000);

/** Throws a joi `ValidationError` that lists every fault of the account's settings, and none of their values. */
export function checkedSettings<T>(schema: Joi.ObjectSchema<T>, settings: AccountSettings): T {
  const { error, value } = schema.validate(settings, { abortEarly: false });
  if (!error) return value;
  // joi keeps what it was given in its error, and whoever logs the error would log the secrets.
  const details = error.details.map(({ message, path, type }) => ({ message, path, type }));
  throw new Joi.ValidationError(error.message, details, undefined);
}
