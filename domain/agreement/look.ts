import type { Agreement } from './agreement.ts';
import {
  type Autopay,
  type AutopayEnd,
  type Cycle,
  type CycleState,
  type Period,
  cycleOf,
  isCycleSettled,
  withCycle,
} from './autopay.ts';
import { periodFrom, periodOf } from './calendar.ts';
import { areAllPaid } from './ending.ts';
import { beginOf, LATEST_MS } from './reminders.ts';

/* Which cycles of autopay begin by now, and when autopay itself is over. */

const HOUR = 3_600_000;

/** An agreement that the engine charges by itself. */
export type Running = Agreement & { readonly autopay: Autopay };

export function isRunning(agreement: Agreement): agreement is Running {
  return agreement.autopay !== undefined;
}

/** When the next cycles are begun, from now on, soonest first; empty when none is left. */
export function upcomingBegins(agreement: Running, count: number, now: number): readonly number[] {
  const { autopay } = agreement;
  const begins: number[] = [];
  let period = nextPeriod(autopay);
  while (period && isGoodFor(agreement, period) && begins.length < count) {
    const at = beginsAt(agreement, period);
    if (at > now) begins.push(at);
    period = periodOf(autopay, period.number + 1);
  }
  return begins;
}

/** When the cycle of a period is begun, in epoch milliseconds. */
function beginsAt(
  { uuid, autopay }: Pick<Running, 'uuid' | 'autopay'>,
  { number, dueAt }: Period,
): number {
  return beginOf({ uuid, dueAt, formerDueAt: periodOf(autopay, number - 1)?.dueAt });
}

/** The first period that was not begun; undefined when there is none any more. */
function nextPeriod(autopay: Autopay): Period | undefined {
  const last = autopay.history.at(-1);
  const isOfThis = last && periodOf(autopay, last.number)?.name === last.name;
  let number = isOfThis ? last.number + 1 : 1;
  for (;;) {
    const period = periodOf(autopay, number);
    if (!period || !cycleOf(autopay, period.name)) return period;
    number += 1;
  }
}

/**
 * The agreement after somebody has looked at it: every period that should have begun by now has a cycle. One that nobody
 * has begun for days after it was due is missed, and not charged late. Safe to repeat.
 */
export function look(agreement: Running, now: number): Running {
  let { autopay } = agreement;
  if (agreement.state === 'ended' && autopay.state !== 'ended') {
    const isCompleted = areAllPaid(agreement) || !nextPeriod(autopay);
    return look(endedAs(agreement, isCompleted ? 'completed' : 'expired', now), now);
  }
  if (autopay.state !== 'active') return { ...agreement, autopay: withLookAt(autopay, [], now) };
  let period = nextPeriod(autopay);
  while (period && isGoodFor(agreement, period) && beginsAt(agreement, period) <= now) {
    autopay = withCycle(autopay, begun(autopay, period, now));
    period = nextPeriod(autopay);
  }
  const upcoming = period && isGoodFor(agreement, period) ? period : undefined;
  const begins = upcoming ? [beginsAt(agreement, upcoming)] : [];
  const looked = { ...agreement, autopay: withLookAt(autopay, begins, now) };
  return upcoming ? looked : ended(looked, now);
}

/** The cycles that must have a run. */
export function openCycles({ history }: Pick<Autopay, 'history'>): readonly Cycle[] {
  return history.filter((cycle) => !isCycleSettled(cycle));
}

/** The agreement when this has become of a period; a period that is over stays what it is. */
export function settled(
  agreement: Running,
  period: string,
  { state, now }: { readonly state: CycleState; readonly now: number },
): Running {
  const cycle = cycleOf(agreement.autopay, period);
  if (!cycle || isCycleSettled(cycle)) return agreement;
  const autopay = withCycle(agreement.autopay, { ...cycle, state, settledAt: now });
  const after = { ...agreement, autopay };
  return state === 'failed' ? endedAs(after, 'declined', now) : ended(after, now);
}

/**
 * The agreement when the engine charges it no more. After declines, or at the merchant's request, nobody does. Its open periods are left
 * out with it, but for a try under way.
 */
export function endedAs(agreement: Running, reason: AutopayEnd, now: number): Running {
  const { lookAt: _none, hurried: _now, ...rest } = agreement.autopay;
  if (rest.state === 'ended') return agreement;
  const autopay: Autopay = {
    ...rest,
    history: rest.history.map((cycle) => leftOut(cycle, now)),
    state: 'ended',
    endedAs: reason,
    // The Schedule has to go.
    lookAt: now,
  };
  const isOver = reason === 'declined' || reason === 'merchant';
  return {
    ...agreement,
    autopay,
    ...(isOver && agreement.state === 'active' && { state: 'ended' as const, endedAt: now }),
  };
}

