import type { Headers, Payload } from '@temporalio/common';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { workflowInfo } from '@temporalio/workflow';
import { REQUEST_ID_HEADER } from './ids.ts';
import { mutex } from './mutex.ts';

/**
 * Local activities of a run are made one after the other. Of two that were under way together a replay tells at once, with the
 * clock of the later one: what follows from them could be decided otherwise, or come in another order than in history. What they have
 * taken of a workflow task, by the run's own clock, must leave time for one more, or that one is refused, for its caller
 * to take an ordinary activity (workflows/proxies.ts).
 *
 * Hands the id of the request that caused something on to the activities and children that follow from it, so that a
 * gateway call and its log line can be found by the request. What a timer does carries the id of the request that
 * began the run. The id is in history, so a replay sees the same one; nothing is decided by it.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let start: Payload | undefined;
  const inTurn = mutex();
  let taken = { task: -1, since: 0 };

  /** Within the task there is now. */
  const isTimeLeft = () => {
    const { historyLength: task } = workflowInfo();
    if (task !== taken.task) taken = { task, since: Date.now() };
    return Date.now() - taken.since <= LOCAL_MS_IN_A_TASK;
  };

  /** Runs a handler as caused by its own message; one without an id (an operator's) belongs to its run. */
  const caused = <T>(headers: Headers, handle: () => T): T =>
    cause.run(headers[REQUEST_ID_HEADER] ?? start, handle);

  return {
    inbound: [
      {
        execute: (input, next) => {
          start = input.headers[REQUEST_ID_HEADER];
          return caused(input.headers, () => next(input));
        },
        handleSignal: (input, next) => caused(input.headers, () => next(input)),
        handleUpdate: (input, next) => caused(input.headers, () => next(input)),
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(marked(input)),
        scheduleLocalActivity: (input, next) =>
          inTurn(() =>
            isTimeLeft()
              ? next(marked(input))
              : Promise.reject(new Error('The workflow task has no time left for it.')),
          ),
        startChildWorkflowExecution: (input, next) => next(marked(input)),
      },
    ],
  };
};

/** The next one may take three seconds more, and the worker says after eight that the task goes on. */
const LOCAL_MS_IN_A_TASK = 4000;

/** What the sandbox of workflows has in place of Node's. */
declare const AsyncLocalStorage: new <T>(name: string) => {
  run<R>(store: T, call: () => R): R;
  getStore(): T;
};

/** One for all runs of a thread: Node walks every storage there is at each promise. */
const cause = new AsyncLocalStorage<Payload | undefined>('request-id');

function marked<Input extends { readonly headers: Headers }>(input: Input): Input {
  const id = cause.getStore();
  return id === undefined
    ? input
    : { ...input, headers: { ...input.headers, [REQUEST_ID_HEADER]: id } };
}
