import type { Agreement, AgreementRef } from '../domain/agreement/agreement.ts';
import type { Bulk, BulkRef } from '../domain/bulk/bulk.ts';
import type { EventId, MerchantId, NotificationId } from '../domain/ids.ts';
import { wantedAtStart } from '../domain/notification/notification.ts';
import type { Operation } from '../domain/operation/operation.ts';
import type { Report, ReportRef } from '../domain/report/report.ts';
import type { ReportSchedule, ScheduleRef } from '../domain/report/schedule.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { ReplayRef } from '../domain/webhook/replay.ts';
import {
  agreementScheduleId,
  bulkWorkflowId,
  DEBITS_QUEUE,
  deliveryWorkflowId,
  invoiceWorkflowId,
  notificationWorkflowId,
  operationWorkflowId,
  replayWorkflowId,
  reportScheduleId,
  reportWorkflowId,
  TRANSACTIONS_QUEUE,
  transactionWorkflowId,
} from './ids.ts';
import type { TransactionStart, InvoiceStart } from './messages.ts';
import {
  attributesOf,
  invoiceAttributes,
  invoiceSummary,
  operationAttributes,
  operationSummary,
  SEARCH_ATTRIBUTES,
  summaryOf,
  type InvoiceLook,
} from './visibility.ts';
import type { CallOutcome } from '../domain/webhook/verdict.ts';

/**
 * The first run of a new transaction. A second start of the same id is refused, for ever. Its first task is that of whoever comes
 * first, or of the expiry: any message ends the delay.
 */
export function startOf(transaction: Transaction) {
  const args: [TransactionStart] = [{ opened: transaction }];
  const startDelay = idleMs(transaction, Date.now());
  const { retry, ...others } = common(transaction);
  return {
    ...others,
    args,
    startDelay,
    // Another run would take over the rest of the delay, and sleep while something is due.
    ...(startDelay === 0 && { retry }),
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
  };
}

/**
 * How long nothing has to be done for a new transaction of which nobody wants anything. Never longer than it was given to live: the
 * server's clock, by which it expires, may be ahead of ours.
 */
function idleMs(transaction: Transaction, now: number): number {
  const { createdAt, expiresAt, state } = transaction;
  if (state !== 'created' || wantedAtStart(transaction).length > 0) return 0;
  return Math.max(0, expiresAt - Math.max(createdAt, now));
}

