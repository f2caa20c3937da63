import type { SessionId } from '../ids.ts';
import { isPositive, isZero } from '../money.ts';
import {
  capturable,
  mostRefundable,
  refundable,
  taking,
  type CountedWithState,
} from '../operation/amounts.ts';
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
 * What is paid twice if one of these payments is paid, too: the other tries of the period that this session has paid. As where a network
 * has authorised after all what it had declined, or the customer has paid that, and the period was charged again meanwhile.
 */
export function paidTwiceWith(
  { autopay, terms }: Agreement,
  session: SessionId,
): readonly PaidTwice[] {
  const cycle = autopay?.history.find(({ tries }) =>
    tries.some(({ sessionId }) => sessionId === session),
  );
  if (!cycle) return [];
  const { name: period, tries } = cycle;
  return tries
    .filter(({ sessionId }) => sessionId !== session)
    .map(({ sessionId: other }) => ({ agreementId: terms.id, period, other }));
}

/** The payment with an alert of it, once; undefined where it has that. */
export function alertPaidTwice(
  transaction: Transaction,
  twice: PaidTwice,
  at: number,
): Transaction | undefined {
  const referenceNumber = settledAttempt(transaction)?.referenceNumber;
  const detail = detailOf(twice);
  return referenceNumber === undefined || hasAlertOf(transaction, twice)
    ? undefined
    : alerted(transaction, { kind: 'manual-action-required', referenceNumber, at, detail });
}

/**
 * Whether two payments of a period are to be told of that were not when they were paid: neither says so, and none of them has gone back
 * meanwhile. Whoever is told refunds one.
 */
export function isPaidTwiceInSilence(
  transaction: Transaction,
  other: Transaction,
  twice: PaidTwice,
): boolean {
  const ofOther = { ...twice, other: transaction.sessionId };
  const isKnown = hasAlertOf(transaction, twice) || hasAlertOf(other, ofOther);
  return !isKnown && ![transaction, other].some(isAllGone);
}

/**
 * Nothing is left of its money that could be refunded or captured: it has gone back, is about to, or a bank claims it. The period is then
 * paid once, and whoever refunded the other payment would give back both.
 */
export function isAllGone(transaction: CountedWithState): boolean {
  const isVoided = taking(transaction, 'void').length > 0;
  // Of what a wallet has paid, and of a hold, refunds never give back anything.
  if (!isPositive(mostRefundable(transaction)) && !isVoided) return false;
  return [refundable, capturable].every((left) => isZero(left(transaction)));
}

/** Whether the payment has the alert of it. */
function hasAlertOf({ alerts }: Pick<Transaction, 'alerts'>, twice: PaidTwice): boolean {
  return alerts.some(({ detail }) => detail === detailOf(twice));
}

function detailOf({ agreementId, period, other }: PaidTwice): string {
  return `The period ${period} of the agreement ${agreementId} is paid twice: by this payment, and by the payment ${other}. Refund one of them.`;
}
