/** How quickly rows are made at the moment. */
export interface Pace {
  /** Rows in a minute, at least one. */
  readonly perMinute: number;
  /** When the last row will have been looked at if it goes on like this. Epoch milliseconds. */
  readonly expectedEnd: number;
}

/** So long ago is the moment, in milliseconds. */
export const PACE_MS = 60_000;
/** So many of the newest rows say it; 25 rows a second are the most. */
export const PACE_ROWS = 250;

/**
 * The pace of rows of which these ended last, in epoch milliseconds, when so many are `left`. While nothing is made it sinks, and when
 * nothing was made for a minute there is none, as at the first row.
 */
export function paceOf(
  ends: readonly number[],
  { left, now }: { readonly left: number; readonly now: number },
): Pace | undefined {
  const recent = ends.filter((end) => end > now - PACE_MS && end <= now);
  const span = now - Math.min(...recent);
  if (recent.length < 2 || span <= 0) return undefined;
  const perMs = (recent.length - 1) / span;
  return {
    perMinute: Math.max(1, Math.round(perMs * 60_000)),
    expectedEnd: Math.round(now + left / perMs),
  };
}
