import { referenceNumber, type ReferenceNumber } from '../../domain/ids.ts';

/** What a reference of ours at Adyen says. The whole of it is signed in webhooks, and little else is. */
export interface AdyenName {
  readonly payment: ReferenceNumber;
  /** Of a modification that we asked for. */
  readonly operation?: ReferenceNumber;
  /** The money is only held. */
  readonly isHeld: boolean;
  /** A saved card was charged, without a page on which another one could be tried. */
  readonly isCharge: boolean;
}

/** Neither can be a reference: that has five characters at least. */
const HELD = 'hold';
const CHARGE = 'card';

/** `<reference>`, and after points what has to be known of the payment when a webhook tells of it. */
export function attemptName(
  payment: ReferenceNumber,
  { isHeld, isCharge }: Pick<AdyenName, 'isHeld' | 'isCharge'>,
): string {
  return [payment, ...(isCharge ? [CHARGE] : []), ...(isHeld ? [HELD] : [])].join('.');
}

/** `<reference of the payment>.<reference of the operation>`: whichever of the two a webhook names, it names the payment. */
export function operationName(payment: ReferenceNumber, operation: ReferenceNumber): string {
  return `${payment}.${operation}`;
}

/** Undefined when it cannot be ours. */
export function readName(merchantReference: string): AdyenName | undefined {
  const [first = '', ...rest] = merchantReference.split('.');
  const payment = referenceNumber(first);
  if (!payment) return undefined;
  const operation = rest.map(referenceNumber).find((one) => one !== undefined);
  return {
    payment,
    ...(operation && { operation }),
    isHeld: rest.includes(HELD),
    isCharge: rest.includes(CHARGE),
  };
}
