export interface StallDetector {
  /** Gives what the call gives, and counts it as under way until then. */
  readonly during: <T>(call: Promise<T>) => Promise<T>;
  readonly close: () => void;
}

/** Where the time comes from; a test gives its own. */
export interface Ticker {
  /** Calls back every so many milliseconds while this process runs, and gives the way to end that. */
  readonly every: (ms: number, tick: () => void) => () => void;
}

const TICK_MS = 1000;
/** So many seconds without the end of any call: far more than a long history takes on a busy machine. */
const STALLED_TICKS = 60;

/**
 * Tells, once, that calls are under way of which none has ended for a minute in which this process ran. Its own ticks are the
 * clock, so that a time in which the process was suspended counts as one of them, however long it was.
 */
export function stallDetector(onStall: () => void, { every }: Ticker = INTERVALS): StallDetector {
  let underWay = 0;
  let ticksWithoutEnd = 0;
  const close = every(TICK_MS, () => {
    ticksWithoutEnd = underWay === 0 ? 0 : ticksWithoutEnd + 1;
    if (ticksWithoutEnd < STALLED_TICKS) return;
    close();
    onStall();
  });
  return {
    async during(call) {
      underWay += 1;
      try {
        return await call;
      } finally {
        underWay -= 1;
        ticksWithoutEnd = 0;
      }
    },
    close,
  };
}

const INTERVALS: Ticker = {
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
