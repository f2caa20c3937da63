import { isoUtc } from '../domain/duration.ts';
import type { Dispute } from '../domain/dispute/dispute.ts';
import type { Merchant } from '../domain/merchant.ts';
import { toDecimal } from '../domain/money.ts';
import type { MessageRequest } from '../domain/notification/notification.ts';
import { disputeReceivers } from '../domain/staff-receivers.ts';
import type { AlertedPayment } from './alert-mail.ts';
import { mailTo } from './staff-mails.ts';

/**
 * The mail about a dispute that a person has to answer, or that was lost, once for each of its states: to the addresses for
 * webhook failures, else to the support address; none where there is neither.
 */
export function mailOfDispute(
  transaction: AlertedPayment,
  {
    merchant,
    dispute,
    now,
    removedAt,
  }: {
    readonly merchant: Merchant;
    readonly dispute: Dispute;
    readonly now: number;
    /** Since when there is nothing of the payment to be looked at here. */
    readonly removedAt?: number;
  },
): readonly MessageRequest[] {
  const { merchantId, sessionId, orderNo } = transaction;
  const { disputeId, state, amount, reason, dueAt, referenceNumber } = dispute;
  return mailTo(disputeReceivers(merchant, transaction), {
    event: state === 'lost' ? 'dispute-lost' : 'dispute-open',
    key: `dispute/${sessionId}/${disputeId}/${state}`,
    merchantId,
    sessionId,
    lines: [
      ['order', orderNo],
      ['payment', sessionId],
      ['removed', removedAt === undefined ? undefined : isoUtc(removedAt)],
      ['amount', `${amount.currency} ${toDecimal(amount)}`],
      ['reference', referenceNumber],
      ['dispute', disputeId],
      ['reason', reason],
      ['due', dueAt === undefined ? undefined : isoUtc(dueAt)],
    ],
    now,
  });
}
