import type { Context, Next } from 'koa';

/** What a stop has to wait for, and whether one has begun. */
export interface Drain {
  /** From now on this process wants to end. */
  readonly begin: () => void;
  readonly hasBegun: () => boolean;
  /** Makes a stop wait for this, whatever comes of it. */
  readonly hold: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when all that is held has ended, also what began meanwhile. */
  readonly empty: () => Promise<void>;
}

export function drain(): Drain {
  const held = new Set<Promise<unknown>>();
  let begun = false;
  return {
    begin: () => {
      begun = true;
    },
    hasBegun: () => begun,
    hold: (work) => {
      const done: Promise<void> = settled(work).finally(() => {
        held.delete(done);
      });
      held.add(done);
      return work;
    },
    empty: async () => {
      while (held.size > 0) await Promise.all(held);
    },
  };
}

/**
 * Makes a stop wait for every request under way, also for one whose caller has hung up: what it has begun, it ends.
 * While stopping, each answer closes its connection, so that the caller's next request goes to another process.
 */
export function heldWhileStopping({ hold, hasBegun }: Drain) {
  return (ctx: Context, next: Next): Promise<void> =>
    hold(
      (async () => {
        try {
          await next();
        } finally {
          if (hasBegun()) ctx.set('Connection', 'close');
        }
      })(),
    );
}

async function settled(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // Whoever asked for the work is told of it.
  }
}
