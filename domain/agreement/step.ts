import type { Cycle, CycleNews, CycleState, Try } from './autopay.ts';
import { cycleOf, isSettled } from './autopay.ts';
import { periodOf } from './calendar.ts';
import type { Running } from './look.ts';
import { LATEST_MS, remindersOf, spreadOf } from './reminders.ts';
import { isWithin, limitsOf, triesOf, tryAfter } from './retries.ts';

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
export type Step =
  | { readonly do: 'wait'; readonly until: number; readonly for: string }
  | { readonly do: 'tell'; readonly news: CycleNews }
  | { readonly do: 'charge'; readonly number: number }
  | { readonly do: 'watch'; readonly open: Try }
  | { readonly do: 'settle'; readonly state: CycleState }
  | { readonly do: 'end'; readonly state: CycleState };

/** A try of which the network says nothing for so long is given to a person: it is never charged again. */
const UNKNOWN_AFTER_MS = 30 * DAY;
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
): Step {
  const cycle = cycleOf(agreement.autopay, period);
  if (!cycle) return { do: 'end', state: 'skipped' };
  if (isSettled(cycle)) return { do: 'end', state: cycle.state };
  const last = cycle.tries.at(-1);
  if (last) {
    if (last.result === undefined) return { do: 'watch', open: last };
    if (last.result === 'paid') return { do: 'settle', state: 'paid' };
    if (last.result === 'unknown') return { do: 'settle', state: 'unknown' };
  }
  if (isLeftOut(agreement, cycle, now)) return { do: 'settle', state: 'skipped' };
  return last
    ? afterDecline(agreement, cycle, { now, card, last })
    : beforeFirstTry(agreement, cycle, { now, card });
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

function beforeFirstTry(agreement: Running, cycle: Cycle, { now, card }: Facts): Step {
  const { autopay } = agreement;
  const due = chargeAt(agreement, cycle);
  const isHurried = autopay.hurried === cycle.name;
  if (now < due && !isHurried) {
    const formerDueAt = periodOf(autopay, cycle.number - 1)?.dueAt;
    const reminders = remindersOf({ uuid: agreement.uuid, dueAt: cycle.dueAt, formerDueAt });
    const latest = reminders.findLast(({ at }) => at <= now)?.reminder;
    if (latest && !cycle.told.includes(latest) && now < cycle.dueAt && autopay.state === 'active')
      return { do: 'tell', news: latest };
    const next = reminders.find(({ at }) => at > now)?.at ?? Number.POSITIVE_INFINITY;
    // A pause is looked at when it is due.
    const until =
      now < cycle.dueAt && autopay.state === 'paused' ? cycle.dueAt : Math.min(next, due);
    return { do: 'wait', until, for: until === due ? 'its due date' : 'a word to the customer' };
  }
  const asked = cycle.told.includes('card-needed');
  if (now > due + LATEST_MS && !isHurried && !asked) return { do: 'settle', state: 'missed' };
  if (!isBlocked(agreement, { now, card })) return { do: 'charge', number: 1 };
  return asked ? untilItPays(agreement, cycle, { now, card }) : { do: 'tell', news: 'card-needed' };
}

function afterDecline(
  agreement: Running,
  cycle: Cycle,
  { now, card, last }: Facts & { readonly last: Try },
): Step {
  const failures = cycle.told.filter((news) => news === 'try-failed').length;
  if (failures < cycle.tries.length) return { do: 'tell', news: 'try-failed' };
  if (isBlocked(agreement, { now, card })) return untilItPays(agreement, cycle, { now, card });
  const isOtherCard = card !== undefined && card.token !== last.token;
  const plan = planOf(agreement, cycle);
  const next = isOtherCard ? now : tryAfter(plan, last.at);
  if (next === undefined) return giveUp(cycle);
  // Somebody has paused charging, or nobody was there, for longer than the plan.
  if (now > (plan.at(-1) ?? next) + LATEST_MS) return { do: 'settle', state: 'missed' };
  if (next > now) return { do: 'wait', until: next, for: `try ${cycle.tries.length + 1}` };
  return { do: 'charge', number: cycle.tries.length + 1 };
}

/** Nothing is tried now; the customer may bring another card until the last try would have been. */
function untilItPays(agreement: Running, cycle: Cycle, { now }: Facts): Step {
  const next = planOf(agreement, cycle).find((at) => at > now);
  return next === undefined
    ? giveUp(cycle)
    : { do: 'wait', until: next, for: 'another card, or the end' };
}

function giveUp({ told }: Cycle): Step {
  return told.includes('given-up')
    ? { do: 'settle', state: 'failed' }
    : { do: 'tell', news: 'given-up' };
}

function planOf(agreement: Running, cycle: Cycle): readonly number[] {
  return triesOf(
    cycle.tries[0]?.at ?? chargeAt(agreement, cycle),
    periodOf(agreement.autopay, cycle.number + 1)?.dueAt,
  );
}

/** Whether the card must not be tried now: it is gone, will never pay, or was declined as often as its network allows. */
function isBlocked({ autopay }: Running, { now, card }: Facts): boolean {
  if (!card || card.never) return true;
  const refused = autopay.history.some(({ tries }) =>
    tries.some(
      ({ token, result }) =>
        token === card.token && (result === 'hard' || result === 'do-not-retry'),
    ),
  );
  return refused || !isWithin(limitsOf(card.brand), card.declined, now);
}
