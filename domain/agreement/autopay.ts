import type { Advice } from '../card/decline.ts';
import type { PgCode, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';
import type { Reminder } from './reminders.ts';

/* What of an agreement the engine charges by itself: autopay, in payments `auto_debit`. */

/** So many cycles at most (contract/agreements#terms). */
export const MOST_CYCLES = 999;

/** How the due dates follow each other. A day that a month does not have is its last one. */
export type Rhythm =
  | { readonly every: 'days'; readonly days: number }
  | { readonly every: 'months'; readonly months: number; readonly day: number };

/** When an agreement is charged, as people say it: dates and the time of day of one place. */
export interface Timetable {
  readonly rhythm: Rhythm;
  /** `YYYY-MM-DD`: no cycle is due before it. */
  readonly startsOn: string;
  /** The last date on which one may be due. */
  readonly endsOn?: string;
  /** So many, skipped ones counted. */
  readonly cycles: number;
  /** Of the IANA list, such as `Asia/Kuwait`. */
  readonly timeZone: string;
  /** `HH:MM` there. */
  readonly at: string;
}

/** One due date. Its date names it, whenever it is fired, tried or asked about. */
export interface Period {
  /** `YYYY-MM-DD` in the place of the timetable. */
  readonly name: string;
  /** Counted from 1. */
  readonly number: number;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** Over: all that are not `coming` or `trying`. Nothing is ever charged again for a period that is over. */
export type CycleState = 'coming' | 'trying' | 'paid' | 'failed' | 'skipped' | 'missed' | 'unknown';

/** One try to charge a period; without a result as long as the network has not said. */
export interface Try {
  readonly sessionId: SessionId;
  /** The card that was tried. */
  readonly token: string;
  /** The account that keeps it; tries of older releases do not say it, and are taken for those of the agreement's own. */
  readonly pgCode?: PgCode;
  readonly at: number;
  readonly result?: 'paid' | 'unknown' | 'error' | Advice;
  /** Of a declined one: the card's network lets it not be tried again before. */
  readonly notBefore?: number;
}

/**
 * What customers are told of a cycle: before it is charged, after a try that failed and has another one follow, after one that only
 * another card can follow, when their card cannot even be tried, and when it is tried no more.
 */
export type CycleNews = Reminder | 'try-failed' | 'card-refused' | 'card-needed' | 'given-up';

/** What has become of a period. */
export interface Cycle extends Period {
  readonly state: CycleState;
  readonly tries: readonly Try[];
  /** What the customer has been told, in order; one `try-failed` or `card-refused` for each declined try, but for one that was the end. */
  readonly told: readonly CycleNews[];
  readonly settledAt?: number;
}

export const AUTOPAY_STATES = ['active', 'paused', 'ended'] as const;
export type AutopayState = (typeof AUTOPAY_STATES)[number];

export const AUTOPAY_ENDS = ['completed', 'declined', 'merchant', 'expired'] as const;
/** Why the engine charges an agreement no more. */
export type AutopayEnd = (typeof AUTOPAY_ENDS)[number];

/** What a merchant has asked the engine to charge by itself, and what has come of it. Times are epoch milliseconds. */
export interface Autopay extends Timetable {
  readonly state: AutopayState;
  readonly amount: Money;
  /** Where the API was reached when it was asked for: networks call back there. */
  readonly publicUrl: string;
  /** Dates of periods that are left out at the merchant's request. */
  readonly skipped: readonly string[];
  /** A period that is charged at once, at the merchant's request. */
  readonly hurried?: string;
  /** The periods that were begun, oldest first. */
  readonly history: readonly Cycle[];
  /** When the engine has to look at it next, and make its Schedule agree; left out when it has not to. */
  readonly lookAt?: number;
  readonly endedAs?: AutopayEnd;
  /** The cards with which its customer has paid the agreement since the engine charges it, and when last. */
  readonly paidWith?: readonly PaidWith[];
}

/** A card with which the customer has paid the agreement; `at` in epoch milliseconds. */
export interface PaidWith {
  readonly token: string;
  readonly at: number;
}

/** When the customer has paid the agreement with this card; undefined where they have not, since the engine charges it. */
export function paidWithAt({ paidWith = [] }: Autopay, token: string): number | undefined {
  return paidWith.find((one) => one.token === token)?.at;
}

/** The same autopay, once the customer has paid with this card then. */
export function withPayment(autopay: Autopay, { token, at }: PaidWith): Autopay {
  const { paidWith = [] } = autopay;
  const latest = Math.max(at, paidWithAt(autopay, token) ?? at);
  const others = paidWith.filter((one) => one.token !== token);
  return { ...autopay, paidWith: [...others, { token, at: latest }] };
}

/** The cycle of a period; undefined when it was not begun. */
export function cycleOf({ history }: Pick<Autopay, 'history'>, period: string): Cycle | undefined {
  return history.find(({ name }) => name === period);
}

/** The same autopay with this in the place of what was known of the period. */
export function withCycle(autopay: Autopay, cycle: Cycle): Autopay {
  const isKnown = cycleOf(autopay, cycle.name) !== undefined;
  const history = isKnown
    ? autopay.history.map((known) => (known.name === cycle.name ? cycle : known))
    : [...autopay.history, cycle];
  return { ...autopay, history };
}

/** Whether nothing more can come of it. */
export function isCycleSettled({ state }: Pick<Cycle, 'state'>): boolean {
  return state !== 'coming' && state !== 'trying';
}
