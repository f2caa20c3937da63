import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { CALL_DEADLINE_MS } from './patience.ts';

/** Before each further try, about a minute together: where Temporal has only stumbled, nobody's mail is late by a round of the reviver. */
const AGAIN_AFTER_MS: readonly number[] = [1000, 4000, 15_000, 40_000];

/**
 * Gives a run to what is kept in the database already. Who asks for it waits a second at most and learns of no failure: what
 * Temporal has not taken by then is tried again while nobody waits, and by the reviver when this process has given up or
 * ended. `open` must be safe to repeat.
 */
export function startRetryOf(
  client: Pick<Client, 'withDeadline'>,
  againAfterMs = AGAIN_AFTER_MS,
): (open: () => Promise<unknown>) => Promise<void> {
  return async (open) => {
    if (!(await isOpened(open, CALL_DEADLINE_MS.save))) void openLater(open);
  };

  async function openLater(open: () => Promise<unknown>): Promise<void> {
    for (const ms of againAfterMs) {
      // A process that has nothing else to do ends.
      await pause(ms, undefined, { ref: false });
      if (await isOpened(open, CALL_DEADLINE_MS.nobody)) return;
    }
  }

  function isOpened(open: () => Promise<unknown>, withinMs: number): Promise<boolean> {
    return client.withDeadline(Date.now() + withinMs, open).then(
      () => true,
      () => false,
    );
  }
}
