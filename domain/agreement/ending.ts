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
export function isOver({ state, terms, paid }: Agreement, now: number): boolean {
  const { expiryDate, totalCycles = Infinity } = terms;
  if (state === 'ended') return true;
  return paid.length >= totalCycles || (expiryDate !== undefined && expiryDate < dayOf(now));
}

/** The agreement, ended; one that has ended before stays as it is. */
export function endAgreement(agreement: Agreement, now: number): Agreement {
  return agreement.state === 'ended' ? agreement : { ...agreement, state: 'ended', endedAt: now };
}
