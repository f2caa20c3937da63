import type { ReferenceNumber } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';
import { toDecimal } from '../domain/money.ts';
import type { Wanted } from '../domain/notification/notification.ts';
import { attemptOf, type Transaction } from '../domain/transaction/transaction.ts';
import { mailTo } from './staff-mails.ts';

/**
 * The mail about a further attempt that took money for a payment that had succeeded, once for each attempt: to the addresses
 * for webhook failures, else to the merchant's support address; none where there is neither.
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
): readonly Wanted[] {
  const { merchantId, sessionId, orderNo, settledPgCode } = transaction;
  const attempt = attemptOf(transaction, referenceNumber);
  const { supportEmail, webhooks } = merchant;
  const named = webhooks.emails ?? [];
  const emails = named.length === 0 && supportEmail !== undefined ? [supportEmail] : named;
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
