import { EventEmitter, once } from 'node:events';
import type { Child } from './processes.ts';
import { endReason } from './ready.ts';

/** Processes that live and end together. */
export interface ProcessGroup {
  /** Takes a process in: it is stopped with the others, and its unexpected end stops them, or does what `onEnd` does. */
  readonly add: (child: Child, stop?: () => Promise<void>) => void;
  /** From now on an unexpected end stops nothing, and is told here. */
  readonly onEnd: (died: (child: Child) => void) => void;
  /** From now on the end of this one is no surprise. */
  readonly release: (child: Child) => void;
  /** Resolves with the reason when one ended unexpectedly, after all the others were stopped. */
  readonly broken: Promise<string>;
  /** The same reason, at once. */
  readonly reason: () => string | undefined;
  /** Stops all, the youngest first. Harmless to repeat. */
  readonly stop: () => Promise<void>;
}

/** An empty group; `afterwards` runs when all have stopped. */
export function createProcessGroup(afterwards: () => void): ProcessGroup {
  const stops: (() => Promise<void>)[] = [];
  const free = new Set<Child>();
  let reason: string | undefined;
  let stopping: Promise<void> | undefined;
  let died: ((child: Child) => void) | undefined;

  const stop = () => (stopping ??= stopAll());
  const stopAll = async () => {
    for (const stopOne of stops.toReversed()) await stopOne();
    afterwards();
  };
  const news = new EventEmitter();
  const broken = once(news, 'broken').then(([why]) => String(why));
  const watch = async (child: Child) => {
    const how = await child.exited;
    if (free.has(child) || stopping !== undefined) return;
    if (died !== undefined) {
      died(child);
      return;
    }
    const why = `${endReason(child, how)}\nAll the others were stopped.`;
    reason = why;
    await stop();
    news.emit('broken', why);
  };

  return {
    add(child, stopOne = () => child.stop()) {
      stops.push(stopOne);
      // Its start was under way when the others were told to stop.
      if (stopping !== undefined) void stopOne();
      void watch(child);
    },
    onEnd: (handler) => {
      died = handler;
    },
    release: (child) => void free.add(child),
    broken,
    reason: () => reason,
    stop,
  };
}
