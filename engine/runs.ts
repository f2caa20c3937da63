import {
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type WorkflowClient,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { SignalDefinition, UpdateDefinition, Workflow } from '@temporalio/common';
import type { CallPatience } from './patience.ts';

/** The type of a workflow, and how its open run is reached or a new one begins. */
export type Run = ConstructorParameters<typeof WithStartWorkflowOperation>;

/** Starts a run; false where there is one already, or was one that may not be followed by another. */
export type Start = (type: string, options: WorkflowStartOptions) => Promise<boolean>;

/** The calls of Temporal's client about runs, for somebody who has this patience. */
export function runsOn(workflow: WorkflowClient, { within, untilTaken }: CallPatience) {
  const start: Start = async (type, options) => {
    try {
      await untilTaken(() => workflow.start(type, options));
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  };

  /** Starts what has a run already in most cases: asking first costs the server less than a start that it refuses. */
  const startMissing: Start = async (type, options) =>
    (await described(options.workflowId)) === undefined && start(type, options);

  /** Starts what must have an open run: one that has ended, perhaps by force, counts for none. */
  const startUnlessOpen: Start = async (type, options) =>
    !(await isOpen(options.workflowId)) && start(type, options);

  /** Signals the open run, or one that begins with it; gives the id of the run that has the signal. */
  const tell = async <A extends unknown[]>(
    [type, options]: Run,
    signal: SignalDefinition<A>,
    ...signalArgs: A
  ): Promise<string> => {
    const told = { ...options, signal: signal.name, signalArgs };
    const run = await within(() => workflow.signalWithStart<Workflow, unknown[]>(type, told));
    return run.signaledRunId;
  };

  /** Asks the open run, or one that begins with it, once. The same `updateId` is the same question. */
  const ask = <T, A extends unknown[]>(
    run: Run,
    update: UpdateDefinition<T, A>,
    options: { readonly updateId?: string; readonly args: A },
  ): Promise<T> => untilTaken(() => askOnce(workflow, run, update, options));

  /** Asks the open run; undefined where none is open. */
  const askOpen = async <T, A extends [unknown, ...unknown[]]>(
    workflowId: string,
    update: UpdateDefinition<T, A>,
    options: { readonly updateId: string; readonly args: A },
  ): Promise<T | undefined> =>
    unlessUnknown(() => workflow.getHandle(workflowId).executeUpdate(update, options));

  const isOpen = async (workflowId: string): Promise<boolean> =>
    (await described(workflowId))?.status.name === 'RUNNING';

  /**
   * Runs of these types that something else than their own work has ended in this span of epoch milliseconds: what they were told and had
   * not heard is gone with them. Temporal's index follows within seconds.
   */
  const cutShort = async (
    types: readonly string[],
    after: number,
    until: number,
  ): Promise<readonly EndedRun[]> => {
    const [from, to] = [after, until].map((at) => new Date(at).toISOString());
    const names = types.map((type) => `"${type}"`).join(', ');
    const query = `WorkflowType IN (${names}) AND ExecutionStatus != "Completed" AND CloseTime > "${from}" AND CloseTime <= "${to}"`;
    const found: EndedRun[] = [];
    for await (const { runId, closeTime } of workflow.list({ query }))
      if (closeTime) found.push({ runId, endedAt: closeTime.getTime() });
    return found;
  };

  const described = (workflowId: string) =>
    unlessUnknown(() => workflow.getHandle(workflowId).describe());

  return { start, startMissing, startUnlessOpen, tell, ask, askOpen, isOpen, cutShort };
}

/** A run that is over. */
export interface EndedRun {
  readonly runId: string;
  /** Epoch milliseconds. */
  readonly endedAt: number;
}

export type Runs = ReturnType<typeof runsOn>;

/** Update-with-start, in one call: the open run answers, or a new one of the same id. */
export const askOnce = <T, A extends unknown[]>(
  workflow: WorkflowClient,
  run: Run,
  update: UpdateDefinition<T, A>,
  options: { readonly updateId?: string; readonly args: A },
): Promise<T> =>
  workflow.executeUpdateWithStart(update, {
    ...options,
    startWorkflowOperation: new WithStartWorkflowOperation(...run),
  });

async function unlessUnknown<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
