import {
  NativeConnection,
  type WorkerDeploymentOptions,
  type WorkerInterceptors,
  type WorkerOptions as SdkOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { Activities } from '../activities/index.ts';
import { connectionOptions, type TemporalSettings } from '../temporal/connection.ts';
import type { dataConverter } from '../temporal/data-converter.ts';
import { DEBITS_QUEUE, MAILS_QUEUE, REPORTS_QUEUE, TRANSACTIONS_QUEUE } from '../workflows/ids.ts';
import { SuspendableWorker } from './suspendable-worker.ts';

export interface WorkerOptions {
  readonly temporal: TemporalSettings;
  readonly dataConverter: ReturnType<typeof dataConverter>;
  readonly activities: Activities;
  readonly interceptors: WorkerInterceptors;
  readonly bundle: WorkflowBundleOption;
  /** How long a stop waits for activities that are under way, in milliseconds. */
  readonly graceMs: number;
  /** Repeats what Temporal has to be there for, for as long as a start may wait. */
  readonly whenThere: <T>(connect: () => Promise<T>) => Promise<T>;
  readonly cachedWorkflows: number;
  /** Calls to merchants, which have places of their own beside all other activities. */
  readonly concurrentWebhooks: number;
  readonly concurrentMails: number;
  /** Of which release the workers are, where they are versioned. */
  readonly deployment?: WorkerDeploymentOptions | undefined;
  readonly concurrentReports: number;
  readonly debits: {
    readonly perSecond: number;
    readonly concurrent: number;
    readonly cachedWorkflows: number;
  };
}

export interface RunningWorkers {
  /** Resolves when all have stopped; rejects when one fails. */
  readonly done: Promise<void>;
  readonly isRunning: () => boolean;
  readonly stop: () => void;
}

/**
 * Which workflows end when their history cannot be replayed, to begin anew with what the database has
 * (workflows/starts.ts), or at the next round of their Schedule. An operation stays as it is, for a person: it has no local activity, and money may be under way.
 */
export const ENDS_WHEN_UNREPLAYABLE: Record<string, 'NondeterminismError'[]> = {
  transaction: ['NondeterminismError'],
  invoice: ['NondeterminismError'],
  sweep: ['NondeterminismError'],
  revive: ['NondeterminismError'],
  autoDebitSweep: ['NondeterminismError'],
  reportSweep: ['NondeterminismError'],
  taskMailSweep: ['NondeterminismError'],
};

/** Workflow tasks of agreements at the same time: few, because those of payers want the same processor. */
const CONCURRENT_DEBIT_TASKS = 2;

/** Of payments, at the same time, however many merchants' servers hang: gateways, and our own database when it is slow. */
const CONCURRENT_ACTIVITIES = 100;

/** One worker for each task queue, on one connection. */
export async function runWorkers(options: WorkerOptions): Promise<RunningWorkers> {
  const { whenThere } = options;
  const connection = await whenThere(() =>
    NativeConnection.connect(connectionOptions(options.temporal)),
  );
  const create = (own: Omit<SdkOptions, keyof typeof common>) =>
    whenThere(() => SuspendableWorker.create({ ...common, ...own }));
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
    await create({
      taskQueue: TRANSACTIONS_QUEUE,
      workflowBundle: options.bundle,
      maxCachedWorkflows: options.cachedWorkflows,
      workflowFailureErrorTypes: ENDS_WHEN_UNREPLAYABLE,
      maxConcurrentActivityTaskExecutions: CONCURRENT_ACTIVITIES + options.concurrentWebhooks,
    }),
    await create({
      taskQueue: MAILS_QUEUE,
      maxConcurrentActivityTaskExecutions: options.concurrentMails,
    }),
    await create({
      taskQueue: REPORTS_QUEUE,
      maxConcurrentActivityTaskExecutions: options.concurrentReports,
    }),
    await create({
      taskQueue: DEBITS_QUEUE,
      workflowBundle: options.bundle,
      maxCachedWorkflows: options.debits.cachedWorkflows,
      maxConcurrentWorkflowTaskExecutions: CONCURRENT_DEBIT_TASKS,
      maxConcurrentActivityTaskExecutions: options.debits.concurrent,
      // The server's own limit: it holds for all workers together, and what waits is no worker's burden.
      maxTaskQueueActivitiesPerSecond: options.debits.perSecond,
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
