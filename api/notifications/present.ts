import { isoUtc } from '../../domain/duration.ts';
import { OWN_WORDS, type Notification } from '../../domain/notification/notification.ts';
import type { AnswerOf } from '../infer.ts';
import type { messageAnswer } from './answer.ts';

/** A message in the log, without what it says (contract/messages#log); to whom it went only for who may see how people are reached. */
export function presentMessage(
  message: Notification,
  { maySeePeople }: { readonly maySeePeople: boolean },
): AnswerOf<typeof messageAnswer> {
  const { id, channel, event, language, status, tries, createdAt } = message;
  const { sessionId, operationId, templateId, provider, reference, parts } = message;
  const { doneAt, openedAt, error, traceId, tags, enclosures, forced = false } = message;
  return {
    id,
    created: isoUtc(createdAt),
    channel,
    event_type: event === OWN_WORDS ? null : event,
    ...(templateId !== undefined && { template_id: templateId }),
    language,
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(operationId !== undefined && { operation_session_id: operationId }),
    status,
    is_sent: status === 'sent',
    forced,
    backend: channel === 'email' ? 'smtp' : 'http',
    ...(provider !== undefined && { provider }),
    ...(reference !== undefined && { provider_reference: reference }),
    ...(maySeePeople && { receivers: receivers(message) }),
    tries,
    ...(parts !== undefined && { parts }),
    ...(doneAt !== undefined && { ended: isoUtc(doneAt) }),
    ...(openedAt !== undefined && { email_seen_at: isoUtc(openedAt) }),
    ...(error !== undefined && { error }),
    ...(enclosures && { attachments: enclosures.map(({ name }) => name) }),
    ...(traceId !== undefined && { trace_id: traceId }),
    ...(tags && { tags }),
  };
}

function receivers({ to, cc = [], bcc = [] }: Notification) {
  return [...typed('to', to), ...typed('cc', cc), ...typed('bcc', bcc)];
}

function typed<T extends string>(type: T, addresses: readonly string[]) {
  return addresses.map((address) => ({ type, address }));
}
