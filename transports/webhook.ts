import { Client } from 'undici';
import { type JsonObject, sortKeys } from '../domain/json.ts';
import type { MerchantId } from '../domain/ids.ts';
import { MOST_TIMEOUT_SECONDS, type WebhookSettings } from '../domain/merchant.ts';
import { webUrl } from '../domain/web-url.ts';
import { beginningOf } from './answer.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import { signatureOf, standardWebhooksSignature } from './signature.ts';
import type { Connect } from './ssrf-guard.ts';

export interface WebhookPost {
  readonly merchantId: MerchantId;
  readonly url: string;
  readonly payload: JsonObject;
  readonly eventId: string;
  /** The place of the event among those of its transaction. */
  readonly sequence: number;
  /** The moment of this call, in epoch milliseconds. */
  readonly at: number;
  readonly key: string;
  /** The keys before, while they still sign beside the new one. */
  readonly previousKeys?: readonly string[];
  readonly settings: WebhookSettings;
}

/** The merchant's answer, or why there was none. `body` is its beginning, and belongs in no log. */
export type PostAnswer =
  | { readonly status: number; readonly body?: string; readonly retryAfter?: string }
  | { readonly error: string };

/** How many calls may be under way at the same time: to one host and port, for one merchant, and all together. */
export interface CallLimits {
  readonly perReceiver: number;
  readonly perMerchant: number;
  readonly inAll: number;
}

/** Undefined when no call was made, because as many are under way as may be. */
export type PostWebhook = (post: WebhookPost) => Promise<PostAnswer | undefined>;

/**
 * Gives what signs a frozen payload and posts it once (contract/webhooks#call). It never throws for what the
 * merchant does: no connection and no answer in time are answers too. Redirects are not followed.
 */
export function webhookPoster({
  connect,
  perReceiver,
  perMerchant,
  inAll,
}: CallLimits & { readonly connect: Connect }): PostWebhook {
  const receivers = concurrencyLimit(perReceiver);
  const merchants = concurrencyLimit(perMerchant);
  const all = concurrencyLimit(inAll);
  return async (post) => {
    const url = receiverOf(post.url);
    if (!url) return { error: 'not an http or https URL without a user name' };
    return all('', () =>
      merchants(post.merchantId, () => receivers(url.host, () => postOnce(url, post, connect))),
    );
  };
}

/** After so long a call that was begun has had its answer, or none. */
export const MOST_TIMEOUT_MS = MOST_TIMEOUT_SECONDS * 1000;

async function postOnce(url: URL, post: WebhookPost, connect: Connect): Promise<PostAnswer> {
  const { timeoutSeconds } = post.settings;
  // A client for each call: each has its own connection, so each address passes the SSRF guard, no call meets a connection
  // that the merchant has just closed, and a hanging one leaves nothing behind.
  const client = new Client(url.origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
  // A signal would be heard only once there is a connection, and a connection may be what does not come.
  const late = new Error(`no answer within ${timeoutSeconds} s`);
  const deadline = setTimeout(() => {
    client.destroy(late, () => undefined);
  }, timeoutSeconds * 1000);
  try {
    const { statusCode, headers, body } = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      ...webhookRequest(post),
      reset: true,
    });
    const beginning = await beginningOf(body);
    const [retryAfter] = [headers['retry-after'] ?? []].flat();
    return {
      status: statusCode,
      ...(beginning !== undefined && { body: beginning }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  } catch (error) {
    return { error: reason(error) };
  } finally {
    clearTimeout(deadline);
    await client.destroy();
  }
}

/**
 * What is sent: the body with its signature, and the headers. The body's own signature has the key of now alone
 * (contract/webhooks#signatures); the header of Standard Webhooks has all.
 */
export function webhookRequest({
  payload,
  eventId,
  sequence,
  at,
  key,
  previousKeys = [],
  settings,
}: WebhookPost) {
  const signature = signatureOf(payload, { key, scheme: settings.scheme });
  const body = JSON.stringify(sortKeys({ ...payload, signature }));
  const timestamp = Math.floor(at / 1000);
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': settings.userAgent,
      'X-Event-Id': eventId,
      'X-Delivery-Id': eventId,
      'X-Sequence': String(sequence),
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': [key, ...previousKeys]
        .map((one) => standardWebhooksSignature({ id: eventId, timestamp, body, key: one }))
        .join(' '),
    },
  };
}

function receiverOf(text: string): URL | undefined {
  const url = webUrl(text);
  return url?.username === '' && url.password === '' ? url : undefined;
}

function reason(error: unknown): string {
  // Of several addresses that did not answer, the first one speaks for all.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}
