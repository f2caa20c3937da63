import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Says whether this webhook comes from Sarraf: its `signature` is the HMAC-SHA256, in lower-case hex, of the signed
 * fields, each as its name followed by its value, nothing between them; absent, null and empty ones are left out.
 * `payload` is the parsed JSON body. Trust nothing in it before this says true, and only the signed fields after.
 */
export function isSignedBySarraf(
  payload: { readonly [field: string]: unknown },
  webhookKey: string,
): boolean {
  let text = '';
  for (const field of SIGNED_FIELDS) {
    const value = payload[field] ?? '';
    // Sarraf signs strings only: anything else in a signed field was put there by someone else.
    if (typeof value !== 'string') return false;
    if (value !== '') text += field + value;
  }
  const expected = createHmac('sha256', webhookKey).update(text).digest('hex');
  const { signature } = payload;
  return typeof signature === 'string' && equalInConstantTime(signature, expected);
}

/** In alphabetical order. `session_id` is not among them: find your order by `order_no`. */
export const SIGNED_FIELDS = [
  'amount',
  'currency_code',
  'customer_address_city',
  'customer_address_country',
  'customer_address_line1',
  'customer_address_line2',
  'customer_address_postal_code',
  'customer_address_state',
  'customer_email',
  'customer_first_name',
  'customer_last_name',
  'customer_phone',
  'gateway_account',
  'gateway_name',
  'order_no',
  'reference_number',
  'result',
  'state',
] as const;

export function equalInConstantTime(received: string, expected: string): boolean {
  const [left, right] = [Buffer.from(received), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
