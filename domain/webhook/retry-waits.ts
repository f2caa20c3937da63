/**
 * How long to wait before a call of a delivery, in milliseconds; `call` counts from 1. Undefined when the calendar has
 * ended and no call is left. The same event waits the same time whenever it is asked, as replay requires; longer when
 * the answer to the call before asked for it (`retryAfterMs`), never shorter.
 */
export function waitBefore(call: number, eventId: string, retryAfterMs = 0): number | undefined {
  const wait = WAITS_MS[call - 1];
  if (wait === undefined) return undefined;
  return Math.max(Math.round(wait * (1 + jitter(`${call}:${eventId}`))), retryAfterMs);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * When the calls of a delivery follow that are left after `call`, made `at`, if none is acknowledged: in epoch milliseconds, and
 * a little later than this, because each waits for the one before.
 */
export function callsAfter(
  call: number,
  {
    eventId,
    at,
    retryAfterMs,
  }: { readonly eventId: string; readonly at: number; readonly retryAfterMs?: number | undefined },
): readonly number[] {
  const following: number[] = [];
  let time = at;
  for (let next = call + 1; ; next += 1) {
    const wait = waitBefore(next, eventId, next === call + 1 ? retryAfterMs : undefined);
    if (wait === undefined) return following;
    time += wait;
    following.push(time);
  }
}

/**
 * Ten calls in 75 to 91 hours (contract/webhooks#retries): a short trouble is over in minutes, a long one within days.
 */
const WAITS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** At most a fifth is added, so that what failed together does not come back together. */
const MOST_JITTER = 0.2;

function jitter(text: string): number {
  return (MOST_JITTER * hash(text)) / 0xffff_ffff;
}

// FNV-1a, then the finisher of MurmurHash3: without it texts that differ at their end only would get nearly the same
// number. It spreads; it keeps no secret.
function hash(text: string): number {
  let value = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x0100_0193);
  value = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
