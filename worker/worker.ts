import {
  NativeConnection,
  Worker,
  type WorkerDeploymentOptions,
  type WorkerInterceptors,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { Activities } from '../activities/index.ts';
import { connectionOptions, type TemporalSettings } from '../temporal/connection.ts';
import type { dataConverter } from '../temporal/data-converter.ts';
import {
  MAILS_QUEUE,
  REPORTS_QUEUE,
  TRANSACTIONS_QUEUE,
  WEBHOOKS_QUEUE,
} from '../workflows/ids.ts';

export interface WorkerOptions {
  readonly temporal: TemporalSettings;
  readonly dataConverter: ReturnType<typeof dataConverter>;
  readonly activities: Activities;
  readonly interceptors: WorkerInterceptors;
  readonly bundle: WorkflowBundleOption;
  /** How long a stop waits for activities that are under way, in milliseconds. */
  readonly graceMs: number;
  readonly cachedWorkflows: number;
  readonly concurrentWebhooks: number;
  readonly concurrentMails: number;
  /** Of which release the workers are, where they are versioned. */
  readonly deployment?: WorkerDeploymentOptions | undefined;
  readonly concurrentReports: number;
}

export interface RunningWorkers {
  /** Resolves when all have stopped; rejects when one fails. */
  readonly done: Promise<void>;
  readonly isRunning: () => boolean;
  readonly stop: () => void;
}

/**
 * Which workflows end when their history cannot be replayed, to begin anew with what the database has
 * (workflows/starts.ts). An operation stays as it is, for a person: it has no local activity, and money may be under way.
 */
export const ENDS_WHEN_UNREPLAYABLE: Record<string, 'NondeterminismError'[]> = {
  transaction: ['NondeterminismError'],
  invoice: ['NondeterminismError'],
};

/** One worker for transactions, one for webhooks, one for mails and one for reports, on one connection. */
export async function runWorkers(options: WorkerOptions): Promise<RunningWorkers> {
  const connection = await NativeConnection.connect(connectionOptions(options.temporal));
  const common = {
    connection,
    namespace: options.temporal.namespace,
    dataConverter: options.dataConverter,
    activities: options.activities,
    interceptors: options.interceptors,
    shutdownGraceTime: options.graceMs,
    shutdownForceTime: options.graceMs + 5000,
    ...(options.deployment && { workerDeploymentOptions: options.deployment }),
  };
  const workers = [
    await Worker.create({
      ...common,
      taskQueue: TRANSACTIONS_QUEUE,
      workflowBundle: options.bundle,
      maxCachedWorkflows: options.cachedWorkflows,
      workflowFailureErrorTypes: ENDS_WHEN_UNREPLAYABLE,
    }),
    await Worker.create({
      ...common,
      taskQueue: WEBHOOKS_QUEUE,
      maxConcurrentActivityTaskExecutions: options.concurrentWebhooks,
    }),
    await Worker.create({
      ...common,
      taskQueue: MAILS_QUEUE,
      maxConcurrentActivityTaskExecutions: options.concurrentMails,
    }),
    await Worker.create({
      ...common,
      taskQueue: REPORTS_QUEUE,
      maxConcurrentActivityTaskExecutions: options.concurrentReports,
    }),
  ];
  const runs = Promise.all(workers.map((worker) => worker.run()));
  return {
    done: runs.then(() => connection.close()),
    isRunning: () => workers.every((worker) => worker.getState() === 'RUNNING'),
    stop: () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    },
  };
}
