import { createHmac, randomUUID } from 'node:crypto';
import { WEBHOOK_KEY } from './running-shop.ts';

type Payload = Readonly<Record<string, string>>;

/** A payment notification for an order of the coffee; the fields given here replace the usual ones. */
export function aWebhook(fields: Payload = {}): Payload {
  return {
    session_id: '0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01',
    payment_type: 'one_off',
    amount: '4.750',
    settled_amount: '4.750',
    currency_code: 'KWD',
    reference_number: 'demoAB12CD',
    result: 'success',
    state: 'paid',
    ...fields,
  };
}

interface Sending {
  readonly eventId?: string;
  /** The shop's key, unless it is a forger's. */
  readonly key?: string;
}

/** A webhook as it arrives. Its signature is written apart from the shop's own, by hand. */
export function signed(
  payload: unknown,
  { eventId = randomUUID(), key = WEBHOOK_KEY }: Sending = {},
) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const mac = createHmac('sha256', key).update([eventId, timestamp, body].join('.'));
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'engine',
      'x-event-id': eventId,
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac.digest('base64')}`,
    },
  };
}

/** A body with the other signature, which says nothing of what was settled. */
export function bodySigned(payload: Payload): string {
  const fields = ['amount', 'currency_code', 'order_no', 'reference_number', 'result', 'state'];
  const text = fields.map((field) => `${field}${payload[field] ?? ''}`).join('');
  const signature = createHmac('sha256', WEBHOOK_KEY).update(text).digest('hex');
  return JSON.stringify({ ...payload, signature });
}

/** A webhook that somebody else has sent, without the key. */
export function forged(payload: unknown, eventId?: string) {
  return signed(payload, { key: 'guessed', ...(eventId !== undefined && { eventId }) });
}

/** Posts a webhook to a shop, as Sarraf would. */
export function deliver(shopUrl: string, { body, headers }: ReturnType<typeof signed>) {
  return fetch(`${shopUrl}/webhooks`, { method: 'POST', headers, body });
}
