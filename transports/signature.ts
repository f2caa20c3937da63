import { createHmac } from 'node:crypto';
import type { JsonObject } from '../domain/json.ts';
import type { WebhookSettings } from '../domain/merchant.ts';
import { standardMessage, subscriptionMessage } from '../domain/webhook/canonical.ts';

/** HMAC-SHA256 in lower-case hex over the scheme's message (contract/events-and-pages.md 1.4). */
export function signatureOf(
  payload: JsonObject,
  { key, scheme }: { readonly key: string; readonly scheme: WebhookSettings['scheme'] },
): string {
  const message = scheme === 'standard' ? standardMessage(payload) : subscriptionMessage(payload);
  return createHmac('sha256', key).update(message, 'utf8').digest('hex');
}
