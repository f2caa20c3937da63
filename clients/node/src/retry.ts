/** How one try of a call has ended. */
export interface Ended {
  /** Of HTTP; undefined where no answer came. */
  readonly status?: number;
  readonly code: string;
  /** What the answer asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

export interface Tries {
  /** Whether asking again can do nothing twice: it only reads, or it has an idempotency key. */
  readonly isRepeatable: boolean;
  /** How many tries there were. */
  readonly made: number;
  readonly most: number;
}

/** No answer said that it is worth it, so it begins soon and grows. Milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** What a moment later may be otherwise. A fault of the API's, 500, is among them: the same key is safe there, too. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** The first request with the key is under way, and this one would get its answer. */
const UNDER_WAY = 'tracking_in_progress';
/** The key was used for something else: no try of this call can have been done. */
const CONFLICT = 'idempotency_conflict';
/** There was no answer, or it was cut off. */
const LOST: ReadonlySet<string> = new Set(['connection_failed', 'timeout']);

/**
 * After how many milliseconds a call is tried again, or undefined where it is over. `chance` is from 0 to 1: many who
 * failed together shall not come back together.
 */
export function waitBeforeRetry(
  { status, code, retryAfterMs }: Ended,
  { isRepeatable, made, most }: Tries,
  chance: number,
): number | undefined {
  const isPassing =
    LOST.has(code) || code === UNDER_WAY || (status !== undefined && PASSING.has(status));
  if (!isRepeatable || !isPassing || made >= most) return undefined;
  const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (made - 1));
  return Math.max(retryAfterMs ?? 0, (grown * (1 + chance)) / 2);
}

/**
 * Whether the call may have been done, as far as this try says: `before` is what the tries before it say. A refusal is of
 * this try alone, but for the one that says that the key has never been this call's.
 */
export function mayBeDone({ status, code }: Omit<Ended, 'retryAfterMs'>, before: boolean): boolean {
  if (code === UNDER_WAY || status === undefined || status < 400 || status >= 500) return true;
  return before && code !== CONFLICT;
}

/** `Retry-After` in milliseconds from now: seconds, or a date of HTTP; undefined where it is neither. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
