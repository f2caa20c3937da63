import type { CardExpiry } from './card.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A card "will expire soon" below so many days (contract/cards#card). */
const SOON_DAYS = 30;

/**
 * How many days a card is good after the day of `now`, in UTC: 0 on the last day of its month, less than nothing once it
 * has expired (contract/cards#expiry-and-security-code).
 */
export function daysLeft({ year, month }: CardExpiry, now: number): number {
  const lastDay = Math.floor(Date.UTC(year, month, 1) / DAY_MS) - 1;
  return lastDay - Math.floor(now / DAY_MS);
}

/** Whether the card is not good any more. */
export function isExpired(expiry: CardExpiry, now: number): boolean {
  return daysLeft(expiry, now) < 0;
}

/** Whether the card is still good, and for less than 30 days. */
export function expiresSoon(expiry: CardExpiry, now: number): boolean {
  const left = daysLeft(expiry, now);
  return left >= 0 && left < SOON_DAYS;
}
