import {
  isForStaff,
  isOfAccount,
  isOfTasks,
  type Notification,
  type StaffEvent,
  type MessageRequest,
} from '../domain/notification/notification.ts';
import type { News } from '../domain/operation/news.ts';
import type { StaffLabel, StaffMailFacts } from '../render/mails/facts.ts';
import { isoUtc } from '../domain/duration.ts';
import type { EndpointNews } from '../domain/webhook/endpoint.ts';
import type { Store } from '../store/index.ts';
import type { EndpointTold } from './endpoint-health.ts';
import type { PeopleNews } from './news.ts';
import type { FailedCall, GivenUp } from './webhook-failures.ts';

export type StaffMailLine = readonly [StaffLabel, string | undefined];

/** The mail about a webhook that was given up, once for an event; none where nobody is named (contract/messages#staff). */
export function mailOfGivenUp(givenUp: GivenUp, now: number): readonly MessageRequest[] {
  const { eventId, merchantId, host, emails, details } = givenUp;
  const { orderNo, sessionId, type, lastAnswer } = details;
  const lines: readonly StaffMailLine[] = [
    ['order', orderNo],
    ['payment', sessionId],
    ['receiver', host],
    ['event', `${eventId} (${type})`],
    ['error', lastAnswer],
    ['calls', callsOf(givenUp)],
  ];
  const about = { event: 'webhook-failed', key: `webhook/${eventId}` } as const;
  return mailTo(emails, { ...about, merchantId, lines, now });
}

/** How many there were, and when: a server's log is searched by that. */
function callsOf({ calls, details }: GivenUp): string {
  const { firstAt, lastAt } = details;
  if (firstAt === undefined || lastAt === undefined) return String(calls);
  return `${calls} (first ${isoUtc(firstAt)}, last ${isoUtc(lastAt)})`;
}

/** The mail about an endpoint that fails or is disabled, once for each time that it happens. */
export function mailOfEndpoint(
  told: EndpointTold,
  emails: readonly string[],
  { failed, now }: { readonly failed: FailedCall; readonly now: number },
): readonly MessageRequest[] {
  const { news, endpoint, failingSince } = told;
  const { merchantId, id, url } = endpoint;
  const lines: readonly StaffMailLine[] = [
    ...(news === 'not-acknowledged' ? linesOfCall(failed) : []),
    ['receiver', URL.canParse(url) ? new URL(url).host : ''],
    ['endpoint', id],
    ['failing', isoUtc(failingSince)],
  ];
  const key = `endpoint/${id}/${whichOf(told)}/${news}`;
  return mailTo(emails, { event: ENDPOINT_EVENTS[news], key, merchantId, lines, now });
}

const ENDPOINT_EVENTS: Readonly<Record<EndpointNews, StaffEvent>> = {
  'not-acknowledged': 'webhook-not-acknowledged',
  failing: 'endpoint-failing',
  disabled: 'endpoint-disabled',
};

const HOUR_MS = 60 * 60 * 1000;

/**
 * What makes two tellings the same mail. Calls that fail at once begin to fail at different instants, and a receiver that says
 * yes and no by turns fails for the first time again and again: one mail in an hour is enough for all of them.
 */
function whichOf({ news, failingSince, at }: EndpointTold): number {
  return news === 'not-acknowledged' ? Math.floor(at / HOUR_MS) : failingSince;
}

function linesOfCall({
  orderNo,
  sessionId,
  eventId,
  type,
  answer,
  following,
}: FailedCall): readonly StaffMailLine[] {
  const [next, last] = [following[0], following.at(-1)];
  return [
    ['order', orderNo],
    ['payment', sessionId],
    ['event', `${eventId} (${type})`],
    ['answer', answer],
    ['next', next === undefined ? undefined : isoUtc(next)],
    ['last', last === undefined ? undefined : isoUtc(last)],
  ];
}

const EVENTS: Readonly<Record<News, StaffEvent>> = {
  waits: 'request-waits',
  'break-glass': 'request-break-glass',
  rejected: 'request-rejected',
  'needs-hand': 'request-needs-hand',
  done: 'request-done',
};

/** The mail about a request, once for each of its versions that is news. */
export function mailOfNews(news: PeopleNews, now: number): readonly MessageRequest[] {
  const { merchantId, requestId, sessionId, operation, amount, orderNo } = news;
  const { maker, checker, why, reason, lastError, emails, version } = news;
  const lines: readonly StaffMailLine[] = [
    ['operation', operation],
    ['amount', amount],
    ['order', orderNo],
    ['payment', sessionId],
    ['request', requestId],
    ['maker', maker],
    ['why', why],
    ['checker', checker],
    ['reason', reason],
    ['error', lastError],
  ];
  const event = EVENTS[news.news];
  const key = `request/${requestId}/${version}/${event}`;
  return mailTo(emails, { event, key, merchantId, sessionId, lines, now });
}

export interface About extends Pick<
  MessageRequest,
  'key' | 'merchantId' | 'sessionId' | 'event' | 'enclosures' | 'forOperators'
> {
  readonly lines: readonly StaffMailLine[];
  readonly now: number;
}

/** A mail to people of the merchant; none where there are no addresses. */
export function mailTo(
  emails: readonly string[],
  { lines, now, ...about }: About,
): readonly MessageRequest[] {
  if (emails.length === 0) return [];
  const said = lines.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  const common = { channel: 'email', language: 'en', createdAt: now } as const;
  return [{ ...about, ...common, to: [...new Set(emails)], facts: { lines: said } }];
}

/** What people of a merchant are told, in the language that its settings name for them; anything else as it is. */
export async function inStaffLanguage(
  merchants: Pick<Store['merchants'], 'find'>,
  wanted: MessageRequest,
): Promise<MessageRequest> {
  const { event, forOperators } = wanted;
  // What is for one person is written in their own language, and operators are nobody's people.
  if (!isForStaff(event) || isOfAccount(event) || isOfTasks(event) || forOperators) return wanted;
  const { staffLanguage: language } = (await merchants.find(wanted.merchantId)) ?? {};
  return { ...wanted, ...(language && { language }) };
}

/** The facts of a message to staff, as they were written down with it. */
export function staffLinesOf({ facts }: Pick<Notification, 'facts'>): StaffMailFacts['lines'] {
  const { lines } = (facts ?? {}) as Partial<Pick<StaffMailFacts, 'lines'>>;
  return lines ?? [];
}
