import type { Advice } from '../card/decline.ts';

/* When a declined charge of a cycle is tried again, within what card networks allow. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Why a charge was declined; what a network does not say is left out. */
interface Word {
  readonly code?: string;
  readonly advice?: Advice;
}

/** Codes after which a further try of the same card is only a cost; any other code, and no code, is soft. */
const HARD: ReadonlySet<string> = new Set([
  'expired_card',
  'stolen_card',
  'lost_card',
  'unknown_card',
  'invalid_card',
  'closed_account',
  'account_closed',
  'invalid_account',
  'no_such_account',
  'card_removed',
]);

/** The stricter of what the network advises and what its code means. */
export function adviceOf({ code, advice }: Word): Advice {
  if (advice === 'do-not-retry') return advice;
  return advice === 'hard' || (code !== undefined && HARD.has(code)) ? 'hard' : 'soft';
}

/** So many declined tries at most within any such time. */
export interface RetryLimit {
  readonly most: number;
  readonly withinMs: number;
}

const VISA: readonly RetryLimit[] = [{ most: 15, withinMs: 30 * DAY }];
const MASTERCARD: readonly RetryLimit[] = [
  { most: 10, withinMs: DAY },
  { most: 35, withinMs: 30 * DAY },
];
/** For a card whose network has published nothing that we know. */
const STRICTEST: readonly RetryLimit[] = [
  { most: 10, withinMs: DAY },
  { most: 15, withinMs: 30 * DAY },
];

/** How often a card may be tried in vain, by the rules that its network publishes. */
export function limitsOf(brand: string | undefined): readonly RetryLimit[] {
  switch (brand?.toUpperCase()) {
    case 'VISA':
      return VISA;
    case 'MASTERCARD':
      return MASTERCARD;
    default:
      return STRICTEST;
  }
}

/** Whether one more try is allowed now, after these declined ones (their instants, in any order). */
export function isWithin(
  limits: readonly RetryLimit[],
  declined: readonly number[],
  now: number,
): boolean {
  return limits.every(
    ({ most, withinMs }) => declined.filter((at) => at > now - withinMs).length < most,
  );
}

/** No limit looks back further than this, in milliseconds. */
export const LONGEST_LIMIT_MS = 30 * DAY;

/** Days after the due instant on which a period is tried, until it is paid. */
const TRY_DAYS: readonly number[] = [0, 1, 3, 7];
/** Between two tries, and between the last one and the next period. */
const REST_MS = DAY;

/** When a period that is due then is tried, in order: at once, and later as far as the next period leaves room. */
export function tryTimes(
  dueAt: number,
  nextChargeAt = Number.POSITIVE_INFINITY,
): readonly number[] {
  return TRY_DAYS.map((days) => dueAt + days * DAY).filter(
    (at) => at === dueAt || at <= nextChargeAt - REST_MS,
  );
}

/** The next try after one that was made then; undefined when it was the last. */
export function tryAfter(plan: readonly number[], madeAt: number): number | undefined {
  return plan.find((at) => at >= madeAt + REST_MS);
}
