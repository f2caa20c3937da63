import { setImmediate as nextRound } from 'node:timers/promises';

/** For so long one piece of long work may keep the event loop from all other requests. Milliseconds. */
const TURN_MS = 5;

/** For long work: called after each piece of it, it lets all other requests have their turn once so long has passed. */
export function yieldToOthers(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextRound();
    since = performance.now();
  };
}
