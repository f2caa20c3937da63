import type { Order } from './orders.ts';
import type { Received } from './inbox.ts';
import type { Standing } from './words/words.ts';

/**
 * Where an order stands, by verified webhooks alone. A webhook counts when its signed order number, amount and
 * currency are those of our order: the payer chose neither. Webhooks may come late, twice or out of order, so the
 * best state that was ever announced decides; one that is still open says nothing yet.
 */
export function standing({ orderNo, product }: Order, webhooks: readonly Received[]): Standing {
  const states = webhooks
    .filter(({ verified }) => verified)
    .map(({ payload }) => payload)
    .filter(
      (payload) =>
        payload['order_no'] === orderNo &&
        payload['amount'] === product.amount &&
        payload['currency_code'] === product.currency,
    )
    .map((payload) => payload['state'])
    .filter((state) => state !== 'created' && state !== 'pending');
  const settled = (['paid', 'authorized', 'cod'] as const).find((state) => states.includes(state));
  return settled ?? (states.length > 0 ? 'unpaid' : 'waiting');
}
