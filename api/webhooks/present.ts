import { isoUtc } from '../../domain/duration.ts';
import { sortKeys, withoutEmpty } from '../../domain/json.ts';
import { deliveryState } from '../../domain/webhook/delivery-state.ts';
import { isDisabled, type WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import { redacted, redactedText, redactedUrl } from '../../domain/webhook/redact.ts';
import type { WebhookCall, WebhookEvent } from '../../store/webhook-events.ts';
import type { DeliveryBrief } from '../../store/webhook-lists.ts';

/** So much of what was posted is shown, in bytes; of what was answered as much is kept. */
const SHOWN_BYTES = 20_000;

/** A delivery as a list shows it: how it stands, and its last call. */
export function presentDelivery(delivery: DeliveryBrief) {
  const { calls, createdAt, givenUpAt, test } = delivery;
  const last = calls.at(-1);
  return withoutEmpty({
    id: delivery.eventId,
    event_type: delivery.type,
    state: deliveryState(delivery),
    endpoint_id: delivery.endpointId,
    session_id: test ? undefined : delivery.sessionId,
    sequence: delivery.sequence,
    url: redactedUrl(delivery.url),
    test: test ? (true as const) : undefined,
    created_at: isoUtc(createdAt),
    calls_made: calls.length,
    last_call: last && presentCall(last),
    given_up_at: givenUpAt === undefined ? undefined : isoUtc(givenUpAt),
  });
}

/** The whole of it: what is posted without what nobody has to read, and every call with the beginning of its answer. */
export function presentWhole(event: WebhookEvent) {
  const { text, isCut } = beginning(JSON.stringify(sortKeys(redacted(event.payload))));
  return {
    ...presentDelivery(event),
    request_body: text,
    ...(isCut && { request_body_truncated: true as const }),
    calls: event.calls.map((call) => ({
      ...presentCall(call),
      ...(call.body !== undefined && { response_body: redactedText(call.body) }),
    })),
  };
}

/** An endpoint, without its secret. */
export function presentEndpoint(endpoint: WebhookEndpoint) {
  const { id, url, registered, events, description, paused, createdAt } = endpoint;
  const { failingSince, disabledAt } = endpoint;
  return {
    ...withoutEmpty({
      id,
      url: redactedUrl(url),
      kind: registered ? ('registered' as const) : ('payment' as const),
      description,
      paused,
      created_at: isoUtc(createdAt),
      failing_since: failingSince === undefined ? undefined : isoUtc(failingSince),
      disabled_at: disabledAt === undefined ? undefined : isoUtc(disabledAt),
    }),
    enabled: !isDisabled(endpoint),
    events,
  };
}

function presentCall({ at, tookMs, status, error }: WebhookCall) {
  return withoutEmpty({ at: isoUtc(at), duration_ms: tookMs, status, error });
}

function beginning(text: string): { readonly text: string; readonly isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= SHOWN_BYTES) return { text, isCut: false };
  // As a stream, so that a letter that is cut in two is left out.
  const cut = new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES), { stream: true });
  return { text: cut, isCut: true };
}
