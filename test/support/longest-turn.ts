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
