import { takenBy } from '../dispute/amounts.ts';
import type { Dispute } from '../dispute/dispute.ts';
import { isoUtc } from '../duration.ts';
import { isPositive, toDecimal } from '../money.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { withoutEmpty } from '../json.ts';

/**
 * What payers' banks dispute of a payment, for its body (contract/webhooks#payload): all of it, and the one that an event tells
 * of. Empty where nothing is disputed.
 */
export function disputeFields({ disputes = [] }: Pick<Transaction, 'disputes'>, told?: string) {
  const dispute = disputes.find(({ disputeId }) => disputeId === told);
  return {
    ...(disputes.length > 0 && { disputes: disputes.map(disputeJson) }),
    ...(dispute && { dispute: disputeJson(dispute) }),
  };
}

function disputeJson(dispute: Dispute) {
  const { disputeId, referenceNumber, state, amount, reason, dueAt } = dispute;
  const withdrawn = takenBy(dispute, amount.currency);
  return withoutEmpty({
    id: disputeId,
    reference_number: referenceNumber,
    state,
    amount: toDecimal(amount),
    currency_code: amount.currency,
    withdrawn_amount: isPositive(withdrawn) ? toDecimal(withdrawn) : undefined,
    reason,
    respond_by: dueAt === undefined ? undefined : isoUtc(dueAt),
  });
}
