/** Returns when the database has what is waited for, or when it is `until` (epoch milliseconds). Throws what the database throws. */
export type WaitFor<Ref> = (ref: Ref, until: number) => Promise<void>;

interface Waiter<Ref> {
  readonly ref: Ref;
  readonly since: number;
  readonly until: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Looking takes at most a tenth of the time: where many wait, or the database is slow, looks become rarer. */
const REST_AFTER_LOOK = 9;

/**
 * Waits for what others write: one look at the database at a time, for all who wait.
 * @param openAmong of those who are waited for, the ones of whom there is nothing yet
 */
export function poller<Ref>(
  openAmong: (refs: readonly Ref[]) => Promise<ReadonlySet<Ref>>,
): WaitFor<Ref> {
  const waiting = new Set<Waiter<Ref>>();
  let isLooking = false;
  let wake: (() => void) | undefined;

  async function lookOut(): Promise<void> {
    isLooking = true;
    while (waiting.size > 0) {
      const began = performance.now();
      await look([...waiting]);
      const ended = performance.now();
      if (waiting.size > 0) await nap(ended + REST_AFTER_LOOK * (ended - began));
    }
    isLooking = false;
  }

  /** Until the shortest wait asks for a look, but not before `earliest`. Whoever comes shortens it: theirs is the shortest. */
  function nap(earliest: number): Promise<void> {
    return new Promise((done) => {
      let due = Infinity;
      let timer: NodeJS.Timeout | undefined;
      wake = () => {
        const now = performance.now();
        due = Math.max(earliest, Math.min(due, now + pollIntervalMs(shortestWait())));
        clearTimeout(timer);
        timer = setTimeout(done, due - now);
      };
      wake();
    });
  }

  async function look(all: readonly Waiter<Ref>[]): Promise<void> {
    try {
      const open = await openAmong(all.map(({ ref }) => ref));
      for (const waiter of all)
        if (!open.has(waiter.ref) || Date.now() >= waiter.until) leave(waiter, waiter.done);
    } catch (error) {
      for (const waiter of all) leave(waiter, () => waiter.failed(error));
    }
  }

  function leave(waiter: Waiter<Ref>, tell: () => void): void {
    waiting.delete(waiter);
    tell();
  }

  function shortestWait(): number {
    return Date.now() - Math.max(...[...waiting].map(({ since }) => since));
  }

  return (ref, until) =>
    new Promise((done, failed) => {
      waiting.add({ ref, since: Date.now(), until, done, failed });
      wake?.();
      if (!isLooking) void lookOut();
    });
}

/**
 * How long until the database is looked at again for what somebody has waited for so long. Milliseconds. Most of it is
 * there within a tenth of a second or two, so the first looks are close together and the later ones spare.
 */
export function pollIntervalMs(waited: number): number {
  return waited < 500 ? 15 : 100;
}
