/**
 * Runs works one after the other, in the order in which they were asked for. Two local activities that are under way
 * together end one after the other, but a replay tells of both at once: what follows from them would then come in
 * another order than in history, and the run would hang for ever.
 */
export function serialized<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  return async (argument) => {
    if (isBusy) await new Promise<void>((go) => waiting.push(go));
    isBusy = true;
    try {
      return await work(argument);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else isBusy = false;
    }
  };
}
