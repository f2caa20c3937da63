import type { Counter } from '../../store/rate-limits.ts';

/** How somebody stands against a limit. */
export interface LimitStanding {
  readonly limit: number;
  readonly remaining: number;
  /** Until everything is allowed again; whole seconds, at least one. */
  readonly resetSeconds: number;
  readonly isOver: boolean;
}

/** How a key stands that has used up so many, until its window ends in so many milliseconds. */
export function limitStandingOf(
  { points }: LimitRule,
  consumed: number,
  resetMs: number,
): LimitStanding {
  return {
    limit: points,
    remaining: Math.max(0, points - consumed),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    isOver: consumed > points,
  };
}

export interface Limiter {
  /** Counts one, and says how the key stands then. */
  readonly take: (key: string) => Promise<LimitStanding>;
}

/** Of a limit, this share is told to the others late; see below. */
const BATCHES = 1000;
/** Counts that are told late are told after this at the latest, if anything comes. */
const TELL_AFTER_MS = 5000;
/** Keys that a process remembers; what it forgets, the shared count knows. */
const MOST_KEYS = 10_000;

interface Entry {
  /** The shared count, when it was last told. */
  known: number | undefined;
  /** Taken here and not told yet, or on its way. */
  untold: number;
  onItsWay: number;
  toldAt: number;
  resetAt: number;
}

/**
 * A limit that several processes share. Small limits are counted in the database one by one, and hold exactly. Of a
 * large one every process tells its counts in batches of a thousandth of the limit, so that a request costs no round
 * trip: it may then be exceeded by one batch for each process (90 of 90,000), and by no more. A key that is over its
 * limit is refused without asking, until its window ends.
 */
export function limiter(limit: LimitRule, count: Counter, now = Date.now): Limiter {
  const { points, seconds } = limit;
  const batch = Math.max(1, Math.floor(points / BATCHES));
  const entries = new Map<string, Entry>();

  function notExpired(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || entry.resetAt > now()) return entry;
    entries.delete(key);
    return undefined;
  }

  function begun(key: string): Entry {
    if (entries.size >= MOST_KEYS) forgetSome();
    const resetAt = now() + seconds * 1000;
    const entry = { known: undefined, untold: 0, onItsWay: 0, toldAt: now(), resetAt };
    entries.set(key, entry);
    return entry;
  }

  /** First what is over anyway; then the oldest, for a process shall not grow for ever. */
  function forgetSome(): void {
    for (const [key, { resetAt }] of entries) if (resetAt <= now()) entries.delete(key);
    for (const key of entries.keys()) {
      if (entries.size < MOST_KEYS) return;
      entries.delete(key);
    }
  }

  async function tell(key: string, entry: Entry): Promise<number> {
    const { untold } = entry;
    entry.untold = 0;
    entry.onItsWay += untold;
    entry.toldAt = now();
    const { consumed, resetMs } = await count(key, untold);
    entry.onItsWay -= untold;
    entry.known = Math.max(entry.known ?? 0, consumed);
    entry.resetAt = now() + resetMs;
    return consumed;
  }

  const used = ({ known, untold, onItsWay }: Entry): number => (known ?? 0) + untold + onItsWay;

  const standing = (consumed: number, { resetAt }: Entry): LimitStanding =>
    limitStandingOf(limit, consumed, resetAt - now());

  return {
    take: async (key) => {
      const entry = notExpired(key) ?? begun(key);
      if ((entry.known ?? 0) >= points) return standing(points + 1, entry);
      entry.untold += 1;
      if (entry.known === undefined || entry.untold >= batch)
        return standing(await tell(key, entry), entry);
      // Nobody waits for it; the counter never fails.
      if (now() - entry.toldAt > TELL_AFTER_MS) void tell(key, entry);
      return standing(used(entry), entry);
    },
  };
}

/** So much in so long, for each key. */
export interface LimitRule {
  readonly points: number;
  readonly seconds: number;
  /** Of tries: one more is allowed after a sixteenth of the window, and whenever twice as much of it is over. */
  readonly waits?: 'doubling';
}
