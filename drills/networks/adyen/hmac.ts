import { createHmac } from 'node:crypto';

/** What of an item of a standard webhook is signed. */
export interface SignedFields {
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly success: string;
}

/** The signature of an item, by a key in hexadecimal (docs.adyen.com, secure-webhooks/verify-hmac-signatures). */
export function hmacOf(item: SignedFields, key: string): string {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference } = item;
  const { amount, eventCode, success } = item;
  const signed = [
    pspReference,
    originalReference,
    merchantAccountCode,
    merchantReference,
    amount.value,
    amount.currency,
    eventCode,
    success,
  ];
  return createHmac('sha256', Buffer.from(key, 'hex')).update(signed.join(':')).digest('base64');
}
