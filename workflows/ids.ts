import type { EventId, NotificationId, SessionId } from '../domain/ids.ts';

/** Workflows, and what they do themselves: our own database, gateways, calls to merchants. */
export const TRANSACTIONS_QUEUE = 'transactions';

/** Mail servers: a slow one must hold up neither a payment nor a webhook. */
export const MAILS_QUEUE = 'mails';

/** Files of reports: long work, and never in the way of a payment. */
export const REPORTS_QUEUE = 'reports';

/** What agreements are charged by: thousands may be due at once, and no payer waits behind them. */
export const DEBITS_QUEUE = 'debits';

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

export function replayWorkflowId(id: string): string {
  return `webhook-replay/${id}`;
}

/** By the period, never by the firing (contract/agreements#cycles). */
export function cycleWorkflowId(uuid: string, period: string): string {
  return `cycle/${uuid}/${period}`;
}

/** The Schedule of an agreement, and the looks that it starts. No customer's id stands here. */
export function agreementScheduleId(uuid: string): string {
  return `agreement/${uuid}`;
}

export function bulkWorkflowId(id: string): string {
  return `bulk/${id}`;
}

export function notificationWorkflowId(id: NotificationId): string {
  return `notification/${id}`;
}

export function reportWorkflowId(id: string): string {
  return `report/${id}`;
}

/** The Temporal Schedule of a report that is made by itself, and the looks that it starts. */
export function reportScheduleId(id: string): string {
  return `report-schedule/${id}`;
}

/**
 * The update id of a command: the request that it is, and the moment until which it may begin. Temporal tells updates apart by
 * their id alone. A server that has lost what it had not written down yet records one that was sent again with its new
 * arguments, though the run has taken the earlier ones, and the run cannot be replayed any more. So what is sent again
 * until another moment has another id, and the run knows it by its request (workflows/commands.ts).
 */
export function commandUpdateId(requestId: string, beginBy: number): string {
  return `${requestId}@${beginBy}`;
}

/** The request that the update is; undefined where it never comes again under another id. */
export function requestOf(updateId: string): string | undefined {
  return /^(?<request>.+)@\d+$/s.exec(updateId)?.groups?.['request'];
}

export const SWEEP_SCHEDULE_ID = 'sweep';
export const REVIVE_SCHEDULE_ID = 'revive';
export const AGREEMENTS_SCHEDULE_ID = 'agreements';
export const REPORTS_SCHEDULE_ID = 'reports';
export const TASK_MAILS_SCHEDULE_ID = 'task-mails';

/** Carries the id of the HTTP request from the API through the workflow to its activities. Sent in clear. */
export const REQUEST_ID_HEADER = 'request-id';
