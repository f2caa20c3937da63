import type { EventId, NotificationId, SessionId } from '../domain/ids.ts';

/** Workflows, and the quick writes of our own database. */
export const TRANSACTIONS_QUEUE = 'transactions';
/** Calls to merchants: a slow receiver must not hold up a payment. */
export const WEBHOOKS_QUEUE = 'webhooks';

/** Mail servers: a slow one must hold up neither a payment nor a webhook. */
export const MAILS_QUEUE = 'mails';

export function transactionWorkflowId(sessionId: SessionId): string {
  return `transaction/${sessionId}`;
}

export function invoiceWorkflowId(sessionId: SessionId): string {
  return `invoice/${sessionId}`;
}

/** By the session id of the child, never by a reset run's chance. */
export function operationWorkflowId(sessionId: SessionId): string {
  return `operation/${sessionId}`;
}

export function deliveryWorkflowId(eventId: EventId): string {
  return `delivery/${eventId}`;
}

export function notificationWorkflowId(id: NotificationId): string {
  return `notification/${id}`;
}

export const SWEEP_SCHEDULE_ID = 'sweep';
export const REVIVE_SCHEDULE_ID = 'revive';

/** Carries the id of the HTTP request from the API through the workflow to its activities. Sent in clear. */
export const REQUEST_ID_HEADER = 'request-id';
