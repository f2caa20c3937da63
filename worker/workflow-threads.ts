import v8 from 'node:v8';
import workerThreads from 'node:worker_threads';

/** The SDK takes the absence of promise hooks for an old Node, does without, and warns with one line that is no news here. */
const WITHOUT_HOOKS = `import v8 from 'node:v8';
const { createHook } = v8.promiseHooks;
v8.promiseHooks.createHook = (hooks) => {
  // Node's own, for async hooks, have it.
  if (hooks.before) return createHook(hooks);
  const { warn } = console;
  console.warn = () => { console.warn = warn; };
  throw new Error('Stack traces are not collected.');
};`;
/** Nor does a thread of compiled workflows load what the process was started with, such as a compiler. */
const EXEC_ARGV = ['--import', `data:text/javascript,${encodeURIComponent(WITHOUT_HOOKS)}`];

/**
 * Calls `start`, in which the SDK starts its workflow threads, so that they collect no stack trace for each promise. The traces
 * serve one query, `__stack_trace`, and cost a seventh of the worker's CPU (docs/performance.md). The SDK has no
 * option for it: https://github.com/temporalio/sdk-typescript. Threads that are started after an `await` of `start` are not reached.
 * A replay has no thread: it would have every promise of this one traced from then on, for nobody can ask it.
 */
export function withoutStackTraces<T>(start: () => T): T {
  const { Worker } = workerThreads;
  const { createHook } = v8.promiseHooks;
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
      super(file, { ...options, execArgv: EXEC_ARGV });
    }
  };
  // Node's own, for async hooks, have it.
  v8.promiseHooks.createHook = (hooks) => (hooks.before ? createHook(hooks) : () => undefined);
  try {
    return start();
  } finally {
    workerThreads.Worker = Worker;
    v8.promiseHooks.createHook = createHook;
  }
}
