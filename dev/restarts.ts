/** Before the first start of what has died, and the longest time between two starts. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** What ran for so long has not died of its start, and is started again as at the first time. */
const STEADY_MS = 60_000;

/** How often a member has died in a row, each time soon after its start. */
export interface Restarts {
  /** Counts a death, `ranMs` after it was ready, and gives the milliseconds until it may be started again. */
  readonly delayAfter: (ranMs: number) => number;
}

/** The back-off of one member: it doubles with each quick death, up to half a minute. */
export function restarts(): Restarts {
  let quickDeaths = 0;
  return {
    delayAfter(ranMs) {
      quickDeaths = ranMs >= STEADY_MS ? 1 : quickDeaths + 1;
      return Math.min(LONGEST_MS, FIRST_MS * 2 ** (quickDeaths - 1));
    },
  };
}
