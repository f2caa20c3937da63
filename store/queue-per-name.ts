/** Runs a piece of work under a name, after all that this process was given under the same name before. */
type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** One queue for each name; a piece that fails holds up nobody. */
export function queuePerName(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