/** A command's run: the open one when there is one, else a new run of the same id that loads the document first. */
export function resumeOf(transaction: Transaction) {
  const { merchantId, sessionId } = transaction;
  const args: [TransactionStart] = [{ resume: { merchantId, sessionId } }];
  return {
    ...common(transaction),
    args,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/**
 * The run of a transaction that was created to be charged at once: the open one when there is one, else the first one, which begins
 * with the charge and has nothing to load. Of one that somebody has touched meanwhile it is that of any command.
 */
export function firstRunOf(transaction: Transaction) {
  const resumed = resumeOf(transaction);
  return transaction.version === 1 ? { ...resumed, args: startOf(transaction).args } : resumed;
}

/** The first run of a new invoice. A second start of the same id is refused, for ever. */
export function invoiceStartOf(invoice: InvoiceLook & InvoiceStart) {
  return { ...commonOfInvoice(invoice), workflowIdReusePolicy: 'REJECT_DUPLICATE' as const };
}

/** A message's run: the open one when there is one, else a new run of the same id. */
export function invoiceResumeOf(invoice: InvoiceLook & InvoiceStart) {
  return {
    ...commonOfInvoice(invoice),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/** A message's run: the open one when there is one, else a new run of the same id that begins with what was kept. */
export function operationResumeOf(operation: Operation) {
  const args: [Operation] = [operation];
  return {
    args,
    workflowId: operationWorkflowId(operation.sessionId),
    taskQueue: TRANSACTIONS_QUEUE,
    staticSummary: operationSummary(operation),
    typedSearchAttributes: operationAttributes(operation),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/** The calls of an event that nobody makes. A second start of the same id is refused as long as the first is known. */
export function deliveryStartOf(eventId: EventId, first: FirstOutcome) {
  const args: [EventId, FirstOutcome] = [eventId, first];
  return {
    args,
    workflowId: deliveryWorkflowId(eventId),
    taskQueue: TRANSACTIONS_QUEUE,
    staticSummary: 'webhook that nobody called for',
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
  };
}

/** The same, where a run of it may have been ended by force: the open one when there is one, else a new one of the same id. */
export function deliveryResumeOf(eventId: EventId, first: FirstOutcome) {
  return {
    ...deliveryStartOf(eventId, first),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/** An event that is sent again: the open run of its delivery hears of it, or a new one begins. A test is called once. */
export function redeliveryOf(eventId: EventId, { test = false }: { readonly test?: boolean } = {}) {
  return {
    ...deliveryResumeOf(eventId, { missing: true, ...(test && { once: true }) }),
    staticSummary: 'webhook that somebody wants to be sent again',
  };
}

/** A test event, which is called once. */
export function testDeliveryOf(eventId: EventId) {
  return {
    ...deliveryStartOf(eventId, { missing: true, once: true }),
    staticSummary: 'test of a webhook',
  };
}

/** The run that sends many webhooks again. A second start of the same id is refused as long as the first is known. */
export function replayStartOf({ merchantId, id }: ReplayRef) {
  const args: [ReplayRef] = [{ merchantId, id }];
  return {
    args,
    workflowId: replayWorkflowId(id),
    taskQueue: TRANSACTIONS_QUEUE,
    staticSummary: 'webhooks that somebody wants to be sent again',
    typedSearchAttributes: [ofMerchant(merchantId)],
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
  };
}

/**
 * A look at an agreement after this change of it, or of its test clock, which the API has `asked` for, or a sweep has missed.
 * A second start of the same one does no harm; one that has read an older clock is another one, and hides none.
 */
export function lookOf(
  { merchantId, uuid, version }: Pick<Agreement, 'merchantId' | 'uuid' | 'version'>,
  asked?: { readonly ahead: number },
) {
  const args: [Look] = [{ merchantId, uuid, ...(asked && { asked: true }) }];
  const after = asked && asked.ahead > 0 ? `/clock-${asked.ahead}` : '';
  return {
    args,
    workflowId: `${agreementScheduleId(uuid)}/version-${version}${after}`,
    taskQueue: DEBITS_QUEUE,
    staticSummary: 'look at the agreement after a change',
    typedSearchAttributes: [
      ofMerchant(merchantId),
      { key: SEARCH_ATTRIBUTES.AgreementId, value: uuid },
    ],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/** The run that sends a message. One that was ended by force is begun again; what is over already ends at once. */
export function notificationStartOf(id: NotificationId) {
  const args: [NotificationId] = [id];
  return {
    args,
    workflowId: notificationWorkflowId(id),
    taskQueue: TRANSACTIONS_QUEUE,
    staticSummary: 'a message to somebody',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/**
 * The run that writes a report. One that was ended by force is begun again, with a file anew; what is over already ends
 * at once.
 */
export function reportStartOf({
  merchantId,
  id,
  name,
}: Pick<Report, 'merchantId' | 'id' | 'name'>) {
  const args: [ReportRef] = [{ merchantId, id }];
  return {
    args,
    workflowId: reportWorkflowId(id),
    taskQueue: TRANSACTIONS_QUEUE,
    staticSummary: `report ${name}`,
    typedSearchAttributes: [ofMerchant(merchantId)],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/** A look at a schedule of reports after this change of it. A second start of the same one does no harm. */
export function reportLookOf({
  merchantId,
  id,
  version,
}: Pick<ReportSchedule, 'merchantId' | 'id' | 'version'>) {
  const args: [ScheduleRef] = [{ merchantId, id }];
  return {
    args,
    workflowId: `${reportScheduleId(id)}/version-${version}`,
    taskQueue: TRANSACTIONS_QUEUE,
    staticSummary: 'look at the schedule after a change',
    typedSearchAttributes: [ofMerchant(merchantId)],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/** The run that makes the rows of a bulk: the open one when there is one, else a new run of the same id. */
export function bulkRunOf({ merchantId, id, total }: BulkRef & Pick<Bulk, 'total'>) {
  const args: [BulkRef] = [{ merchantId, id }];
  return {
    args,
    workflowId: bulkWorkflowId(id),
    taskQueue: TRANSACTIONS_QUEUE,
    staticSummary: `${total} requests for payment`,
    typedSearchAttributes: [ofMerchant(merchantId)],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

/** The ids of the workflows of a bulk, of a delivery, of an operation and of a transaction. */
export const bulkIdOf = bulkWorkflowId;
export const deliveryIdOf = deliveryWorkflowId;
export const operationIdOf = operationWorkflowId;
export const transactionIdOf = transactionWorkflowId;

function commonOfInvoice(invoice: InvoiceLook & InvoiceStart) {
  const { merchantId, sessionId, dueAt } = invoice;
  const args: [InvoiceStart] = [{ merchantId, sessionId, dueAt }];
  return {
    args,
    workflowId: invoiceWorkflowId(sessionId),
    taskQueue: TRANSACTIONS_QUEUE,
    retry: BEGIN_ANEW,
    staticSummary: invoiceSummary(invoice),
    typedSearchAttributes: invoiceAttributes(invoice),
  };
}

/**
 * A run that cannot go on ends, and another one of its id begins at once with what the database has; after a delayed start
 * with the next message, or when something is due (`lostPayments`). A local activity that outlived its workflow task on a
 * busy machine is told of at another place in a replay, and no code can follow such a history; by hand it would be a
 * reset.
 */
const BEGIN_ANEW = {
  initialInterval: '1 second',
  backoffCoefficient: 2,
  maximumInterval: '1 minute',
} as const;

function common(transaction: Transaction) {
  return {
    workflowId: transactionWorkflowId(transaction.sessionId),
    taskQueue: TRANSACTIONS_QUEUE,
    retry: BEGIN_ANEW,
    staticSummary: summaryOf(transaction),
    typedSearchAttributes: attributesOf(transaction),
  };
}

/** Which agreement to look at; `asked` by the API, whose caller does not wait behind everything that is due. */
export interface Look extends AgreementRef {
  readonly asked?: boolean;
}

/**
 * What the first call leaves to those that follow; `missing` when nobody has made it. `once`: no other call is made, because
 * a person only wants to see whether somebody answers.
 */
export type FirstOutcome = Pick<CallOutcome, 'retryAfterMs'> & {
  readonly missing?: true;
  readonly once?: true;
};

function ofMerchant(merchantId: MerchantId) {
  const value: string = merchantId;
  return { key: SEARCH_ATTRIBUTES.MerchantId, value };
}
