import type { Order } from './orders.ts';
import type { Received } from './inbox.ts';
import type { Standing } from './words/words.ts';

/**
 * Where an order stands, by verified webhooks alone. A webhook counts when its signed order number, amount and
 * currency are those of our order: the payer chose neither. Webhooks may come late, twice or out of order, so all states
 * that were ever announced decide, not the last one: what was charged or held stays so, cash only until it is canceled.
 * One that is still open says nothing yet.
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
  const final = (['paid', 'authorized', 'canceled', 'cod'] as const).find((state) =>
    states.includes(state),
  );
  if (final !== undefined && final !== 'canceled') return final;
  return states.length > 0 ? 'unpaid' : 'waiting';
}
