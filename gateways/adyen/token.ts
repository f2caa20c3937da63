import Joi from 'joi';
import type { RawCallback, ReadCallback } from '../gateway.ts';
import { hmacKeysOf, type AdyenSettings } from './settings.ts';
import { parsedJson } from '../shapes.ts';
import { isSignedBy } from '../signature.ts';

/** A webhook of a saved card's life (Adyen's TokenizationNotification, version 1). */
interface TokenWebhook {
  readonly type: string;
  readonly eventId: string;
}

const shape = Joi.object<TokenWebhook>({
  type: Joi.string()
    .pattern(/^recurring\.token\./)
    .max(100)
    .required(),
  eventId: Joi.string().max(100).required(),
})
  .unknown()
  .required();

/**
 * A webhook `recurring.token.…` is signed over its whole body, in the header `hmacsignature`. It is only acknowledged: what it
 * says of a card stands in the standard webhook, too. Undefined where it is another webhook.
 */
export function tokenWord(
  settings: AdyenSettings,
  { headers, body }: RawCallback,
): ReadCallback | undefined {
  const { error, value } = shape.validate(parsedJson(body), { convert: false });
  if (error) return undefined;
  const given = headers['hmacsignature'];
  const signature = typeof given === 'string' ? given : '';
  if (!isSignedBy(hmacKeysOf(settings), body, { given: [signature], as: 'base64' }))
    return { step: 'forged', reason: 'the signature is wrong' };
  const { type, eventId } = value;
  // The event is named after what has caused it, which may have caused several.
  return { step: 'nothing', eventId: `${type}:${eventId}`.slice(0, 100), about: type };
}
