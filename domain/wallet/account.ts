import type { CurrencyCode } from '../currencies.ts';
import type { MerchantId } from '../ids.ts';
import { subtract, zero, type Money } from '../money.ts';

/** Suspended: nothing may come in or be spent until it is active again. Closed: for good, and empty. */
export const WALLET_STATUSES = ['active', 'suspended', 'closed'] as const;
export type WalletStatus = (typeof WALLET_STATUSES)[number];

/** By which name merchants know our wallet among others (contract/wallets#account). */
export const WALLET_PROVIDER = 'wallet_sarraf';

/**
 * Whose wallet: one for each merchant, customer and currency (contract/wallets#account). What was paid in a sandbox is
 * kept apart, or play money could be spent in earnest.
 */
export interface Holder {
  readonly merchantId: MerchantId;
  /** The merchant's own name for the customer. */
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly sandbox: boolean;
}

export interface WalletAccount extends Holder {
  /** A UUID. */
  readonly id: string;
  /** Its place in lists; a later account has a higher one. */
  readonly number: number;
  readonly status: WalletStatus;
  /** What the customer owns, reservations included. */
  readonly balance: Money;
  /** What is set aside for payments under way. */
  readonly reserved: Money;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An empty account, for somebody's first credit. */
export function openAccount(
  { merchantId, customerId, currency, sandbox }: Holder,
  { id, number, now }: { readonly id: string; readonly number: number; readonly now: number },
): WalletAccount {
  return {
    id,
    number,
    merchantId,
    customerId,
    currency,
    sandbox,
    status: 'active',
    balance: zero(currency),
    reserved: zero(currency),
    createdAt: now,
    updatedAt: now,
  };
}

/** What can be spent: the balance without open reservations (contract/wallets#account). */
export function availableBalance({ balance, reserved }: WalletAccount): Money {
  return subtract(balance, reserved);
}
