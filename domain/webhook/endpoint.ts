import type { MerchantId } from '../ids.ts';

const HOUR_MS = 60 * 60 * 1000;
/** As long as it fails, people are told of a call that was not acknowledged this often at most. */
const TELL_MS = 24 * HOUR_MS;
/** So long nobody has to have acknowledged anything before people are told, and before nobody is called any more. */
const WARN_MS = 72 * HOUR_MS;
const DISABLE_MS = 120 * HOUR_MS;
/** Between the warning and the end, so that somebody can read it. */
const NOTICE_MS = 24 * HOUR_MS;
/** The longest wait of a delivery is 29 hours: whoever was not called for longer begins anew. */
const PAUSE_MS = 30 * HOUR_MS;

/** How an endpoint has answered of late. Times are epoch milliseconds. */
export interface EndpointHealth {
  /** Since when every call has failed; left out when the last one did not. */
  readonly failingSince?: number;
  readonly failedAt?: number;
  /** When people were told last that a call was not acknowledged. */
  readonly toldAt?: number;
  readonly warnedAt?: number;
  readonly disabledAt?: number;
}

/**
 * An address that a merchant has registered beside those of payments; or one of those, known here since a call to it has
 * failed (`registered` false).
 */
export interface WebhookEndpoint extends EndpointHealth {
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly url: string;
  readonly registered: boolean;
  /** Types of events, or `subject.*`; all when there are none (domain/webhook/event-type.ts). */
  readonly events: readonly string[];
  readonly description?: string;
  /** The merchant wants no calls for now. */
  readonly paused?: boolean;
  readonly createdAt: number;
  /** Counts the changes. */
  readonly version: number;
}

/** What tells addresses of payments apart. Shops put the order into the query, which would make each payment an endpoint. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** What people are told of an endpoint. */
export type EndpointNews = 'not-acknowledged' | 'failing' | 'disabled';

/** Whether events for it are held. */
export function isDisabled({ disabledAt, paused }: Pick<WebhookEndpoint, 'disabledAt' | 'paused'>) {
  return disabledAt !== undefined || paused === true;
}

/** The same endpoint with nothing held against it, and no pause. */
export function enabled(endpoint: WebhookEndpoint): WebhookEndpoint {
  const { failingSince: _since, failedAt: _failed, paused: _paused, ...rest } = endpoint;
  const { toldAt: _told, warnedAt: _warned, disabledAt: _disabled, ...healthy } = rest;
  return healthy;
}

/**
 * The endpoint at another address: that one before did not answer says nothing of it. One that is disabled stays so until somebody
 * enables it.
 */
export function readdressed(endpoint: WebhookEndpoint, url: string): WebhookEndpoint {
  if (url === endpoint.url) return endpoint;
  const { failingSince: _since, failedAt: _failed, toldAt: _told, ...rest } = endpoint;
  const { warnedAt: _warned, ...unjudged } = rest;
  return { ...unjudged, url };
}

/**
 * What a call makes of an endpoint's health, and what people are told then: at the first call that is not acknowledged, and
 * once a day while that goes on; after 72 hours without a yes that it fails; after 120 hours, and at least a day after the
 * warning, that it is disabled. A pause without any calls counts for nothing.
 */
export function healthAfter(
  before: EndpointHealth,
  { acknowledged, at }: { readonly acknowledged: boolean; readonly at: number },
): { readonly health: EndpointHealth; readonly news?: EndpointNews } {
  if (acknowledged) return { health: {} };
  const { failingSince, failedAt = at, toldAt, warnedAt, disabledAt } = before;
  if (disabledAt !== undefined) return { health: before };
  const goesOn = failingSince !== undefined && at - failedAt <= PAUSE_MS;
  if (!goesOn)
    return { health: { failingSince: at, failedAt: at, toldAt: at }, news: 'not-acknowledged' };
  const health = { ...before, failedAt: at };
  const failingMs = at - failingSince;
  if (warnedAt === undefined && failingMs >= WARN_MS)
    return { health: { ...health, toldAt: at, warnedAt: at }, news: 'failing' };
  if (warnedAt !== undefined && failingMs >= DISABLE_MS && at - warnedAt >= NOTICE_MS)
    return { health: { ...health, disabledAt: at }, news: 'disabled' };
  return toldAt === undefined || at - toldAt >= TELL_MS
    ? { health: { ...health, toldAt: at }, news: 'not-acknowledged' }
    : { health };
}
