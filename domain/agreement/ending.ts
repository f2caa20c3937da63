import { isoUtc } from '../duration.ts';
import type { Agreement } from './agreement.ts';

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
 * Whether it is to be ended for that. Where the engine charges it, the last day is that of its own place, what was due then
 * may wait for its turn, and the engine ends it.
 */
export function isToEnd(agreement: Agreement, now: number): boolean {
  return isUsedUp(agreement) || (isPast(agreement, now) && agreement.autopay?.state !== 'active');
}

function isUsedUp({ state, terms: { totalCycles = Infinity }, paid }: Agreement): boolean {
  return state === 'ended' || paid.length >= totalCycles;
}

function isPast({ terms: { expiryDate } }: Agreement, now: number): boolean {
  return expiryDate !== undefined && expiryDate < dayOf(now);
}

/** The agreement, ended; one that has ended before stays as it is. */
export function endAgreement(agreement: Agreement, now: number): Agreement {
  return agreement.state === 'ended' ? agreement : { ...agreement, state: 'ended', endedAt: now };
}
