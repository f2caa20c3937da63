import { isoUtc } from '../duration.ts';
import { toDecimal } from '../money.ts';
import { settledAttempt } from '../transaction/settled.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { WALLET_PROVIDER } from '../wallet/account.ts';
import { walletPaid } from '../wallet/part.ts';

/**
 * What wallets have paid of a payment (contract/wallets#child), as
 * `customer_wallet_transactions`. Undefined when no wallet took part: then the key is left out.
 */
export function walletTransactions(transaction: Transaction) {
  const part = walletPaid(transaction);
  const { receipt } = part ?? {};
  if (!part || !receipt) return undefined;
  const { operationId, accountId, balance, createdAt, updatedAt } = receipt;
  return [
    {
      provider_code: WALLET_PROVIDER,
      amount: toDecimal(part.amount),
      currency: part.amount.currency,
      operation_id: String(operationId),
      wallet_response: {
        account_id: accountId,
        balance: toDecimal(balance),
        operation_type: 'reservation',
        status: 'completed',
      },
      created_at: isoUtc(createdAt),
      modified_at: isoUtc(updatedAt),
    },
  ];
}

/**
 * The child transaction that the wallet's part has become: paid, with a session id and an order number of its own
 * (contract/wallets#child). Undefined when no wallet took part.
 */
export function walletChild(transaction: Transaction) {
  const part = walletPaid(transaction);
  const attempt = settledAttempt(transaction);
  if (!part || !attempt) return undefined;
  return {
    amount: toDecimal(part.amount),
    currency_code: part.amount.currency,
    order_no: `${attempt.referenceNumber}-wallet`,
    session_id: part.sessionId,
    state: 'paid' as const,
  };
}
