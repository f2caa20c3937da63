/** How much slow work is done at a time, how much more may wait for its turn, and with what it is refused beyond that. */
export interface FewAtOnce {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly busy: () => Error;
}

/** Does work when it is its turn, in the order in which it came. Rejects with `busy`, and begins nothing, when too much waits already. */
export function fewAtOnce({ atOnce, mostWaiting, busy }: FewAtOnce) {
  let underWay = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay < atOnce) underWay += 1;
    else {
      if (waiting.length >= mostWaiting) throw busy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // Who waits takes the place over, so that nobody who comes now is quicker.
      const next = waiting.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
}
