import { sumOf } from '../operation/amounts.ts';
import type { TransactionState } from '../transaction/states.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { isPositive } from '../money.ts';

/** How a payment ended, for who holds a customer's money for it (contract/wallets#finalization). */
export type Finalization = 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'PENDING';

const ENDS: Readonly<Record<TransactionState, Finalization>> = {
  created: 'PENDING',
  pending: 'PENDING',
  attempted: 'PENDING',
  paid: 'SUCCEEDED',
  authorized: 'SUCCEEDED',
  cod: 'SUCCEEDED',
  failed: 'FAILED',
  expired: 'FAILED',
  invalided: 'FAILED',
  canceled: 'CANCELLED',
};

/** A hold that was voided counts as canceled, but not one of which a part was captured. */
export function finalization(transaction: Transaction): Finalization {
  const isVoided =
    transaction.state === 'authorized' &&
    isPositive(sumOf(transaction, 'void', 'done')) &&
    !isPositive(sumOf(transaction, 'capture', 'done'));
  return isVoided ? 'CANCELLED' : ENDS[transaction.state];
}

/** When the payment last changed as far as its document tells, in epoch milliseconds. */
export function lastChange({
  createdAt,
  seenAt,
  attempts,
  operations,
  deletedAt,
}: Transaction): number {
  return Math.max(
    createdAt,
    ...[seenAt, deletedAt].flatMap((at) => at ?? []),
    ...attempts.map((attempt) => attempt.concludedAt ?? attempt.createdAt),
    ...(operations ?? []).map((operation) => operation.createdAt),
  );
}
