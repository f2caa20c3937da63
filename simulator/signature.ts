import { createHmac } from 'node:crypto';

/**
 * The value of X-Simulator-Signature: `t=<unix seconds>,v1=<hex>`, where v1 is the HMAC-SHA256 of
 * `<t>.<raw body>` under the account's callback secret.
 */
export function signatureOf(body: string, secret: string, unixSeconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex');
  return `t=${unixSeconds},v1=${v1}`;
}
