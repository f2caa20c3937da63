import type { SessionId } from '../../domain/ids.ts';
import type { OperationRef } from '../../domain/operation/operation.ts';
import type { OperationStore } from '../../store/operations.ts';
import { pollIntervalMs } from '../poll-interval.ts';

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

/** Looking takes at most a tenth of the time: where many wait, or the database is slow, looks become rarer. */
const REST_AFTER_LOOK = 9;

/** Waits for what becomes of operations: one look at the database at a time, for all who wait. */
export function outcomesIn(operations: Pick<OperationStore, 'promisedAmong'>): Outcomes {
  const waiting = new Set<Waiter>();
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
