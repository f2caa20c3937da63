/** Runs a call when there is room for one more under this name; else makes no call and gives undefined, at once. */
export type ConcurrencyLimit = <T>(name: string, call: () => Promise<T>) => Promise<T | undefined>;

/**
 * A gate for at most `most` calls of one name at the same time. Nobody queues here: whoever waits holds a place that
 * somebody else's call could have.
 */
export function concurrencyLimit(most: number): ConcurrencyLimit {
  const underWay = new Map<string, number>();

  const leave = (name: string) => {
    const left = (underWay.get(name) ?? 0) - 1;
    if (left > 0) underWay.set(name, left);
    else underWay.delete(name);
  };

  return async (name, call) => {
    const others = underWay.get(name) ?? 0;
    if (others >= most) return undefined;
    underWay.set(name, others + 1);
    try {
      return await call();
    } finally {
      leave(name);
    }
  };
}
