import { createHmac } from 'node:crypto';
import { WEBHOOK_KEY } from './running-shop.ts';

type Payload = Readonly<Record<string, string>>;

/** A payment notification for an order of the coffee, signed; the fields given here replace the usual ones. */
export function aWebhook(fields: Payload = {}): Payload {
  const payload = {
    session_id: '0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01',
    payment_type: 'one_off',
    amount: '4.750',
    currency_code: 'KWD',
    reference_number: 'demoAB12CD',
    result: 'success',
    state: 'paid',
    ...fields,
  };
  return { ...payload, signature: signature(payload) };
}

/** Written apart from the shop's own: the fields of this builder, in order, by hand. */
function signature(payload: Payload): string {
  const signed = ['amount', 'currency_code', 'customer_first_name', 'order_no'];
  const text = [...signed, 'reference_number', 'result', 'state']
    .filter((field) => payload[field])
    .map((field) => field + payload[field])
    .join('');
  return createHmac('sha256', WEBHOOK_KEY).update(text).digest('hex');
}

/** Posts a webhook to a shop, as Sarraf would. */
export function deliver(shopUrl: string, payload: unknown, eventId?: string): Promise<Response> {
  return fetch(`${shopUrl}/webhooks`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'engine',
      ...(eventId !== undefined && { 'X-Event-Id': eventId }),
    },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}
