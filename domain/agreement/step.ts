import {
  type Autopay,
  type Cycle,
  type CycleNews,
  type CycleState,
  type Try,
  cycleOf,
  isCycleSettled,
  paidWithAt,
} from './autopay.ts';
import { periodOf } from './calendar.ts';
import { isGoodFor, type Running } from './look.ts';
import { LATEST_MS, remindersOf, spreadOf } from './reminders.ts';
import { isWithin, limitsOf, tryTimes, tryAfter } from './retries.ts';

/* What is done for a cycle now: charge it, try again, ask for another card, wait or give up (contract/agreements#cycles). */

const DAY = 24 * 3_600_000;

/** The card that an agreement is charged to now, and how it has fared, whatever it was tried for. */
export interface CardStanding {
  readonly token: string;
  readonly brand?: string;
  /** When it was declined, in epoch milliseconds. */
  readonly declined: readonly number[];
  /** Its network has said that it must not be tried again. */
  readonly never: boolean;
}

/** What a cycle does next. */
export type CycleStep =
  | { readonly do: 'wait'; readonly until: number; readonly for: string }
  | { readonly do: 'tell'; readonly news: CycleNews }
  | { readonly do: 'charge'; readonly number: number }
  | { readonly do: 'watch'; readonly open: Try }
  | { readonly do: 'settle'; readonly state: CycleState }
  | { readonly do: 'end'; readonly state: CycleState };

/** A try of which the network says nothing for so long is given to a person: it is never charged again. */
const UNKNOWN_AFTER_MS = 30 * DAY;
/** Where the card was not to blame it is tried again after so long. */
const AFTER_ERROR_MS = 6 * 3_600_000;
/**
 * So much later than planned a try may come and still have its day before the next charge: the first one may have waited for its turn,
 * and a network counts a rest from its answer, not from our question.
 */
const BELATED_MS = 3_600_000;
/** How often it is asked for meanwhile. */
const WATCH_MS = [5_000, 60_000, 600_000, 3_600_000] as const;

/**
 * What the cycle of a period does now. The document decides alone, so that a run which takes the place of a lost one does
 * the same. `card` is missing when the agreement's card is gone.
 */
export function stepOf(
  agreement: Running,
  period: string,
  { now, card }: { readonly now: number; readonly card?: CardStanding | undefined },
): CycleStep {
  const cycle = cycleOf(agreement.autopay, period);
  if (!cycle) return { do: 'end', state: 'skipped' };
  if (isCycleSettled(cycle)) return { do: 'end', state: cycle.state };
  const last = cycle.tries.at(-1);
  if (last && last.result === undefined) return { do: 'watch', open: last };
  const results = cycle.tries.map(({ result }) => result);
  if (results.includes('paid')) return { do: 'settle', state: 'paid' };
  if (results.includes('unknown')) return { do: 'settle', state: 'unknown' };
  if (isLeftOut(agreement, cycle, now)) return { do: 'settle', state: 'skipped' };
  // Looked at when it is due: before that the pause may end again.
  if (agreement.autopay.state === 'paused')
    return { do: 'wait', until: cycle.dueAt, for: 'its due date' };
  return last
    ? afterDecline(agreement, cycle, { now, card, last })
    : beforeFirstTry(agreement, cycle, { now, card });
}

/**
 * Whether a try that was promised, and has no payment yet, shall still have one: to that card, for a period that nobody has
 * stopped meanwhile.
 */
export function isStillMeant(
  agreement: Running,
  cycle: Cycle,
  { token, pgCode = agreement.pgCode }: Try,
  now: number,
): boolean {
  return (
    !isLeftOut(agreement, cycle, now) &&
    agreement.autopay.state === 'active' &&
    token === agreement.token &&
    pgCode === agreement.pgCode
  );
}

