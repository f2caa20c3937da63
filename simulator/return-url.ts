import type { Payment } from './payment.ts';

/**
 * Where the browser goes at the end: the merchant's return_url as it was sent, with the two
 * identifiers added. It says nothing of the outcome, since anyone can type a URL.
 */
export function returnUrlOf({ returnUrl, id, merchantReference }: Payment): string {
  const [address = '', ...fragment] = returnUrl.split('#');
  const joint = address.includes('?') ? (/[?&]$/u.test(address) ? '' : '&') : '?';
  const added = `payment_id=${encodeURIComponent(id)}&merchant_reference=${encodeURIComponent(merchantReference)}`;
  return [`${address}${joint}${added}`, ...fragment].join('#');
}