/** Ends it when no period is left and none is open. */
function ended(agreement: Running, now: number): Running {
  const { autopay } = agreement;
  if (autopay.state !== 'active' || openCycles(autopay).length > 0) return agreement;
  const period = nextPeriod(autopay);
  if (period && isGoodFor(agreement, period)) return agreement;
  return endedAs(agreement, period ? 'expired' : 'completed', now);
}

function begun(autopay: Autopay, period: Period, now: number): Cycle {
  const none = { ...period, tries: [], told: [] };
  if (autopay.skipped.includes(period.name)) return { ...none, state: 'skipped', settledAt: now };
  if (period.dueAt < now - LATEST_MS) return { ...none, state: 'missed', settledAt: now };
  return { ...none, state: 'coming' };
}

/** Whether the agreement is good for a period: through the whole of its last date. */
export function isGoodFor({ terms: { expiryDate } }: Agreement, { name }: Period): boolean {
  return expiryDate === undefined || name <= expiryDate;
}

/** Somebody looks when the next period begins, and each day as long as one is open: its run may be lost. */
function withLookAt(autopay: Autopay, begins: readonly number[], now: number): Autopay {
  const rest = withoutLookAt(autopay);
  const times = [
    ...begins,
    ...openCycles(autopay).map(({ dueAt }) => Math.max(dueAt, now) + 25 * HOUR),
  ];
  return times.length === 0 ? rest : { ...rest, lookAt: Math.min(...times) };
}

function withoutLookAt(autopay: Autopay): Autopay {
  const { lookAt: _none, ...rest } = autopay;
  return rest;
}

/** The periods that are due until then and not over are left out, but for a try under way: of a pause nobody pays for. */
export function passOver(autopay: Autopay, now: number): Autopay {
  let passed: Autopay = {
    ...autopay,
    history: autopay.history.map((cycle) => (cycle.dueAt <= now ? leftOut(cycle, now) : cycle)),
  };
  for (let period = nextPeriod(passed); period && period.dueAt <= now; period = nextPeriod(passed))
    passed = withCycle(passed, {
      ...period,
      tries: [],
      told: [],
      state: 'skipped',
      settledAt: now,
    });
  return passed;
}

function leftOut(cycle: Cycle, now: number): Cycle {
  return isCycleSettled(cycle) || isUnderWay(cycle)
    ? cycle
    : { ...cycle, state: 'skipped', settledAt: now };
}

/** Nobody knows yet, or it is known and not settled, what its tries have come to. */
function isUnderWay({ tries }: Cycle): boolean {
  return tries.some(({ result = 'unknown' }) => result === 'unknown' || result === 'paid');
}

/** The period that a merchant means by "the next one": the first that is due from now on and is not over. */
export function comingPeriod(agreement: Running, now: number): Period | undefined {
  const { autopay } = agreement;
  for (
    let period = periodFrom(autopay, now);
    period && isGoodFor(agreement, period);
    period = periodOf(autopay, period.number + 1)
  ) {
    const cycle = cycleOf(autopay, period.name);
    const isLeftOut = autopay.skipped.includes(period.name);
    if (!isLeftOut && (!cycle || (!isCycleSettled(cycle) && cycle.tries.length === 0)))
      return period;
  }
  return undefined;
}

/**
 * When the engine charges it next, as this version knows it: the due date of the first period that is neither over, nor tried, nor
 * left out. Undefined where it charges nothing any more, or nothing for now.
 */
export function nextChargeAt(agreement: Agreement): number | undefined {
  if (!isRunning(agreement) || agreement.state !== 'active') return undefined;
  const { autopay } = agreement;
  if (autopay.state !== 'active') return undefined;
  const waiting = openCycles(autopay).find(({ tries }) => tries.length === 0);
  if (waiting) return waiting.dueAt;
  let period = nextPeriod(autopay);
  while (period && autopay.skipped.includes(period.name))
    period = periodOf(autopay, period.number + 1);
  return period && isGoodFor(agreement, period) ? period.dueAt : undefined;
}

/** With a cycle for this period, which is coming, and for each before it. */
export function begunUpTo(autopay: Autopay, { dueAt }: Period, now: number): Autopay {
  let reached = autopay;
  for (
    let period = nextPeriod(reached);
    period && period.dueAt <= dueAt;
    period = nextPeriod(reached)
  )
    reached = withCycle(reached, begun(reached, period, now));
  return reached;
}