/** When to look at a try again that the network has not decided; undefined when nobody looks any more. */
export function watchAgainAt({ at }: Try, now: number): number | undefined {
  if (now >= at + UNKNOWN_AFTER_MS) return undefined;
  const pause = WATCH_MS.find((ms) => now - at < 3 * ms) ?? 6 * 3_600_000;
  return Math.min(now + pause, at + UNKNOWN_AFTER_MS);
}

/** When the period is charged: on time, and spread over an hour with all others of that minute. */
export function chargeAt({ uuid }: Pick<Running, 'uuid'>, { dueAt }: Pick<Cycle, 'dueAt'>): number {
  return dueAt + spreadOf(uuid);
}

function isLeftOut({ state, autopay }: Running, cycle: Cycle, now: number): boolean {
  if (state === 'ended' || autopay.state === 'ended') return true;
  if (autopay.skipped.includes(cycle.name)) return true;
  // Before it is due a pause may end again.
  return autopay.state === 'paused' && now >= cycle.dueAt;
}

type Facts = { readonly now: number; readonly card: CardStanding | undefined };

function beforeFirstTry(agreement: Running, cycle: Cycle, { now, card }: Facts): CycleStep {
  const { autopay } = agreement;
  const due = chargeAt(agreement, cycle);
  const isHurried = autopay.hurried === cycle.name;
  if (now < due && !isHurried) {
    const formerDueAt = periodOf(autopay, cycle.number - 1)?.dueAt;
    const reminders = remindersOf({ uuid: agreement.uuid, dueAt: cycle.dueAt, formerDueAt });
    const latest = reminders.findLast(({ at }) => at <= now)?.reminder;
    if (latest && !cycle.told.includes(latest) && now < cycle.dueAt)
      return { do: 'tell', news: latest };
    const until = reminders.find(({ at }) => at > now)?.at ?? due;
    return { do: 'wait', until, for: until === due ? 'its due date' : 'a word to the customer' };
  }
  const isAsked = cycle.told.includes('card-needed');
  const mustNot = isBlocked(agreement, { now, card });
  if (isAsked && mustNot) return untilItPays(agreement, cycle, { now, card });
  // Who was asked for another card may bring it until the last try would have been.
  const latest = isAsked ? (planOf(agreement, cycle).at(-1) ?? due) : due;
  if (now > latest + LATEST_MS) return { do: 'settle', state: 'missed' };
  return mustNot ? { do: 'tell', news: 'card-needed' } : { do: 'charge', number: 1 };
}

function afterDecline(
  agreement: Running,
  cycle: Cycle,
  facts: Facts & { readonly last: Try },
): CycleStep {
  const step = afterWord(agreement, cycle, facts);
  const words = cycle.told.filter((news) => news === 'try-failed' || news === 'card-refused');
  // Who is told that nothing follows is told nothing else, and nobody is promised a try that does not come.
  const isOver = step.do === 'tell' || step.do === 'settle';
  if (isOver || words.length >= declinedOf(cycle).length) return step;
  return { do: 'tell', news: mayPay(agreement, cycle, facts) ? 'try-failed' : 'card-refused' };
}

/** What is done once the customer knows of the decline. */
function afterWord(
  agreement: Running,
  cycle: Cycle,
  { now, card, last }: Facts & { readonly last: Try },
): CycleStep {
  const declined = declinedOf(cycle);
  if (isBlocked(agreement, { now, card })) return untilItPays(agreement, cycle, { now, card });
  const plan = planOf(agreement, cycle);
  const former = declined.at(-1);
  const planned = former ? afterRest(agreement, cycle, former) : last.at;
  const next = isNewCard(agreement, cycle) ? now : planned;
  if (next === undefined) return giveUp(cycle);
  // Somebody has paused charging, or nobody was there, for longer than the plan.
  const latest = former
    ? Math.max(plan.at(-1) ?? next, planned ?? next)
    : (cycle.tries[0]?.at ?? next);
  if (now > latest + LATEST_MS) return { do: 'settle', state: 'missed' };
  const rested = last.result === 'error' ? Math.max(next, last.at + AFTER_ERROR_MS) : next;
  if (rested > now) return { do: 'wait', until: rested, for: `try ${cycle.tries.length + 1}` };
  return { do: 'charge', number: cycle.tries.length + 1 };
}

