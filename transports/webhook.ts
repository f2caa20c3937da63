import type { JsonObject } from '../domain/json.ts';
import type { WebhookSettings } from '../domain/merchant.ts';
import { sortKeys } from '../domain/webhook/canonical.ts';
import { signatureOf } from './signature.ts';

export interface WebhookPost {
  readonly url: string;
  readonly payload: JsonObject;
  readonly eventId: string;
  readonly key: string;
  readonly settings: WebhookSettings;
}

/** The merchant's HTTP status, or why there was none. */
export type PostAnswer = { readonly status: number } | { readonly error: string };

export type PostWebhook = (post: WebhookPost) => Promise<PostAnswer>;

/**
 * Signs a frozen payload and posts it once (contract/events-and-pages.md 1.2). Never throws for what the merchant does:
 * no connection and no answer in time are answers too. Redirects are not followed.
 */
export const postWebhook: PostWebhook = async ({ url, payload, eventId, key, settings }) => {
  const signature = signatureOf(payload, { key, scheme: settings.scheme });
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': settings.userAgent,
        'X-Event-Id': eventId,
        'X-Delivery-Id': eventId,
      },
      body: JSON.stringify(sortKeys({ ...payload, signature })),
      signal: AbortSignal.timeout(settings.timeoutSeconds * 1000),
    });
    // The body is not needed; left unread it would hold the connection.
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { error: reason(error, settings.timeoutSeconds) };
  }
};

function reason(error: unknown, timeoutSeconds: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer within ${timeoutSeconds} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
