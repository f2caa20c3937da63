import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';

/** Waits for instants that may change while it waits. */
export interface ExpiryTimer {
  /** Resolves with true when the instant has come (epoch milliseconds), or with false as soon as `changed` holds. */
  readonly reached: (at: number, summary: string, changed: () => boolean) => Promise<boolean>;
}

/**
 * Every timer is an event in history when it starts and another one when it is canceled. So a timer that may be needed
 * again stays as it is while an earlier one is waited for, one that nobody waits for is canceled only when the run goes
 * on without it, and the end of the run drops the rest without an event.
 */
export function createExpiryTimer(): ExpiryTimer {
  const timers = new Map<number, CancellationScope>();

  function start(at: number, summary: string): void {
    const timer = new CancellationScope();
    timers.set(at, timer);
    timer
      .run(() => sleep(at - Date.now(), { summary }))
      .then(
        () => timers.delete(at),
        (error: unknown) => {
          if (!isCancellation(error)) throw error;
        },
      );
  }

  function cancelBefore(at: number): void {
    for (const [earlier, timer] of timers)
      if (earlier < at) {
        timers.delete(earlier);
        timer.cancel();
      }
  }

  return {
    reached: async (at, summary, changed) => {
      if (at <= Date.now()) return true;
      cancelBefore(at);
      if (!timers.has(at)) start(at, summary);
      await condition(() => changed() || !timers.has(at));
      return !changed();
    },
  };
}
