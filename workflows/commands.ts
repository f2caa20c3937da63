import { ApplicationFailure, currentUpdateInfo, setHandler } from '@temporalio/workflow';
import { isLate, refuseLate } from '../domain/begin-by.ts';
import type { RefusalNote } from '../domain/refusal.ts';
import { requestOf } from './ids.ts';
import type { Command, UpdateAnswer } from './messages.ts';
import { refusable } from './refusable.ts';

/** A command that its run did not even take: the moment until which it may begin has passed. */
const TOO_LATE = 'TooLate';

/** Sets what answers a command. */
export type AnswerCommand = ReturnType<typeof answersWith>;

/**
 * Answers commands, and refuses each after the moment until which it may begin: in the validator, so that history never
 * hears of it, and in the handler, each time it is about to begin. What promises money passes that moment on to the save
 * (`runState.keep`), which the database refuses once the caller was told that nothing was done, whatever a clock says.
 * What is sent again until another moment is answered as it was the first time, unless that was a refusal which passes.
 * @param wasOvertaken whether a refusal came of what was never saved (workflows/refusable.ts)
 */
export function answersWith(wasOvertaken: () => Promise<boolean>) {
  return <T, A extends unknown[]>(
    command: Command<T, A>,
    answer: (...args: [...A, beginBy: number | undefined]) => Promise<T>,
    description: string,
  ): void => {
    const once = oncePerRequest<T>();
    setHandler(
      command,
      (...args) =>
        once(() =>
          refusable(() => {
            refuseLate(momentOf(args), Date.now());
            return answer(...args);
          }, wasOvertaken),
        ),
      {
        description,
        validator: (...args) => {
          if (isLate(momentOf(args), Date.now()))
            throw ApplicationFailure.nonRetryable('The command came too late.', TOO_LATE);
        },
      },
    );
  };
}

/** Refusals that have made nothing and pass: a request that keeps its key is told to come again, and then means it anew. */
const PASSING: ReadonlySet<RefusalNote['code']> = new Set(['too_late', 'locked', 'page_open']);

/** Answers each request of a command once, however many updates it comes as. */
function oncePerRequest<T>() {
  const answers = new Map<string, Promise<UpdateAnswer<T>>>();
  return async (run: () => Promise<UpdateAnswer<T>>): Promise<UpdateAnswer<T>> => {
    const request = currentRequest();
    if (request === undefined) return run();
    for (let earlier = answers.get(request); earlier;) {
      const answer = await earlier;
      if (!answer.refused || !PASSING.has(answer.refused.code)) return answer;
      const latest = answers.get(request);
      earlier = latest === earlier ? undefined : latest;
    }
    const answer = run();
    answers.set(request, answer);
    return answer;
  };
}

/** The request that a command is, in its handler; undefined where it never comes again. */
export function currentRequest(): string | undefined {
  return requestOf(currentUpdateInfo()?.id ?? '');
}

/** Commands of the worker have none, but for the charges that it makes by itself. */
function momentOf(args: readonly unknown[]): number | undefined {
  const last = args.at(-1);
  return typeof last === 'number' ? last : undefined;
}
