import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signature may be so old, and so far from the future: clocks differ, and a callback that somebody recorded cannot be played back later. */
const TOLERANCE_MS = 5 * 60 * 1000;

/** Whether a callback that was signed then has come soon enough; both in epoch milliseconds. */
export function isTimely(signedAt: number, receivedAt: number): boolean {
  return Math.abs(receivedAt - signedAt) <= TOLERANCE_MS;
}

/** Whether one of the given texts is the HMAC-SHA-256 of what was signed, by one of the keys. */
export function isSignedBy(
  keys: readonly (string | Buffer)[],
  signed: string,
  { given, as }: { readonly given: readonly string[]; readonly as: 'hex' | 'base64' },
): boolean {
  const right = keys.map((key) => createHmac('sha256', key).update(signed).digest(as));
  return right.some((one) => given.some((other) => isSame(one, other)));
}

/** Tells two secret texts apart without telling, by the time that it takes, where they differ. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
