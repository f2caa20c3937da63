import { isCancellation } from '@temporalio/workflow';
import type { AnswerCommand } from '../commands.ts';
import type { RunState } from './state.ts';

/** Work that nobody waits for, and that the run does not end before. */
export interface BackgroundTasks {
  readonly send: (work: () => Promise<void>) => void;
  readonly areDone: () => boolean;
}

/** What those need who answer somebody and go on working. */
export interface RunContext {
  readonly runState: RunState;
  /** Sets what answers a command to the transaction. */
  readonly answer: AnswerCommand;
  readonly backgroundTasks: BackgroundTasks;
}

export function backgroundTasksOf(): BackgroundTasks {
  let open = 0;

  async function run(work: () => Promise<void>): Promise<void> {
    open += 1;
    try {
      await work();
    } catch (error) {
      // Who cancels the run wants no more of it; anything else is our fault and stays loud.
      if (!isCancellation(error)) throw error;
    } finally {
      open -= 1;
    }
  }

  return { send: (work) => void run(work), areDone: () => open === 0 };
}
