/** A short link outlives its transaction by 90 days, in which it shows how that ended. Milliseconds. */
const AFTERLIFE_MS = 90 * 24 * 60 * 60 * 1000;

/** When the short links of a transaction are forgotten; one that is made after its expiry lives as long from then on. */
export function shortLinkEnd(expiresAt: number, now: number): Date {
  return new Date(Math.max(expiresAt, now) + AFTERLIFE_MS);
}
