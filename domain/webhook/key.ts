const HOUR_MS = 60 * 60 * 1000;

/** How long the key before still signs beside a new one when nobody says otherwise, and at most. Hours. */
export const OVERLAP_HOURS = { usual: 24, most: 168 } as const;

/** Keys that may sign beside the present one: each is another signature in the header of every webhook. */
export const MOST_PREVIOUS_KEYS = 5;

/** A key for signatures of webhooks, of 16 random bytes. */
export function webhookKeyOf(randomBytes: Uint8Array): string {
  return `whk_${Array.from(randomBytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Until when the key before is good, in epoch milliseconds. */
export function overlapUntil(now: number, hours: number): number {
  return now + hours * HOUR_MS;
}
