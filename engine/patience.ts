import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Connection } from '@temporalio/client';
import { isOutage, isPassing } from './temporal-errors.ts';
import { Unavailable } from './unavailable.ts';

/**
 * How long a call of Temporal may take, in milliseconds, by who waits for it. A request waits as long as its program's
 * environment says (`COMMAND_DEADLINE_MS`).
 */
export const CALL_DEADLINE_MS = {
  /** Whoever asks whether the process is ready. */
  probe: 2000,
  /** The save of a payment, which has three seconds to be quick. */
  save: 1000,
  /** Nobody. */
  nobody: 10_000,
} as const;

/** Between two tries of the same call, in milliseconds. */
export const TRY_AGAIN_MS = 50;

/** How calls are made for somebody who waits. */
export interface CallPatience {
  /** One call. */
  readonly within: <T>(call: () => Promise<T>) => Promise<T>;
  /** The same, again while the run passes by. The call has to be the same one each time. */
  readonly untilTaken: <T>(call: () => Promise<T>) => Promise<T>;
}

/** That of activities: their own time limits end a call, and Temporal tries them again. */
export const ACTIVITY_PATIENCE: CallPatience = {
  within: (call) => call(),
  untilTaken: (call) => call(),
};

/** What somebody waited for: its answer, or by which error they know that nobody has given one. */
export type Waited<T> = { readonly answer: T } | { readonly unanswered: Error };

/**
 * Gives up what has not come to its end after so many milliseconds, and the calls of Temporal in it; what it has asked may still
 * happen. For what others wait behind. It is `unanswered` where the time is over or the server is out; any other error is thrown.
 */
export async function givenUpAfter<T>(
  client: Pick<Client, 'withDeadline'>,
  ms: number,
  work: () => Promise<T>,
): Promise<Waited<T>> {
  const ended = new AbortController();
  // What waits for its turn here has made no call yet that a deadline could end.
  const over = sleep(ms, undefined, ended).then(() => ({
    unanswered: new Error(`nobody has answered within ${ms} ms`),
  }));
  try {
    return await Promise.race([answerOf(client.withDeadline(Date.now() + ms, work)), over]);
  } catch (error) {
    // A run that is closing, or has too much to do, says so at once.
    if (error instanceof Error && isOutage(error) && !isPassing(error))
      return { unanswered: error };
    throw error;
  } finally {
    ended.abort();
  }
}

async function answerOf<T>(work: Promise<T>): Promise<{ readonly answer: T }> {
  return { answer: await work };
}

/**
 * That of requests: what nobody answers until the deadline is `Unavailable`, and so is a server that cannot be reached.
 *
 * @param deadlineMs how long a request waits
 */
export function requestPatience(connection: Pick<Connection, 'withDeadline'>, deadlineMs: number) {
  async function within<T>(call: () => Promise<T>, ms = deadlineMs): Promise<T> {
    try {
      return await connection.withDeadline(Date.now() + ms, call);
    } catch (error) {
      if (isOutage(error))
        throw new Unavailable('The engine did not answer in time.', { cause: error });
      throw error;
    }
  }

  /**
   * The same, tried again while the run passes by: it was ending when the call came, and something else came with it, so
   * the server has dropped the call. It carries the same update id each time. A run
   * that begins anew asks the document (a payment's) or its payment (an operation's) how it stands: what was done after all
   * is refused as done.
   */
  async function untilTaken<T>(
    call: () => Promise<T>,
    until = Date.now() + deadlineMs,
    isWorthAnother: (error: unknown) => boolean = isPassing,
  ): Promise<T> {
    for (;;)
      try {
        return await within(call, until - Date.now());
      } catch (error) {
        if (!isWorthAnother(error)) throw error;
        if (Date.now() + TRY_AGAIN_MS >= until)
          throw new Unavailable('The run took no command in time.', { cause: error });
        await sleep(TRY_AGAIN_MS);
      }
  }

  return { within, untilTaken, deadlineMs };
}

export type RequestPatience = ReturnType<typeof requestPatience>;

/** Whether Temporal answers; rejects with `Unavailable` when it does not. */
export async function ping(connection: Connection): Promise<void> {
  const { within } = requestPatience(connection, CALL_DEADLINE_MS.probe);
  await within(() => connection.workflowService.getSystemInfo({}));
}
