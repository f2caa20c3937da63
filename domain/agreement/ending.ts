import { isoUtc } from '../duration.ts';
import type { SessionId } from '../ids.ts';
import type { Agreement, AgreementTerms } from './agreement.ts';

/* When an agreement is over, and what makes it so. */

/** The day of an instant, in UTC. */
export function dayOf(now: number): string {
  return isoUtc(now).slice(0, 10);
}

/**
 * Whether nothing can be charged by it any more, for ever: it was ended, its last day is over (in UTC), or all of its
 * cycles are paid. Charges under way do not count: they may be declined.
 */
export function isOver(agreement: Agreement, now: number): boolean {
  return isUsedUp(agreement) || isPast(agreement, now);
}

/**
 * Whether a payment that a customer makes by these terms begins a new one of its name. What the engine still charges after its last
 * day gives way to other terms only, that are good yet.
 */
export function givesWay(agreement: Agreement, terms: AgreementTerms, now: number): boolean {
  return isToEnd(agreement, now) || (isOver(agreement, now) && !isPast({ terms }, now));
}

/**
 * Whether a payment that a customer began to make then, by these terms, begins a new one after this, which has ended since or before.
 * Where the merchant ended it while its customer was paying, that stands; what ended by itself, or by declines, is paid anew.
 */
export function beginsAnew(ended: Agreement, terms: AgreementTerms, at: number): boolean {
  const stands = ended.endedBy === 'merchant' && !isPast(ended, at);
  return (ended.endedAt ?? 0) < at || (!stands && !isPast({ terms }, at));
}

/**
 * Whether it is to be ended for that. Where the engine charges it, the last day is that of its own place, what was due then
 * may wait for its turn, and the engine ends it.
 */
export function isToEnd(agreement: Agreement, now: number): boolean {
  switch (agreement.autopay?.state) {
    case 'active':
      return isUsedUp(agreement);
    case 'paused':
      return isUsedUp(agreement) || isPast(agreement, now - FARTHEST_WEST_MS);
    default:
      return isOver(agreement, now);
  }
}

/** Where a day ends last. A paused agreement can be resumed until its last day is over in its own place. */
export const FARTHEST_WEST_MS = 12 * 3_600_000;

function isUsedUp(agreement: Agreement): boolean {
  return agreement.state === 'ended' || areAllPaid(agreement);
}

/** Whether as many cycles are paid as were agreed on. */
export function areAllPaid(agreement: Agreement): boolean {
  const { totalCycles = Infinity } = agreement.terms;
  return cyclesTaken(agreement, agreement.paid) >= totalCycles;
}

/** How many more charges the agreement allows beside those under way; without an agreed number `Infinity`. */
export function cyclesLeft(agreement: Agreement): number {
  const { totalCycles = Infinity } = agreement.terms;
  return Math.max(0, totalCycles - cyclesTaken(agreement, agreement.charges));
}

/** How many of the agreed cycles these of its sessions take: a period of the engine's that two of them have paid is one. */
export function cyclesTaken(
  { autopay }: Pick<Agreement, 'autopay'>,
  sessions: readonly SessionId[],
): number {
  const periods = new Map<string, string>();
  for (const { name, tries } of autopay?.history ?? [])
    for (const { sessionId } of tries) periods.set(sessionId, name);
  return new Set(sessions.map((session) => periods.get(session) ?? session)).size;
}

/** Whether the last day that is agreed on is over, in UTC. */
function isPast({ terms: { expiryDate } }: Pick<Agreement, 'terms'>, now: number): boolean {
  return expiryDate !== undefined && expiryDate < dayOf(now);
}

/** The agreement, ended; one that has ended before stays as it is. */
export function endAgreement(agreement: Agreement, now: number): Agreement {
  const { state, autopay } = agreement;
  if (state === 'ended') return agreement;
  const isCharged = autopay !== undefined && autopay.state !== 'ended';
  return {
    ...agreement,
    state: 'ended',
    endedAt: now,
    // What is open has to be left out, and its Schedule to go.
    ...(isCharged && { autopay: { ...autopay, lookAt: now } }),
  };
}
