import { isPositive, toDecimal } from '../money.ts';
import {
  childState,
  isReversed,
  type ChildState,
  type OperationEntry,
} from '../operation/operation.ts';
import { operatedAmounts } from '../operation/settle.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { walletChild, walletTransactions } from './wallet-fields.ts';

/**
 * What a wallet has paid, and what refunds, captures and voids have left behind, for the body of a payment
 * (contract/webhooks#payload): the sums of what was given back and let go, and the child transactions, oldest first,
 * under both of their documented names. Empty when there is no child to be seen.
 */
export function childFields(transaction: Transaction) {
  const wallet = walletChild(transaction);
  const operated = (transaction.operations ?? []).flatMap(listedChild);
  const children = [...(wallet ? [wallet] : []), ...operated];
  const spent = walletTransactions(transaction);
  const { refunded, voided } = operatedAmounts(transaction);
  return {
    ...(isPositive(refunded) && { refunded_amount: toDecimal(refunded) }),
    ...(isPositive(voided) && { voided_amount: toDecimal(voided) }),
    ...(children.length > 0 && { transaction: children, transactions: children }),
    ...(spent && { customer_wallet_transactions: spent }),
  };
}

/** A child as `txn` says it; it has no order number of its own (contract/operations#answers). */
export function childSummary(entry: OperationEntry, state: ChildState) {
  return {
    amount: toDecimal(entry.amount),
    currency_code: entry.amount.currency,
    order_no: '',
    session_id: entry.sessionId,
    state,
    ...(isReversed(entry) && { is_reversed: true as const }),
  };
}

function listedChild(entry: OperationEntry) {
  const state = childState(entry);
  if (state === undefined) return [];
  const summary = childSummary(entry, state);
  const isLetGo = state === 'voided' && !isReversed(entry);
  return [isLetGo ? { ...summary, voided_amount: toDecimal(entry.amount) } : summary];
}
