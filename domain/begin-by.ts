import { Refusal } from './refusal.ts';

/**
 * Throws `too_late` after the moment until which a command may begin (epoch milliseconds; undefined: at any time). By then
 * its caller was told that nothing was done and that it may be sent again, so doing it would do it twice.
 */
export function refuseLate(beginBy: number | undefined, now: number): void {
  if (isLate(beginBy, now)) throw tooLate();
}

export function isLate(beginBy: number | undefined, now: number): boolean {
  return beginBy !== undefined && now > beginBy;
}

export function tooLate(): Refusal {
  return new Refusal('too_late', 'The command came too late; nothing was done. Send it again.');
}
