import type { ReferenceNumber } from '../ids.ts';
import type { Change } from '../webhook/notice.ts';
import { alerted } from './alert.ts';
import type { Inquired } from './network.ts';
import { attemptOf, type Transaction } from './transaction.ts';

/** What a gateway's word is about: our name of the attempt, and what the gateway calls its payment. */
export interface NamedPayment {
  readonly referenceNumber: ReferenceNumber;
  readonly gatewayReference?: string;
}

/**
 * Whether a gateway's word is about another payment of its own than the one that is known here. What a gateway calls a
 * payment is fixed by its first answer (contract/attempts#payment-reference-of-the-gateway): under another name it is
 * other money.
 */
export function isOtherPayment(known: string | undefined, named: string | undefined): boolean {
  return known !== undefined && named !== undefined && known !== named;
}

/** What an answer about an attempt names; no answer, and one without a payment, names none. */
export function namedBy(
  referenceNumber: ReferenceNumber,
  answer: Inquired | undefined,
): NamedPayment {
  const named = answer?.step === 'report' ? answer.report : answer;
  const gatewayReference =
    named && 'gatewayReference' in named ? named.gatewayReference : undefined;
  return { referenceNumber, ...(gatewayReference !== undefined && { gatewayReference }) };
}

/** The same of a word on an attempt of the transaction. */
export function namesOtherPayment(
  transaction: { readonly attempts: readonly NamedPayment[] },
  { referenceNumber, gatewayReference }: NamedPayment,
): boolean {
  const attempt = transaction.attempts.find((one) => one.referenceNumber === referenceNumber);
  return isOtherPayment(attempt?.gatewayReference, gatewayReference);
}

/**
 * What a word that names another payment changes: nothing but that an operator is told, once for each name. Undefined when
 * they were, or the word is about this payment.
 */
export function alertOtherPayment(
  transaction: Transaction,
  word: NamedPayment,
  now: number,
): Change | undefined {
  if (!namesOtherPayment(transaction, word)) return undefined;
  const { referenceNumber, gatewayReference: named } = word;
  const known = attemptOf(transaction, referenceNumber)?.gatewayReference;
  const detail = otherPaymentDetail(known, named);
  const isTold = transaction.alerts.some(
    (alert) => alert.referenceNumber === referenceNumber && alert.detail === detail,
  );
  if (isTold) return undefined;
  return {
    transaction: alerted(transaction, {
      kind: 'reference-mismatch',
      referenceNumber,
      at: now,
      detail,
    }),
  };
}

/** Says to an operator which two payments were mixed up. */
function otherPaymentDetail(known = '', named = ''): string {
  return `The gateway names its payment ${named.slice(0, 100)}, and this is its payment ${known.slice(0, 100)}. Nothing was changed; ask the gateway.`;
}
