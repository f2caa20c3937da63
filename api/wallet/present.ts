import { isoUtc } from '../../domain/duration.ts';
import { toDecimal } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { availableBalance, type WalletAccount } from '../../domain/wallet/account.ts';
import type { WalletEntry, WalletOperation } from '../../domain/wallet/entry.ts';
import { finalization, lastChange } from '../../domain/wallet/finalization.ts';
import type { CursorPage } from '../../store/wallet-lists.ts';
import type { AnswerOf } from '../infer.ts';
import type { finalizationAnswer, walletOperationAnswer } from './answer.ts';

/** What is written is done: entries that wait or fail are never made (contract/wallets#entries). */
const STATUS = 'completed' as const;

export function presentWallet(account: WalletAccount) {
  const { id, customerId, currency, status, balance, sandbox, createdAt, updatedAt } = account;
  return {
    id,
    customer_id: customerId,
    currency,
    status,
    balance: toDecimal(balance),
    available_balance: toDecimal(availableBalance(account)),
    created_at: isoUtc(createdAt),
    updated_at: isoUtc(updatedAt),
    ...(sandbox && { is_sandbox: true as const }),
  };
}

/** Adjustments are of no payment and no account at a gateway: those two are null then. */
export function presentEntry({ sessionId, pgCode, ...entry }: WalletEntry, sandbox: boolean) {
  return {
    ...lineOf(entry),
    session_id: sessionId ?? null,
    pg_code: pgCode ?? null,
    ...(sandbox && { is_sandbox: true as const }),
  };
}

export function presentWalletOperation(
  { type, status, sessionId }: WalletOperation,
  entries: readonly WalletEntry[],
): AnswerOf<typeof walletOperationAnswer> {
  return {
    operation_type: type,
    status,
    session_id: sessionId ?? null,
    entries: entries.map((entry) => ({ id: entry.id, ...lineOf(entry) })),
  };
}

function lineOf({
  type,
  direction,
  amount,
  createdAt,
}: Pick<WalletEntry, 'type' | 'direction' | 'amount' | 'createdAt'>) {
  return {
    entry_type: type,
    direction,
    amount: toDecimal(amount),
    currency: amount.currency,
    status: STATUS,
    created_at: isoUtc(createdAt),
  };
}

/** A page with what to send as `pagination` for the ones beside it; null at the ends of the list. */
export function presentPage<T, R>(
  { count, results, hasNext, hasPrevious }: CursorPage<T>,
  perPage: number,
  { place, present }: { readonly place: (one: T) => number; readonly present: (one: T) => R },
) {
  const first = results[0];
  const last = results.at(-1);
  return {
    results: results.map(present),
    count,
    next:
      hasNext && last
        ? { cursor: place(last), direction: 'forward' as const, per_page: perPage }
        : null,
    previous:
      hasPrevious && first
        ? { cursor: place(first), direction: 'backward' as const, per_page: perPage }
        : null,
  };
}

export function presentFinalization(transaction: Transaction): AnswerOf<typeof finalizationAnswer> {
  return {
    status: finalization(transaction),
    payment_transaction_id: transaction.sessionId,
    last_updated_at: isoUtc(lastChange(transaction)),
    source: 'inquiry',
  };
}
