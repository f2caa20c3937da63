/**
 * What is known of the health of an account: how often its network has given no answer lately. Declines and refusals are
 * answers. Times are epoch milliseconds.
 */
export interface Breaker {
  /** The faults since the last answer, oldest first. */
  readonly faults: readonly number[];
  /** Since when the account rests. */
  readonly openedAt?: number;
  /** How often it has been opened since the last answer. */
  readonly opened: number;
  /** When the one attempt was let through that shall show whether it is well again. */
  readonly probedAt?: number;
}

/** `half-open`: one attempt may show whether the account is well again. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** Of which nothing bad is known. */
export const WELL: Breaker = { faults: [], opened: 0 };

/** So many attempts in a row without an answer, within so long, take an account off new attempts. */
export const FAULTS_TO_OPEN = 5;
export const FAULTS_WITHIN_MS = 2 * 60_000;
/** How long it rests the first time; twice as long each further time, and no longer than the longest. */
export const FIRST_REST_MS = 30_000;
export const LONGEST_REST_MS = 10 * 60_000;
/**
 * So long an account that was taken off is one that rests, to who counts them: payers have tried it again by then, unless nobody
 * pays by its route any more.
 */
export const RESTING_MS = 2 * LONGEST_REST_MS;
/** A probe that has shown nothing for so long has been lost, and another may be made. */
export const PROBE_MS = 30_000;

export function breakerStateOf(breaker: Breaker, now: number): BreakerState {
  const { openedAt, opened, probedAt } = breaker;
  if (openedAt === undefined) return 'closed';
  if (now < openedAt + restOf(opened)) return 'open';
  return probedAt !== undefined && now < probedAt + PROBE_MS ? 'open' : 'half-open';
}

/** An attempt had no answer. One that began before the account was taken off says nothing new while it rests. */
export function afterFault(breaker: Breaker, now: number): Breaker {
  const { openedAt, opened } = breaker;
  if (openedAt !== undefined)
    return now < openedAt + restOf(opened)
      ? breaker
      : { faults: [], opened: opened + 1, openedAt: now };
  const faults = [...breaker.faults.filter((at) => at > now - FAULTS_WITHIN_MS), now];
  return faults.length < FAULTS_TO_OPEN
    ? { faults, opened }
    : { faults: [], opened: opened + 1, openedAt: now };
}

/** The one attempt that may go there now is made; undefined where none may, or any may. */
export function afterProbe(breaker: Breaker, now: number): Breaker | undefined {
  return breakerStateOf(breaker, now) === 'half-open' ? { ...breaker, probedAt: now } : undefined;
}

function restOf(opened: number): number {
  return Math.min(FIRST_REST_MS * 2 ** (opened - 1), LONGEST_REST_MS);
}
