import { setImmediate as nextRound } from 'node:timers/promises';

/** For so long a request may keep all others waiting; each of their own steps may wait so long again. Milliseconds. */
const TURN_MS = 5;

/** For work that is long: called after each piece of it, lets all other requests have their turn once one has lasted long enough. */
export function sharing(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextRound();
    since = performance.now();
  };
}
