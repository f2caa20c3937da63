import type { JsonObject, JsonValue } from '../json.ts';
import { webUrl } from '../web-url.ts';

/**
 * What a merchant's answer means; `delivered_stay` is delivered, and keeps the payer on our summary page. `gone` is
 * failed, and nobody is there to be called again. `held`: no call was made, because the endpoint is disabled or webhooks are
 * switched off.
 */
export type Verdict = 'delivered' | 'delivered_stay' | 'failed' | 'gone' | 'held';

/** What came of one call; `retryAfterMs` when the merchant asked not to be called earlier. */
export interface CallOutcome {
  readonly verdict: Verdict;
  /** It is held because the merchant has webhooks switched off: the payer's way is that without an address. */
  readonly isOff?: true;
  readonly retryAfterMs?: number;
}

/** What came of a call that is waited for a moment only; since when it is under way where there is no answer yet (epoch milliseconds). */
export type CalledAtOnce = CallOutcome | { readonly begunAt: number };

/** Where the payer goes after paying. */
export type Destination =
  | { readonly to: 'merchant'; readonly url: string }
  | { readonly to: 'summary' };

/** What names the payment in the merchant's return URL. */
export interface ReturnedPayment {
  readonly orderNo?: string | undefined;
  /** Nothing was tried where it is left out. */
  readonly referenceNumber?: string | undefined;
  /** The old endpoints did not tell it. */
  readonly sessionId?: string;
  /** What the merchant gave to be carried back, which only the old endpoints do. Nothing in it hides the rest. */
  readonly extra?: JsonObject | undefined;
}

/** How a result is told: in the webhook's form, or in that of the old endpoints. */
export type NoticeForm = 'webhook' | 'disclosure';

/**
 * Reads a merchant's answer; no status means a time-out or no connection. To a disclosure only 200 is a yes
 * (contract/old-endpoints#disclosure).
 */
export function verdict(httpStatus: number | undefined, form: NoticeForm = 'webhook'): Verdict {
  switch (httpStatus) {
    case 200:
      return 'delivered';
    case 201:
      return form === 'webhook' ? 'delivered_stay' : 'failed';
    case 410:
      return 'gone';
    default:
      return 'failed';
  }
}

/**
 * The payer's way (contract/webhooks#where-the-payer-goes). `no_webhook` stands for no webhook URL and for webhooks
 * switched off: nobody could have answered, so a redirect URL is followed. One to which no browser
 * can go is none.
 */
export function destination({
  outcome,
  redirectUrl,
}: {
  readonly outcome: Verdict | 'no_webhook';
  readonly redirectUrl?: string | undefined;
}): Destination {
  return REDIRECTS[outcome] && redirectUrl !== undefined && webUrl(redirectUrl)
    ? { to: 'merchant', url: redirectUrl }
    : { to: 'summary' };
}

/**
 * The redirect URL with `order_no`, `reference_number` (if there are any) and `session_id` added to its query, and before
 * them the keys of `extra`; what the merchant has in query and fragment stays as it is. A TypeError when the URL is none: it is checked where it comes in.
 */
export function merchantReturnUrl(
  redirectUrl: string,
  { orderNo, referenceNumber, sessionId, extra = {} }: ReturnedPayment,
): string {
  const url = new URL(redirectUrl);
  const added = new URLSearchParams({
    ...Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, textOf(value)])),
    ...(orderNo === undefined || orderNo === '' ? {} : { order_no: orderNo }),
    ...(referenceNumber !== undefined && { reference_number: referenceNumber }),
    ...(sessionId !== undefined && { session_id: sessionId }),
  }).toString();
  // Through `searchParams` the merchant's own query would be written anew, and "?a" become "?a=".
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const REDIRECTS: Readonly<Record<Verdict | 'no_webhook', boolean>> = {
  delivered: true,
  delivered_stay: false,
  failed: false,
  gone: false,
  held: false,
  no_webhook: true,
};
