import { isoUtc } from '../duration.ts';
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
 * Whether it is to be ended for that. Where the engine charges it, the last day is that of its own place, what was due then
 * may wait for its turn, and the engine ends it.
 */
export function isToEnd(agreement: Agreement, now: number): boolean {
  return isUsedUp(agreement) || (isPast(agreement, now) && agreement.autopay?.state !== 'active');
}

function isUsedUp({ state, terms: { totalCycles = Infinity }, paid }: Agreement): boolean {
  return state === 'ended' || paid.length >= totalCycles;
}

/** Whether the last day that is agreed on is over, in UTC. */
function isPast({ terms: { expiryDate } }: Pick<Agreement, 'terms'>, now: number): boolean {
  return expiryDate !== undefined && expiryDate < dayOf(now);
}

/** The agreement, ended; one that has ended before stays as it is. */
export function endAgreement(agreement: Agreement, now: number): Agreement {
  return agreement.state === 'ended' ? agreement : { ...agreement, state: 'ended', endedAt: now };
}
