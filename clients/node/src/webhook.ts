import type { AlertWebhook, OperationWebhook, PaymentWebhook } from './api.ts';
import { isSignedBySarraf } from './body-signature.ts';
import { isStandardWebhook } from './standard-webhooks.ts';
import { isSignedBySubscriptionScheme } from './subscription-signature.ts';

/** What a webhook tells, once it is verified. */
export type WebhookEvent =
  | { readonly kind: 'payment'; readonly payload: PaymentWebhook; readonly id?: string }
  | { readonly kind: 'operation'; readonly payload: OperationWebhook; readonly id?: string }
  | { readonly kind: 'alert'; readonly payload: AlertWebhook; readonly id?: string };

export interface Delivery {
  /** The body as it was received, before anything parsed it. */
  readonly body: string | Uint8Array;
  /**
   * The headers, with names in lower case, as Node has them. With them the signature of Standard Webhooks is verified,
   * which signs everything and grows old. Without them it is `signature` in the body, which signs some fields only.
   */
  readonly headers?: { readonly [name: string]: string | string[] | undefined };
}

export interface VerifyOptions {
  /** Your webhook key; two while you change over to another one. */
  readonly key: string | readonly string[];
  /** How the bodies of your webhooks are signed: `standard`, unless your operator has chosen `subscription`. */
  readonly scheme?: 'standard' | 'subscription';
}

/** Somebody has posted what Sarraf did not sign, or not now. Answer 400 and forget it. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

/**
 * Gives the event that a webhook tells of, and throws `InvalidWebhook` when it does not come from Sarraf. Without
 * headers only the signed fields can be trusted; `session_id` and `settled_amount` are none of them: find your order by
 * `order_no`.
 */
export function verifyWebhook({ body, headers }: Delivery, options: VerifyOptions): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const payload = objectIn(text);
  const keys = typeof options.key === 'string' ? [options.key] : options.key;
  // Anybody can sign with nothing.
  if (keys.length === 0 || keys.includes('')) throw new TypeError('The webhook key is missing.');
  const isSigned =
    options.scheme === 'subscription' ? isSignedBySubscriptionScheme : isSignedBySarraf;
  const isGenuine = keys.some((key) =>
    headers ? isStandardWebhook(headers, text, key) : isSigned(payload, key),
  );
  if (!isGenuine)
    throw new InvalidWebhook(
      headers
        ? 'The headers of this webhook are not signed by Sarraf, or it is older than five minutes.'
        : 'The body of this webhook is not signed by Sarraf.',
    );
  return eventOf(payload, headers?.['webhook-id']);
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Readonly<Record<string, unknown>>;
  } catch {
    // Said below.
  }
  throw new InvalidWebhook('The body of this webhook is no JSON object.');
}

function eventOf(
  payload: Readonly<Record<string, unknown>>,
  id: string | string[] | undefined,
): WebhookEvent {
  const named = typeof id === 'string' ? { id } : {};
  // Every payment has a state, which is signed; nothing else has one.
  if (typeof payload['state'] === 'string')
    return { kind: 'payment', payload: payload as unknown as PaymentWebhook, ...named };
  return typeof payload['alert'] === 'string'
    ? { kind: 'alert', payload: payload as unknown as AlertWebhook, ...named }
    : { kind: 'operation', payload: payload as unknown as OperationWebhook, ...named };
}
