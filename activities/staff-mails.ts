import type { Notification, StaffEvent, Wanted } from '../domain/notification/notification.ts';
import type { News } from '../domain/operation/news.ts';
import type { StaffLabel, StaffMailFacts } from '../render/mails/facts.ts';
import { isoUtc } from '../domain/duration.ts';
import type { EndpointTold } from './endpoint-health.ts';
import type { PeopleNews } from './news.ts';
import type { GivenUp } from './webhooks.ts';

type Line = readonly [StaffLabel, string | undefined];

/** The mail about a webhook that was given up, once for an event; none where nobody is named (5.6). */
export function mailOfGivenUp(givenUp: GivenUp, now: number): readonly Wanted[] {
  const { eventId, merchantId, host, emails, details } = givenUp;
  const { orderNo, sessionId, type, lastAnswer } = details ?? {};
  const lines: readonly Line[] = [
    ['order', orderNo],
    ['payment', sessionId],
    ['receiver', host],
    ['event', type === undefined ? eventId : `${eventId} (${type})`],
    ['error', lastAnswer],
    ['calls', callsOf(givenUp)],
  ];
  const about = { event: 'webhook-failed', key: `webhook/${eventId}` } as const;
  return mailTo(emails, { ...about, merchantId, lines, now });
}

/** How many there were, and when: a server's log is searched by that. */
function callsOf({ calls, details }: GivenUp): string {
  const { firstAt, lastAt } = details ?? {};
  if (firstAt === undefined || lastAt === undefined) return String(calls);
  return `${calls} (first ${isoUtc(firstAt)}, last ${isoUtc(lastAt)})`;
}

/** The mail about an endpoint that fails or is disabled, once for each time that it happens. */
export function mailOfEndpoint(
  { news, endpoint, failingSince }: EndpointTold,
  emails: readonly string[],
  now: number,
): readonly Wanted[] {
  const { merchantId, id, url } = endpoint;
  const event = news === 'failing' ? 'endpoint-failing' : 'endpoint-disabled';
  const lines: readonly Line[] = [
    ['receiver', URL.canParse(url) ? new URL(url).host : ''],
    ['endpoint', id],
    ['failing', isoUtc(failingSince)],
  ];
  const key = `endpoint/${id}/${failingSince}/${news}`;
  return mailTo(emails, { event, key, merchantId, lines, now });
}

const EVENTS: Readonly<Record<News, StaffEvent>> = {
  waits: 'request-waits',
  'break-glass': 'request-break-glass',
  rejected: 'request-rejected',
  'needs-hand': 'request-needs-hand',
  done: 'request-done',
};

/** The mail about a request, once for each of its versions that is news. */
export function mailOfNews(news: PeopleNews, now: number): readonly Wanted[] {
  const { merchantId, requestId, sessionId, operation, amount, orderNo } = news;
  const { maker, checker, reason, lastError, emails, version } = news;
  const lines: readonly Line[] = [
    ['operation', operation],
    ['amount', amount],
    ['order', orderNo],
    ['payment', sessionId],
    ['request', requestId],
    ['maker', maker],
    ['checker', checker],
    ['reason', reason],
    ['error', lastError],
  ];
  const event = EVENTS[news.news];
  const key = `request/${requestId}/${version}/${event}`;
  return mailTo(emails, { event, key, merchantId, sessionId, lines, now });
}

export interface About extends Pick<
  Wanted,
  'key' | 'merchantId' | 'sessionId' | 'event' | 'enclosures'
> {
  readonly lines: readonly Line[];
  readonly now: number;
}

/** A mail to people of the merchant; none where there are no addresses. */
export function mailTo(
  emails: readonly string[],
  { lines, now, ...about }: About,
): readonly Wanted[] {
  if (emails.length === 0) return [];
  const said = lines.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  const common = { channel: 'email', language: 'en', createdAt: now } as const;
  return [{ ...about, ...common, to: [...new Set(emails)], facts: { lines: said } }];
}

/** The facts of a message to staff, as they were written down with it. */
export function staffLinesOf({ facts }: Pick<Notification, 'facts'>): StaffMailFacts['lines'] {
  const { lines } = (facts ?? {}) as Partial<Pick<StaffMailFacts, 'lines'>>;
  return lines ?? [];
}
