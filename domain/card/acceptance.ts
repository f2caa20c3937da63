import type { JsonObject } from '../json.ts';

/** Which cards a payment accepts, as answers and webhooks say it: the days as text, also where they came as a number. */
export function acceptanceFields({ min_expiry_time: days }: JsonObject): {
  readonly min_expiry_time?: string;
} {
  return typeof days === 'string' || typeof days === 'number' ? { min_expiry_time: `${days}` } : {};
}
