import type { Counter } from '../../../store/rate-limits.ts';

/** The shared count, in memory, with a clock that the test turns. */
export function aSharedCount(seconds: number) {
  const windows = new Map<string, { consumed: number; end: number }>();
  const clock = { now: 1_000_000 };
  let asked = 0;
  const counter: Counter = async (key, points) => {
    asked += 1;
    const known = windows.get(key);
    const window =
      known && known.end > clock.now ? known : { consumed: 0, end: clock.now + seconds * 1000 };
    window.consumed += points;
    windows.set(key, window);
    return { consumed: window.consumed, resetMs: window.end - clock.now };
  };
  return { counter, clock, now: () => clock.now, asked: () => asked };
}
