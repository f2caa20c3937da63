import { isoUtc } from '../domain/duration.ts';
import type { Dispute } from '../domain/dispute/dispute.ts';
import { toDecimal } from '../domain/money.ts';
import type { MessageRequest } from '../domain/notification/notification.ts';
import { alertReceivers } from '../domain/staff-receivers.ts';
import type { AlertedPayment, AlertReaders } from './alert-mail.ts';
import { mailTo } from './staff-mails.ts';

/**
 * The mail about a dispute that a person has to answer, or that was lost, once for each time that it comes to such a state,
 * because a bank may come again: to who is told of alerts (`alertReceivers`), but not to the operators.
 */
export function mailOfDispute(
  transaction: AlertedPayment,
  {
    merchant,
    users,
    dispute,
    now,
    removedAt,
  }: {
    readonly dispute: Dispute;
    readonly now: number;
    /** Since when there is nothing of the payment to be looked at here. */
    readonly removedAt?: number;
  } & Pick<AlertReaders, 'merchant' | 'users'>,
): readonly MessageRequest[] {
  const { merchantId, sessionId, orderNo } = transaction;
  const { disputeId, state, saidAt, amount, reason, dueAt, referenceNumber } = dispute;
  return mailTo(alertReceivers(merchant, users, { kind: 'dispute', payment: transaction }), {
    event: state === 'lost' ? 'dispute-lost' : 'dispute-open',
    key: `dispute/${sessionId}/${disputeId}/${state}/${saidAt}`,
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
