import type { ReferenceNumber } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';
import { toDecimal } from '../domain/money.ts';
import type { MessageRequest } from '../domain/notification/notification.ts';
import { attemptOf, type Transaction } from '../domain/transaction/transaction.ts';
import { settingsPlugin } from '../domain/transaction/open.ts';
import { failureReceivers } from '../domain/webhook/failure-receivers.ts';
import { mailTo } from './staff-mails.ts';

/**
 * The mail about a further attempt that took money for a payment that had succeeded, once for each attempt: to the addresses
 * for webhook failures, else to the support address; none where there is neither.
 */
export function mailOfSecondSuccess(
  transaction: Transaction,
  {
    merchant,
    referenceNumber,
    now,
  }: {
    readonly merchant: Merchant;
    readonly referenceNumber: ReferenceNumber;
    readonly now: number;
  },
): readonly MessageRequest[] {
  const { merchantId, sessionId, orderNo, settledPgCode } = transaction;
  const attempt = attemptOf(transaction, referenceNumber);
  // Who wants no mail about webhooks is told of money all the same.
  const told = { ...merchant, webhooks: { ...merchant.webhooks, notifyOnFailure: true } };
  const emails = failureReceivers(told, settingsPlugin(transaction));
  return mailTo(emails, {
    event: 'second-success',
    key: `second-success/${sessionId}/${referenceNumber}`,
    merchantId,
    sessionId,
    lines: [
      ['order', orderNo],
      ['payment', sessionId],
      ['amount', attempt && `${attempt.total.currency} ${toDecimal(attempt.total)}`],
      ['reference', referenceNumber],
      ['account', attempt?.pgCode],
      ['paidBy', settledPgCode],
    ],
    now,
  });
}
