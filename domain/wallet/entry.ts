import type { MerchantId, PgCode, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';

export const ENTRY_TYPES = [
  'credit_refund',
  'debit_payment',
  'reserve',
  'release',
  'expire',
  'reversal',
  'credit_adjustment',
  'debit_adjustment',
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export const DIRECTIONS = ['credit', 'debit'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export type WalletOperationType = 'refund' | 'reservation' | 'adjustment';

/** A reservation is pending until it is spent (`completed`), given back (`canceled`) or out of time (`expired`). */
export type WalletOperationStatus = 'pending' | 'completed' | 'expired' | 'canceled' | 'reversed';

/** Where a movement comes from. */
export interface Origin {
  /** The session id of the payment. */
  readonly sessionId?: SessionId;
  readonly pgCode?: PgCode;
  /** Why somebody adjusted it, and who. */
  readonly reason?: string;
  readonly by?: string;
}

/** One piece of business of a wallet, with the entries that it has made. */
export interface WalletOperation extends Origin {
  readonly id: number;
  readonly merchantId: MerchantId;
  readonly accountId: string;
  /** The caller's name for it: under one key only one is ever made. */
  readonly key: string;
  readonly type: WalletOperationType;
  readonly status: WalletOperationStatus;
  readonly amount: Money;
  /** The account's balance right after its latest entry. */
  readonly balance: Money;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One line of a wallet's book. Added with the change of the balance, never changed, never removed. */
export interface WalletEntry extends Pick<Origin, 'sessionId' | 'pgCode'> {
  readonly id: number;
  readonly merchantId: MerchantId;
  readonly accountId: string;
  readonly operationId: number;
  readonly type: EntryType;
  readonly direction: Direction;
  readonly amount: Money;
  /** The account's figures right after it. */
  readonly balance: Money;
  readonly reserved: Money;
  readonly createdAt: number;
}
