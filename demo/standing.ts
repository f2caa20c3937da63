import type { Order } from './orders.ts';
import type { Received } from './inbox.ts';
import type { Standing } from './words/words.ts';

/**
 * The order, with what a verified webhook announces of it. A webhook counts when its order number, amount and currency are
 * those of our order: the payer chose neither.
 */
export function informed(order: Order, payload: Received['payload']): Order {
  const state = announcedOf(order, payload);
  return typeof state === 'string' && !order.announced.includes(state)
    ? { ...order, announced: [...order.announced, state] }
    : order;
}

/**
 * Where an order stands, by verified webhooks alone. They may come late, twice or out of order, so all that was ever
 * announced decides, not the last: what was charged or held stays so, cash only until it is canceled.
 */
export function standing({ announced }: Order): Standing {
  const final = (['paid', 'authorized', 'canceled', 'part', 'cod'] as const).find((state) =>
    announced.includes(state),
  );
  if (final !== undefined && final !== 'canceled') return final;
  return announced.length > 0 ? 'unpaid' : 'waiting';
}

/**
 * What a webhook announces of the order. `amount` stays what we asked for where the customer may choose to pay less, so a
 * success is one of all only when `settled_amount` says so. A state that is still open announces nothing yet.
 */
function announcedOf({ orderNo, product }: Order, payload: Received['payload']): unknown {
  const { order_no, amount, currency_code, state, settled_amount } = payload;
  const isOurs =
    order_no === orderNo && amount === product.amount && currency_code === product.currency;
  if (!isOurs || state === 'created' || state === 'pending') return undefined;
  return settled_amount === undefined || settled_amount === product.amount ? state : 'part';
}
