import type { SessionId } from '../ids.ts';
import type { Money } from '../money.ts';

/**
 * How the wallet's part of an attempt stands. `wanted`: the wallet was or will be asked to set it aside. `reserved`: it is set
 * aside. `spent`: it is the merchant's. Nothing is set aside in the others: `refused` (the wallet had not so much), `released` (given
 * free again), `returned` (spent for what was over by then, and given back).
 */
export type WalletPartState = 'wanted' | 'reserved' | 'spent' | 'refused' | 'released' | 'returned';

/** What the wallet says of its latest word on the part. */
export interface WalletReceipt {
  readonly operationId: number;
  readonly accountId: string;
  /** The balance of the account right after. */
  readonly balance: Money;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a wallet pays of an attempt; the gateway is asked for the rest. */
export interface WalletPart {
  readonly amount: Money;
  /** Of the child transaction that it becomes when it is spent. */
  readonly sessionId: SessionId;
  readonly state: WalletPartState;
  readonly receipt?: WalletReceipt;
}
