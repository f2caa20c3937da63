import {
  Worker,
  type CompiledWorkerOptions,
  type Logger,
  type WorkerOptions,
} from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';
import type { WorkflowBundleWithSourceMapAndFilename } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input.js';
import { stallDetector, type StallDetector } from './stall-detector.ts';
import { withoutStackTraces } from './workflow-threads.ts';

/** The SDK hands it to `vm.Script.runInContext` as it is, which takes undefined for no limit. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- The SDK's type wants a number.
const NO_LIMIT = undefined as unknown as number;

/**
 * A worker that goes on after its machine or process was suspended. The SDK cuts the code of a workflow off five seconds after
 * it began, by the clock on the wall: a process that is stopped for longer finds its time over when it is continued, and cutting
 * microtasks off corrupts the stack of async hooks, upon which Node aborts (https://github.com/nodejs/node/issues/38503).
 * Here workflow code has no limit by the clock; code that does not end is found by the time in which this process ran.
 */
export class SuspendableWorker extends Worker {
  /** Whether the query `__stack_trace` has an answer, for debugging. It holds for workers that are made later. */
  static collectsStackTraces = false;
  /** By task queue, what would be left behind when the worker itself cannot be made. */
  private static readonly unfinished = new Map<string, WorkflowCreator>();

  /** Rejects, with nothing left open, when the server is not there; trying again is safe. */
  static override async create(options: WorkerOptions): Promise<Worker> {
    const { taskQueue } = options;
    try {
      return await super.create(options);
    } catch (error) {
      await this.unfinished.get(taskQueue)?.destroy();
      throw error;
    } finally {
      this.unfinished.delete(taskQueue);
    }
  }

  protected static override async createWorkflowCreator(
    bundle: WorkflowBundleWithSourceMapAndFilename,
    options: CompiledWorkerOptions,
    logger: Logger,
  ): Promise<WorkflowCreator> {
    // Not a long limit: for any at all Node starts a thread at each call into workflow code, which is dearer than the code.
    const unlimited = { ...options, isolateExecutionTimeoutMs: NO_LIMIT };
    const create = () => super.createWorkflowCreator(bundle, unlimited, logger);
    const creator = await (this.collectsStackTraces ? create() : withoutStackTraces(create));
    const detector = stallDetector(() => {
      // Its thread cannot be had back, and no other run of this queue would go on in this process.
      logger.error('The code of a workflow does not end. This process ends, to be started again.');
      process.exit(1);
    });
    const made = watched(creator, detector);
    this.unfinished.set(options.taskQueue, made);
    return made;
  }
}

/** The same creator, with every call into workflow code under the eyes of the detector. */
function watched(creator: WorkflowCreator, detector: StallDetector): WorkflowCreator {
  return {
    createWorkflow: async (options) => {
      const workflow = await detector.during(creator.createWorkflow(options));
      return {
        activate: (activation) => detector.during(workflow.activate(activation)),
        getAndResetSinkCalls: () => detector.during(workflow.getAndResetSinkCalls()),
        dispose: () => workflow.dispose(),
      };
    },
    destroy: () => {
      detector.close();
      return creator.destroy();
    },
  };
}
