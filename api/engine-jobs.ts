import type { Connection, WorkflowClient, WorkflowStartOptions } from '@temporalio/client';
import type { Agreement } from '../domain/agreement/agreement.ts';
import type { Bulk } from '../domain/bulk/bulk.ts';
import type { EventId, NotificationId } from '../domain/ids.ts';
import type { Report } from '../domain/report/report.ts';
import type { ReportSchedule } from '../domain/report/schedule.ts';
import type { ReplayRef } from '../domain/webhook/replay.ts';
import type { WebhookEvent } from '../store/webhook-events.ts';
import { bulkChangedSignal, redeliverSignal } from '../workflows/messages.ts';
import {
  bulkRunOf,
  lookOf,
  notificationBirthOf,
  redeliveryOf,
  replayBirthOf,
  reportBirthOf,
  reportLookOf,
  testDeliveryOf,
} from '../workflows/starts.ts';

/** What the API asks of the engine besides commands to payments. */
export interface EngineJobs {
  /**
   * Has the engine look at an agreement after this change of it, or of how far its test clock is ahead (milliseconds), at once.
   * When that is lost, a sweep makes up for it.
   */
  readonly look: (agreement: Agreement, ahead?: number) => Promise<void>;
  /** Has an event sent to its receiver now, whether or not it was acknowledged before; a test once. */
  readonly sendAgain: (event: Pick<WebhookEvent, 'eventId' | 'test'>) => Promise<void>;
  /** Has a test event sent, once. */
  readonly sendOnce: (eventId: EventId) => Promise<void>;
  /** Has many sent again. */
  readonly startReplay: (ref: ReplayRef) => Promise<void>;
  /** Has a report written that is in the database. When that is lost, a sweep makes up for it. */
  readonly startReport: (report: Report) => Promise<void>;
  /** Has the engine look at a schedule of reports after this change of it. When that is lost, a sweep makes up for it. */
  readonly lookAtReports: (schedule: ReportSchedule) => Promise<void>;
  /** Opens the run that sends a message; a second one is not opened. When that is lost, the reviver makes up for it. */
  readonly sendMessage: (id: NotificationId) => Promise<void>;
  /** Has a bulk go on, or take notice of what its document says; starts its run where none is open. */
  readonly nudgeBulk: (bulk: Bulk) => Promise<void>;
  /** Rejects with `Unavailable` when Temporal does not answer. */
  readonly ping: () => Promise<void>;
}

interface Ways {
  readonly connection: Connection;
  readonly workflow: WorkflowClient;
  readonly within: <T>(call: () => Promise<T>, ms?: number) => Promise<T>;
  readonly startOnce: (type: string, birth: WorkflowStartOptions) => Promise<void>;
}

const PING_MS = 2000;

export function engineJobsOn({ connection, workflow, within, startOnce }: Ways): EngineJobs {
  return {
    look: (agreement, ahead = 0) => startOnce('autoDebitTick', lookOf(agreement, { ahead })),
    sendAgain: async ({ eventId, test }) => {
      await within(() =>
        workflow.signalWithStart('delivery', {
          ...redeliveryOf(eventId, { ...(test && { test }) }),
          signal: redeliverSignal,
          signalArgs: [],
        }),
      );
    },
    sendOnce: (eventId) => startOnce('delivery', testDeliveryOf(eventId)),
    startReplay: (ref) => startOnce('webhookReplay', replayBirthOf(ref)),
    lookAtReports: (schedule) => startOnce('reportTick', reportLookOf(schedule)),
    startReport: (report) => startOnce('report', reportBirthOf(report)),
    sendMessage: (id) => startOnce('notification', notificationBirthOf(id)),
    nudgeBulk: async (bulk) => {
      await within(() =>
        workflow.signalWithStart('bulk', {
          ...bulkRunOf(bulk),
          signal: bulkChangedSignal,
          signalArgs: [],
        }),
      );
    },
    ping: () =>
      within(async () => void (await connection.workflowService.getSystemInfo({})), PING_MS),
  };
}
