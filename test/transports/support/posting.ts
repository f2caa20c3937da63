import { allowList } from '../../../transports/addresses.ts';
import { dnsResolve, type Resolve } from '../../../transports/resolve.ts';
import { ssrfGuard } from '../../../transports/ssrf-guard.ts';
import { webhookPoster, type PostWebhook, type WebhookPost } from '../../../transports/webhook.ts';
import { aMerchant, SHOP } from '../../support/builders.ts';

export const KEY = 'whk_3f9c1d77a2b84e06';
export const EVENT = '027e3884-068a-5f94-a1be-10fce7f42e1c';

export interface Posting {
  readonly allow?: readonly string[];
  readonly resolve?: Resolve;
  readonly ca?: string;
  readonly perReceiver?: number;
  readonly perMerchant?: number;
  readonly inAll?: number;
}

/** A poster as a worker has it, which lets the loopback pass unless told otherwise. */
export function poster({
  allow = ['127.0.0.0/8', '::1'],
  resolve = dnsResolve(),
  perReceiver = 20,
  perMerchant = 200,
  inAll = 200,
  ...rest
}: Posting = {}): PostWebhook {
  const connect = ssrfGuard({ allow: allowList(allow), resolve, timeoutMs: 60_000, ...rest });
  return webhookPoster({ connect, perReceiver, perMerchant, inAll });
}

/** A call to a URL; what is given replaces the usual. */
export function aPost({
  timeoutSeconds = 60,
  ...given
}: Partial<WebhookPost> & { readonly url: string; readonly timeoutSeconds?: number }): WebhookPost {
  return {
    merchantId: SHOP,
    payload: { order_no: 'ORD-1001', state: 'paid' },
    eventId: EVENT,
    sequence: 3,
    at: Date.now(),
    key: KEY,
    settings: { ...aMerchant().webhooks, timeoutSeconds },
    ...given,
  };
}
