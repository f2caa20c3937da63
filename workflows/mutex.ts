/**
 * Runs works one after the other, in the order in which they were asked for, whatever becomes of each. One that need not wait
 * begins at once, and its promise is given as it is: nothing of what follows from it comes later than without this.
 */
export function mutex(): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else isBusy = false;
  };
  const enter = <R>(work: () => Promise<R>): Promise<R> => {
    isBusy = true;
    const done = work();
    done.then(leave, leave);
    return done;
  };
  return (work) =>
    isBusy ? new Promise<void>((go) => waiting.push(go)).then(() => enter(work)) : enter(work);
}
