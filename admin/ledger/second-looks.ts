import { setTimeout as pause } from 'node:timers/promises';

/** So many second looks may find what the first one found; then differences are taken as they are, so that a broken ledger costs no hours. */
const MOST_CONFIRMED = 20;

/**
 * Looks again at differences after so many milliseconds, because they may be of what is just being kept, and gives what is left of
 * them. Only a look that finds differences again counts against the most: what is cleared says nothing of the others.
 */
export function secondLooks(settleMs: number) {
  let left = MOST_CONFIRMED;
  return async <T extends Iterable<unknown>>(found: T, lookAgain: () => Promise<T>): Promise<T> => {
    if (isEmpty(found) || left === 0) return found;
    await pause(settleMs);
    const confirmed = await lookAgain();
    if (!isEmpty(confirmed)) left -= 1;
    return confirmed;
  };
}

function isEmpty(found: Iterable<unknown>): boolean {
  return [...found].length === 0;
}
