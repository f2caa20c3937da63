import type { SessionId } from '../../domain/ids.ts';
import type { OperationRef } from '../../domain/operation/operation.ts';
import type { OperationStore } from '../../store/operations.ts';
import { lookAgainMs } from '../look-again.ts';

export interface Outcomes {
  /**
   * Returns when the operation is kept as more than promised, or when it is `until` (epoch milliseconds). Throws what the
   * database throws.
   */
  readonly known: (ref: OperationRef, until: number) => Promise<void>;
}

interface Waiter {
  readonly ref: OperationRef;
  readonly since: number;
  readonly until: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Waits for what becomes of operations: one look at the database at a time, for all who wait. */
export function outcomesIn(operations: Pick<OperationStore, 'promisedAmong'>): Outcomes {
  const waiting = new Set<Waiter>();
  let isLooking = false;
  let wake: (() => void) | undefined;

  async function lookOut(): Promise<void> {
    isLooking = true;
    while (waiting.size > 0) {
      await look([...waiting]);
      if (waiting.size > 0) await nap(lookAgainMs(shortestWait()));
    }
    isLooking = false;
  }

  /** Whoever comes wakes the one who looks, so that nobody waits because another one has waited for long. */
  function nap(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async function look(all: readonly Waiter[]): Promise<void> {
    try {
      const promised = await operations.promisedAmong(all.map(({ ref }) => ref));
      for (const waiter of all) if (isOver(waiter, promised)) leave(waiter, waiter.done);
    } catch (error) {
      for (const waiter of all) leave(waiter, () => waiter.failed(error));
    }
  }

  function leave(waiter: Waiter, tell: () => void): void {
    waiting.delete(waiter);
    tell();
  }

  function shortestWait(): number {
    return Date.now() - Math.max(...[...waiting].map(({ since }) => since));
  }

  return {
    known: (ref, until) =>
      new Promise((done, failed) => {
        waiting.add({ ref, since: Date.now(), until, done, failed });
        wake?.();
        if (!isLooking) void lookOut();
      }),
  };
}

function isOver({ ref, until }: Waiter, promised: ReadonlySet<SessionId>): boolean {
  return !promised.has(ref.sessionId) || Date.now() >= until;
}
