import { createHmac } from 'node:crypto';
import type { JsonObject } from '../domain/json.ts';
import type { WebhookSettings } from '../domain/merchant.ts';
import { standardMessage, subscriptionMessage } from '../domain/webhook/canonical.ts';

/** HMAC-SHA256 in lower-case hex over the scheme's message (contract/webhooks#signatures). */
export function signatureOf(
  payload: JsonObject,
  { key, scheme }: { readonly key: string; readonly scheme: WebhookSettings['scheme'] },
): string {
  const message = scheme === 'standard' ? standardMessage(payload) : subscriptionMessage(payload);
  return createHmac('sha256', key).update(message, 'utf8').digest('hex');
}

/**
 * A value of the `webhook-signature` header, which may have several with blanks between (Standard Webhooks, version 1): HMAC-SHA256 in base64 over
 * `<id>.<timestamp>.<body>`, where `timestamp` is in whole seconds and `body` is what is sent, byte for byte. The key's
 * bytes are the UTF-8 of the merchant's webhook key as it stands, the same as in the body's own signature.
 */
export function standardWebhooksSignature({
  id,
  timestamp,
  body,
  key,
}: {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
  readonly key: string;
}): string {
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8');
  return `v1,${mac.digest('base64')}`;
}
