import type { SessionId } from '../ids.ts';
import { alerted } from '../transaction/alert.ts';
import { settledAttempt } from '../transaction/settled.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Agreement } from './agreement.ts';

/** A period that two payments have paid: it is owed once, and one of them has to go back. */
export interface PaidTwice {
  /** The merchant's name for the agreement, and the date of the period. */
  readonly agreementId: string;
  readonly period: string;
  /** The other payment. */
  readonly other: SessionId;
}

/**
 * Whether another try of the period that this session has paid is paid, too, as where a network has authorised after all what it had
 * declined, and the period was charged again meanwhile.
 */
export function paidTwice(
  { autopay, paid, terms }: Agreement,
  session: SessionId,
): PaidTwice | undefined {
  const cycle = autopay?.history.find(({ tries }) =>
    tries.some(({ sessionId }) => sessionId === session),
  );
  const other = cycle?.tries.find(
    ({ sessionId }) => sessionId !== session && paid.includes(sessionId),
  );
  return cycle && other && { agreementId: terms.id, period: cycle.name, other: other.sessionId };
}

/** The payment with an alert of it, once; undefined where it has that. */
export function alertPaidTwice(
  transaction: Transaction,
  { agreementId, period, other }: PaidTwice,
  at: number,
): Transaction | undefined {
  const referenceNumber = settledAttempt(transaction)?.referenceNumber;
  const detail = `The period ${period} of the agreement ${agreementId} is paid twice: by this payment, and by the payment ${other}. Refund one of them.`;
  const isKnown = transaction.alerts.some((alert) => alert.detail === detail);
  return referenceNumber === undefined || isKnown
    ? undefined
    : alerted(transaction, { kind: 'manual-action-required', referenceNumber, at, detail });
}
