import { createHash } from 'node:crypto';
import type { MerchantId } from '../domain/ids.ts';

/**
 * What networks call a customer of a merchant, in 64 hexadecimal digits: always the same, and it tells nobody who they are,
 * though the merchant's own id for them may be an e-mail address.
 */
export function payerReference(merchantId: MerchantId, customerId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([merchantId, customerId]))
    .digest('hex');
}
