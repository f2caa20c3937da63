import type { Connection, WorkflowStartOptions } from '@temporalio/client';
import type { Agreement } from '../domain/agreement/agreement.ts';
import { lookOf } from '../workflows/starts.ts';

/** What the API asks of the engine besides commands to payments. */
export interface Looks {
  /** Has the engine look at an agreement after this change of it. When that is lost, a sweep makes up for it. */
  readonly look: (agreement: Agreement) => Promise<void>;
  /** Rejects with `Unavailable` when Temporal does not answer. */
  readonly ping: () => Promise<void>;
}

interface Ways {
  readonly connection: Connection;
  readonly within: <T>(call: () => Promise<T>, ms?: number) => Promise<T>;
  readonly startOnce: (type: string, birth: WorkflowStartOptions) => Promise<void>;
}

const PING_MS = 2000;

export function looksOn({ connection, within, startOnce }: Ways): Looks {
  return {
    look: (agreement) => startOnce('autoDebitTick', lookOf(agreement)),
    ping: () =>
      within(async () => void (await connection.workflowService.getSystemInfo({})), PING_MS),
  };
}
