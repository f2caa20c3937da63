import type { Agreement } from '../domain/agreement/agreement.ts';
import type { Bulk } from '../domain/bulk/bulk.ts';
import type { DisputeReport } from '../domain/dispute/dispute.ts';
import type { EventId, NotificationId, ReferenceNumber } from '../domain/ids.ts';
import type { Operation } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import type { RefusalNote } from '../domain/refusal.ts';
import type { Report } from '../domain/report/report.ts';
import type { ReportSchedule } from '../domain/report/schedule.ts';
import type { AttemptReport } from '../domain/transaction/network.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { ReplayRef } from '../domain/webhook/replay.ts';
import type { WebhookEvent } from '../store/webhook-events.ts';
import {
  bulkChangedSignal,
  disputedSignal,
  operationChangedUpdate,
  operationReportedSignal,
  redeliverSignal,
  reportedSignal,
  returnedSignal,
  type Brought,
} from '../workflows/messages.ts';
import {
  startOf,
  bulkRunOf,
  invoiceStartOf,
  lookOf,
  notificationStartOf,
  operationResumeOf,
  redeliveryOf,
  replayStartOf,
  reportStartOf,
  reportLookOf,
  resumeOf,
  testDeliveryOf,
} from '../workflows/starts.ts';
import type { Runs, Start } from './runs.ts';

/** What both programs tell runs that nobody waits for. All of it may be said again. */
export interface Messages {
  /** What a gateway says of an attempt; the id of the run that was told, as with the three that follow. */
  readonly report: (transaction: Transaction, report: AttemptReport) => Promise<string>;
  /** The gateway shall be asked: the payer's browser came back, with what it has `brought`, or the gateway says that something happened. */
  readonly returned: (
    transaction: Transaction,
    referenceNumber: ReferenceNumber,
    brought?: Brought,
  ) => Promise<string>;
  /** What a gateway says of a dispute. */
  readonly dispute: (transaction: Transaction, report: DisputeReport) => Promise<string>;
  /** A gateway's verified word on an operation that we know. */
  readonly reportOperation: (operation: Operation, report: OperationReport) => Promise<string>;
  /** Has a payment take in what was done at the gateway itself; its no, where it says one. */
  readonly takeIn: (
    transaction: Transaction,
    operation: Operation,
  ) => Promise<RefusalNote | undefined>;
  /**
   * Has an agreement looked at: after this change of it, or of how far its test clock is `ahead` (milliseconds), which
   * somebody has `asked` for, or because nobody has looked in time. When that is lost, a sweep makes up for it.
   */
  readonly look: (agreement: Agreement, asked?: { readonly ahead: number }) => Promise<void>;
  /** Has a schedule of reports looked at after this change of it. When that is lost, a sweep makes up for it. */
  readonly lookAtReports: (schedule: ReportSchedule) => Promise<void>;
  /** Has an event sent to its receiver now, whether or not it was acknowledged before; a test once. */
  readonly sendAgain: (event: Pick<WebhookEvent, 'eventId' | 'test'>) => Promise<void>;
  /** Has a bulk go on, or take notice of what its document says; starts its run where none is open. */
  readonly nudgeBulk: (bulk: Bulk) => Promise<void>;
}

export function messagesOn({ start, tell, ask }: Runs): Messages {
  return {
    report: (transaction, report) =>
      tell(['transaction', resumeOf(transaction)], reportedSignal, report),
    returned: (transaction, referenceNumber, brought) =>
      tell(
        ['transaction', resumeOf(transaction)],
        returnedSignal,
        referenceNumber,
        ...(brought ? [brought] : []),
      ),
    dispute: (transaction, report) =>
      tell(['transaction', resumeOf(transaction)], disputedSignal, report),
    reportOperation: (operation, report) =>
      tell(['operation', operationResumeOf(operation)], operationReportedSignal, report),
    takeIn: async (transaction, operation) => {
      const { sessionId, version } = operation;
      const answer = await ask(['transaction', resumeOf(transaction)], operationChangedUpdate, {
        updateId: `${sessionId}/${version}`,
        args: [operation],
      });
      return answer.refused;
    },
    look: async (agreement, asked) => {
      await start('autoDebitTick', lookOf(agreement, asked));
    },
    lookAtReports: async (schedule) => {
      await start('reportTick', reportLookOf(schedule));
    },
    sendAgain: async ({ eventId, test }) => {
      await tell(['delivery', redeliveryOf(eventId, { ...(test && { test }) })], redeliverSignal);
    },
    nudgeBulk: async (bulk) => {
      await tell(['bulk', bulkRunOf(bulk)], bulkChangedSignal);
    },
  };
}

/** What is kept and begins a run of its own: true where it had none. A second one is not begun. */
export interface Beginnings {
  readonly start: (transaction: Transaction) => Promise<boolean>;
  readonly startInvoice: (invoice: Parameters<typeof invoiceStartOf>[0]) => Promise<boolean>;
  readonly startReplay: (ref: ReplayRef) => Promise<boolean>;
  /** Has a report written. One whose run was ended by force is begun again. When that is lost, a sweep makes up for it. */
  readonly startReport: (report: Report) => Promise<boolean>;
  /** Opens the run that sends a message. When that is lost, the reviver makes up for it. */
  readonly sendMessage: (id: NotificationId) => Promise<boolean>;
  /** Has a test event sent, once. */
  readonly sendOnce: (eventId: EventId) => Promise<boolean>;
}

/** @param begin how it is found out that there is a run already */
export function beginningsOn(begin: Start): Beginnings {
  return {
    start: (transaction) => begin('transaction', startOf(transaction)),
    startInvoice: (invoice) => begin('invoice', invoiceStartOf(invoice)),
    startReplay: (ref) => begin('webhookReplay', replayStartOf(ref)),
    startReport: (report) => begin('report', reportStartOf(report)),
    sendMessage: (id) => begin('notification', notificationStartOf(id)),
    sendOnce: (eventId) => begin('delivery', testDeliveryOf(eventId)),
  };
}