/**
 * The next try of the plan, or when the card's network lets it be tried again; undefined when there is none, or that would be too
 * late for the period, or less than a day before the next one is charged.
 */
function afterRest(agreement: Running, cycle: Cycle, { at }: Try): number | undefined {
  const plan = planOf(agreement, cycle);
  // That of the card which is charged now, also where others were tried since.
  const ofCard = declinedOf(cycle).filter(({ token }) => token === agreement.token);
  const notBefore = Math.max(0, ...ofCard.map((one) => one.notBefore ?? 0));
  const planned = tryAfter(plan, at);
  if (planned === undefined || notBefore <= planned) return planned;
  const latest = Math.min(
    (plan.at(-1) ?? at) + LATEST_MS,
    (nextChargeAfter(agreement, cycle) ?? Number.POSITIVE_INFINITY) - DAY,
  );
  return notBefore <= latest + BELATED_MS ? notBefore : undefined;
}

/** Nothing is tried now; the customer may bring another card until the last try would have been. */
function untilItPays(agreement: Running, cycle: Cycle, { now }: Facts): CycleStep {
  const next = planOf(agreement, cycle).find((at) => at > now);
  return next === undefined
    ? giveUp(cycle)
    : { do: 'wait', until: next, for: 'another card, or the end' };
}

/** Whether the card is, or will be, tried again for the period. */
function mayPay(agreement: Running, cycle: Cycle, { now, card }: Facts): boolean {
  return [now, ...planOf(agreement, cycle)].some(
    (at) => at >= now && !isBlocked(agreement, { now: at, card }),
  );
}

function giveUp({ told }: Cycle): CycleStep {
  return told.includes('given-up')
    ? { do: 'settle', state: 'failed' }
    : { do: 'tell', news: 'given-up' };
}

/** The tries that say something of a card. */
function declinedOf({ tries }: Cycle): readonly Try[] {
  return tries.filter(({ result }) => result !== 'error');
}

/** It was not tried for the period yet, or its customer has paid with it since it would not pay any more. */
function isNewCard({ token, autopay }: Running, { tries }: Cycle): boolean {
  const last = tries.findLast((one) => one.token === token);
  return last === undefined || (last.result === 'hard' && isMended(autopay, last));
}

/** The customer who has paid the agreement with the card since then has mended what was wrong. */
function isMended(autopay: Autopay, { token, at }: Try): boolean {
  return (paidWithAt(autopay, token) ?? 0) > at;
}

function planOf(agreement: Running, cycle: Cycle): readonly number[] {
  const next = nextChargeAfter(agreement, cycle);
  return tryTimes(
    declinedOf(cycle)[0]?.at ?? chargeAt(agreement, cycle),
    next && next + BELATED_MS,
  );
}

/** When the next period after this one that is not left out is charged; undefined after the last one. */
function nextChargeAfter(agreement: Running, { number }: Cycle): number | undefined {
  const { autopay } = agreement;
  let next = periodOf(autopay, number + 1);
  while (next && autopay.skipped.includes(next.name)) next = periodOf(autopay, next.number + 1);
  return next && isGoodFor(agreement, next) ? chargeAt(agreement, next) : undefined;
}

/** Whether the card must not be tried now: it is gone, will never pay, or was declined as often as its network allows. */
function isBlocked({ autopay }: Running, { now, card }: Facts): boolean {
  if (!card || card.never) return true;
  const refused = autopay.history.some(({ tries }) =>
    tries.some(
      (one) =>
        one.token === card.token &&
        (one.result === 'do-not-retry' || (one.result === 'hard' && !isMended(autopay, one))),
    ),
  );
  return refused || !isWithin(limitsOf(card.brand), card.declined, now);
}
