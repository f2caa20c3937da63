import type { JsonObject, JsonValue } from '../json.ts';
import { OPERATION_KINDS, OPERATION_RESULTS } from '../operation/operation.ts';
import { TRANSACTION_STATES } from '../transaction/states.ts';
import { ALERT_EVENTS } from './alert-payload.ts';
import type { NoticeForm } from './verdict.ts';

/** States that a payment is told in; nobody is told of one that nobody has looked at. */
const TOLD_STATES = TRANSACTION_STATES.filter((state) => state !== 'created');
const RESULTS = ['pending', 'success', 'failed', 'canceled', 'error'] as const;

/** What the field `alert` says in the body of a second success. */
export const SECOND_SUCCESS = 'second_success' as const;

/** What it says where the event tells of a dispute. */
export const DISPUTE = 'dispute' as const;

/**
 * Every type of event: a payment by the state that it came to, a saved card by the result of the try, an operation by its
 * own result, an alert by what became of it. They are names for lists and filters; the bodies are the same without them (contract/webhooks#payload,
 * contract/webhooks#operations).
 */
export const EVENT_TYPES: readonly string[] = [
  ...TOLD_STATES.map((state) => `payment.${state}`),
  `payment.${SECOND_SUCCESS}`,
  `payment.${DISPUTE}`,
  ...RESULTS.map((result) => `card.${result}`),
  ...ALERT_EVENTS,
  ...OPERATION_KINDS.flatMap((kind) => OPERATION_RESULTS.map((result) => `${kind}.${result}`)),
];

/** A type, or all types of one subject (`payment.*`); what an endpoint can ask for. */
export const EVENT_FILTERS: readonly string[] = [
  ...EVENT_TYPES,
  ...new Set(EVENT_TYPES.map((type) => `${subjectOf(type)}.*`)),
];

const OPERATIONS: readonly string[] = OPERATION_KINDS;

/**
 * The type of an event, read from its body without a signature. The bodies of the old endpoints say no state, and have
 * fields of the merchant's own: there only the result counts.
 */
export function eventTypeOf(payload: JsonObject, form: NoticeForm = 'webhook'): string {
  const alert = ALERT_EVENTS.find((one) => one === payload['event_type']);
  if (alert && form === 'webhook') return alert;
  const operation = textOf(payload['operation']);
  const result = textOf(payload['result']);
  const state = textOf(payload['state']);
  if (form === 'disclosure') return `payment.${STATE_OF_RESULT[result] ?? 'failed'}`;
  if (OPERATIONS.includes(operation)) return `${operation}.${result}`;
  if (payload['alert'] === SECOND_SUCCESS) return `payment.${SECOND_SUCCESS}`;
  if (payload['alert'] === DISPUTE) return `payment.${DISPUTE}`;
  return payload['payment_type'] === 'save_card' ? `card.${result}` : `payment.${state}`;
}

const STATE_OF_RESULT: Readonly<Record<string, string>> = {
  success: 'paid',
  cod: 'cod',
  canceled: 'canceled',
};

/** Whether an endpoint with these filters wants the event; without any it wants all. */
export function isWanted(type: string, filters: readonly string[]): boolean {
  return (
    filters.length === 0 || filters.some((one) => one === type || one === `${subjectOf(type)}.*`)
  );
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function subjectOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
