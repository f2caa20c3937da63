import { isSuccess } from '../transaction/states.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { AgreementRef } from './agreement.ts';

/** What has become of a transaction's charge by an agreement: it counts for ever, or its cycle is free again. */
export interface ChargeEnded extends AgreementRef {
  readonly how: 'settle' | 'release';
  readonly at: number;
}

/**
 * What a change of a transaction means to the agreement by which a merchant has charged it; undefined where it means
 * nothing. A charge whose attempt we have given up frees its cycle; a success that is heard of later takes it all the same.
 */
export function chargeEndedBetween(
  before: Transaction,
  after: Transaction,
  at: number,
): ChargeEnded | undefined {
  const uuid = after.attempts.findLast(isByAgreement)?.charges?.agreementUuid;
  if (uuid === undefined || standing(before) === standing(after)) return undefined;
  const { merchantId } = after;
  switch (standing(after)) {
    case 'paid':
      return { merchantId, uuid, how: 'settle', at };
    case 'free':
      return { merchantId, uuid, how: 'release', at };
    default:
      return undefined;
  }
}

/**
 * The agreement by which a payment was charged that has become paid by this change, by whomever: its customer may have paid what was
 * declined, and another try of the period may be paid, too. Undefined for any other payment, and any other change.
 */
export function paidByAgreementBetween(
  before: Transaction,
  after: Transaction,
): AgreementRef | undefined {
  return isPaid(before) ? undefined : paidByAgreement(after);
}

/** The agreement by which a payment was charged that is paid, by whomever; undefined for any other. */
export function paidByAgreement(transaction: Transaction): AgreementRef | undefined {
  const uuid = transaction.attempts.findLast(isByAgreement)?.charges?.agreementUuid;
  if (uuid === undefined || !isPaid(transaction)) return undefined;
  return { merchantId: transaction.merchantId, uuid };
}

/** Whether money has come for it, and counts. */
export function isPaid({ state, attempts }: Pick<Transaction, 'state' | 'attempts'>): boolean {
  return isSuccess(state) && attempts.some((attempt) => attempt.state === 'success');
}

function standing({ state, attempts }: Transaction): 'held' | 'paid' | 'free' {
  const charging = attempts.filter(isByAgreement);
  if (isSuccess(state) && charging.some((attempt) => attempt.state === 'success')) return 'paid';
  return charging.some((attempt) => attempt.state === 'pending') ? 'held' : 'free';
}

function isByAgreement({ charges }: Attempt): boolean {
  return charges?.agreementUuid !== undefined;
}
