import { setImmediate as nextRound } from 'node:timers/promises';

/** What somebody else would wait for the longest, and the whole of it: CPU of this process in microseconds, so that other processes do not count. */
export interface Turns {
  readonly longest: number;
  readonly whole: number;
}

/** Does the work while somebody else asks for a turn in every round of the event loop. */
export async function turnsOf(work: () => unknown): Promise<Turns> {
  const turns: number[] = [];
  const state = { isDone: false };
  const others = (async () => {
    while (!state.isDone) {
      const start = process.cpuUsage();
      await nextRound();
      const { user, system } = process.cpuUsage(start);
      turns.push(user + system);
    }
  })();
  await nextRound();
  try {
    await work();
  } finally {
    state.isDone = true;
    await others;
  }
  return { longest: Math.max(...turns), whole: turns.reduce((sum, turn) => sum + turn, 0) };
}

/**
 * The least that work was seen to cost, tried up to five times until it is below the limit: noise only adds, since garbage of all
 * that a process has run before may be collected in any one try.
 */
export async function leastBelow(
  limit: number,
  measure: () => number | Promise<number>,
): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < 5 && least >= limit; tried += 1)
    least = Math.min(least, await measure());
  return least;
}
