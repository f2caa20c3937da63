import type { Connection, WorkflowClient, WorkflowStartOptions } from '@temporalio/client';
import type { Agreement } from '../domain/agreement/agreement.ts';
import type { Bulk } from '../domain/bulk/bulk.ts';
import type { EventId } from '../domain/ids.ts';
import { bulkChangedSignal, redeliverSignal } from '../workflows/messages.ts';
import { bulkRunOf, lookOf, redeliveryOf, testDeliveryOf } from '../workflows/starts.ts';

/** What the API asks of the engine besides commands to payments. */
export interface Looks {
  /** Has the engine look at an agreement after this change of it. When that is lost, a sweep makes up for it. */
  readonly look: (agreement: Agreement) => Promise<void>;
  /** Has an event sent to its receiver now, whether or not it was acknowledged before. */
  readonly sendAgain: (eventId: EventId) => Promise<void>;
  /** Has a test event sent, once. */
  readonly sendOnce: (eventId: EventId) => Promise<void>;
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

export function looksOn({ connection, workflow, within, startOnce }: Ways): Looks {
  return {
    look: (agreement) => startOnce('autoDebitTick', lookOf(agreement)),
    sendAgain: async (eventId) => {
      await within(() =>
        workflow.signalWithStart('delivery', {
          ...redeliveryOf(eventId),
          signal: redeliverSignal,
          signalArgs: [],
        }),
      );
    },
    sendOnce: (eventId) => startOnce('delivery', testDeliveryOf(eventId)),
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
