import type { Counter } from '../../store/rate-limits.ts';
import { limitStandingOf, type LimitStanding, type LimitRule } from './limiter.ts';

/** One try, counted before anybody knows how it ends. */
export interface CountedTry {
  readonly standing: LimitStanding;
  /** It does not count after all. */
  readonly giveBack: () => Promise<void>;
}

export interface Tries {
  /** Counts one try ahead; over the limit it may not be made. */
  readonly reserve: (key: string) => Promise<CountedTry>;
}

/** A key that is over is refused for so long without asking: tries that are under way elsewhere may be given back. */
const ASK_AGAIN_MS = 1000;
/** Keys over their limit that a process remembers; of what it forgets, the shared count knows. */
const MOST_KEYS = 10_000;

/**
 * A limit of tries that fail, shared by several processes. What is counted is what failed and what is under way, so however
 * many try at once, no more than the limit are made.
 */
export function tries(limit: LimitRule, count: Counter, now = Date.now): Tries {
  const over = new Map<string, { readonly askAt: number; readonly nextAt: number }>();

  return {
    reserve: async (key) => {
      const known = over.get(key);
      if (known && known.askAt > now())
        return {
          standing: limitStandingOf(limit, limit.points + 1, known.nextAt - now()),
          giveBack: async () => undefined,
        };
      over.delete(key);
      const { consumed, resetMs } = await count(key, 1);
      const resetAt = now() + resetMs;
      const { allowed, waitMs } = allowedAt(limit, resetMs);
      const standing = limitStandingOf({ ...limit, points: allowed }, consumed, waitMs);
      if (standing.isOver) {
        if (over.size >= MOST_KEYS) over.clear();
        const nextAt = now() + waitMs;
        over.set(key, { askAt: Math.min(nextAt, now() + ASK_AGAIN_MS), nextAt });
      }
      return {
        standing,
        giveBack: async () => {
          // The next window did not count it.
          if (now() < resetAt) await count(key, -1);
        },
      };
    },
  };
}

/** Of a window whose waits double, the parts that have to be over for one more try each. */
const PARTS = [16, 8, 4, 2] as const;

/** How many tries are allowed in all when so many milliseconds of the window are left, and how many until there is one more. */
export function allowedAt(
  { points, seconds, waits }: LimitRule,
  leftMs: number,
): { readonly allowed: number; readonly waitMs: number } {
  const windowMs = seconds * 1000;
  const more = waits === 'doubling' ? PARTS.map((part) => windowMs / part) : [];
  const passedMs = windowMs - leftMs;
  const next = more.find((at) => at > passedMs);
  return {
    allowed: points + more.filter((at) => at <= passedMs).length,
    waitMs: next === undefined ? leftMs : next - passedMs,
  };
}
