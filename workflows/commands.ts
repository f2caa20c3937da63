import { ApplicationFailure, setHandler } from '@temporalio/workflow';
import { isLate, refuseLate } from '../domain/begin-by.ts';
import type { Command } from './messages.ts';
import { refusable } from './refusable.ts';

/** A command that its run did not even take: the moment until which it may begin has passed. */
const TOO_LATE = 'TooLate';

/** Sets what answers a command. */
export type AnswerCommand = <T, A extends unknown[]>(
  command: Command<T, A>,
  answer: (...args: [...A, beginBy: number | undefined]) => Promise<T>,
  description: string,
) => void;

/**
 * Answers commands, and refuses each after the moment until which it may begin: in the validator, so that history never
 * hears of it, and in the handler, each time it is about to begin. What promises money passes that moment on to the save
 * (`runState.keep`), which the database refuses once the caller was told that nothing was done, whatever a clock says.
 * @param wasInVain whether a refusal came of what was never saved (workflows/refusable.ts)
 */
export function answersWith(wasInVain: () => Promise<boolean>): AnswerCommand {
  return (command, answer, description) =>
    setHandler(
      command,
      (...args) =>
        refusable(() => {
          refuseLate(momentOf(args), Date.now());
          return answer(...args);
        }, wasInVain),
      {
        description,
        validator: (...args) => {
          if (isLate(momentOf(args), Date.now()))
            throw ApplicationFailure.nonRetryable('The command came too late.', TOO_LATE);
        },
      },
    );
}

/** Commands of the worker, which nobody repeats, have none. */
function momentOf(args: readonly unknown[]): number | undefined {
  const last = args.at(-1);
  return typeof last === 'number' ? last : undefined;
}
