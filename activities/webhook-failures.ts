import type { EventId, MerchantId, SessionId } from '../domain/ids.ts';
import { callsAfter } from '../domain/webhook/retry-waits.ts';
import { redactedText } from '../domain/webhook/redact.ts';
import type { CallOutcome } from '../domain/webhook/verdict.ts';
import type { WebhookEvent } from '../store/webhook-events.ts';
import type { PostAnswer } from '../transports/webhook.ts';

/** A webhook that was given up: the calendar ended, or the receiver said that it is gone. */
export interface GivenUp {
  readonly eventId: EventId;
  readonly merchantId: MerchantId;
  /** Where the receiver was, without path and query, which may hold secrets. */
  readonly host: string;
  /** How many calls were made. */
  readonly calls: number;
  /** The merchant's people who want to know. */
  readonly emails: readonly string[];
  readonly details: GivenUpDetails;
}

/** What people need to find the payment and the fault. Nothing of what the merchant answered, which may hold anything. */
export interface GivenUpDetails {
  readonly sessionId: SessionId;
  readonly orderNo?: string;
  /** Of the event (domain/webhook/event-type.ts). */
  readonly type: string;
  /** The status of the last call, or why there was no answer. */
  readonly lastAnswer?: string;
  /** When the first and the last of the calls that are kept were made, in epoch milliseconds. */
  readonly firstAt?: number;
  readonly lastAt?: number;
}

/** A call that was not acknowledged. Nothing of what the merchant answered but its status. */
export interface FailedCall extends Pick<GivenUpDetails, 'sessionId' | 'orderNo' | 'type'> {
  readonly eventId: EventId;
  /** The status, or why there was no answer. */
  readonly answer: string;
  /** When the calls follow that are left, in epoch milliseconds; none where nobody calls for this event any more. */
  readonly following: readonly number[];
}

/** What a webhook that was given up is told with: its payment, and its calls. */
export function givenUpDetailsOf(event: WebhookEvent): GivenUpDetails {
  const { calls } = event;
  const [first, last] = [calls[0], calls.at(-1)];
  return {
    ...paymentOf(event),
    ...(last && { lastAnswer: answerInWords(last) }),
    ...(first && last && { firstAt: first.at, lastAt: last.at }),
  };
}

/** What a call that was not acknowledged is told with. */
export function failedCallOf(
  event: WebhookEvent,
  {
    call,
    at,
    answer,
    outcome,
  }: {
    readonly call: number;
    readonly at: number;
    readonly answer: PostAnswer;
    readonly outcome: CallOutcome;
  },
): FailedCall {
  const { eventId } = event;
  const { verdict: said, retryAfterMs: asked } = outcome;
  return {
    ...paymentOf(event),
    eventId,
    answer: answerInWords(answer),
    following: said === 'failed' ? callsAfter(call, { eventId, at, retryAfterMs: asked }) : [],
  };
}

/** What people call the payment of an event, and the event. */
function paymentOf({
  sessionId,
  type,
  payload,
}: Pick<WebhookEvent, 'sessionId' | 'type' | 'payload'>) {
  const { order_no: orderNo } = payload;
  return {
    sessionId,
    ...(typeof orderNo === 'string' && orderNo !== '' && { orderNo }),
    type,
  };
}

function answerInWords(answer: { readonly status?: number; readonly error?: string }): string {
  const { status, error = '' } = answer;
  return status === undefined ? redactedText(error) : `HTTP ${status}`;
}
