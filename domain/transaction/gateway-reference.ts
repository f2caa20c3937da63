import { cutText } from '../cut-text.ts';
import type { ReferenceNumber } from '../ids.ts';
import type { Change } from './change.ts';
import { alerted } from './alert.ts';
import type { Inquired } from './network.ts';
import type { Attempt, Transaction } from './transaction.ts';

/** What a gateway's word is about: our name of the attempt, and what the gateway calls its payment. */
export interface NamedPayment extends GatewayNames {
  readonly referenceNumber: ReferenceNumber;
}

/** The page or payment that the gateway has prepared, and the payment that was made on it where that has a name of its own. */
export interface GatewayNames {
  readonly gatewayReference?: string;
  readonly gatewayPayment?: string;
}

type KnownAttempt = NamedPayment & Partial<Pick<Attempt, 'state'>>;

/** Under which name a gateway knows the money. */
export function paymentName({
  gatewayPayment,
  gatewayReference,
}: GatewayNames): string | undefined {
  return gatewayPayment ?? gatewayReference;
}

/**
 * The same of the payment that was made, or is to be made, on an attempt: one that is not paid may have the name of its page alone, on
 * which a payment gets a name of its own. Undefined where that is not known.
 */
export function knownPayment({
  state,
  ...names
}: GatewayNames & Partial<Pick<Attempt, 'state'>>): string | undefined {
  return state === 'success' ? paymentName(names) : names.gatewayPayment;
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
  if (answer === undefined || answer.step === 'unheard-of') return { referenceNumber };
  const { gatewayReference, gatewayPayment }: GatewayNames =
    answer.step === 'report' ? answer.report : answer;
  return {
    referenceNumber,
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
  };
}

/** The same of a word on an attempt of the transaction. */
export function namesOtherPayment(
  transaction: { readonly attempts: readonly KnownAttempt[] },
  word: NamedPayment,
): boolean {
  return otherNames(transaction, word) !== undefined;
}

/** A word with the payment's name alone is about the payment; one that names the page, too, names the two apart. */
function otherNames(
  { attempts }: { readonly attempts: readonly KnownAttempt[] },
  { referenceNumber, gatewayReference, gatewayPayment }: NamedPayment,
): { readonly known?: string | undefined; readonly named?: string | undefined } | undefined {
  const attempt = attempts.find((one) => one.referenceNumber === referenceNumber);
  if (!attempt) return undefined;
  const known = gatewayReference === undefined ? knownPayment(attempt) : attempt.gatewayPayment;
  return [
    { known: attempt.gatewayReference, named: gatewayReference },
    { known, named: gatewayPayment },
  ].find((names) => isOtherPayment(names.known, names.named));
}

/**
 * What a word that names another payment changes: nothing but that an operator is told, once for each name, and for each thing that it
 * has `said` and somebody has to see to. Undefined when they were, or the word is about this payment.
 */
export function alertOtherPayment(
  transaction: Transaction,
  word: NamedPayment,
  now: number,
  said?: string,
): Change | undefined {
  const names = otherNames(transaction, word);
  if (!names) return undefined;
  const { referenceNumber } = word;
  const mixedUp = otherPaymentDetail(names.known, names.named);
  const detail = said === undefined ? mixedUp : `${mixedUp} ${said}`;
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
  return `The gateway names its payment ${cutText(named, 100)}, and this is its payment ${cutText(known, 100)}. Nothing was changed; ask the gateway.`;
}
