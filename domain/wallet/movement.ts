import { fieldSentence } from '../field-sentence.ts';
import {
  add,
  compare,
  isPositive,
  isZero,
  shownMoney,
  subtract,
  toDecimal,
  type Money,
} from '../money.ts';
import { Refusal } from '../refusal.ts';
import { availableBalance, type WalletAccount, type WalletStatus } from './account.ts';
import type { Direction, EntryType } from './entry.ts';
import { refuseByPolicy, type WalletPolicy } from './policy.ts';

interface Effect {
  readonly direction: Direction;
  readonly balance: 1 | 0 | -1;
  readonly reserved: 1 | 0 | -1;
  /** In which status the account lets it happen. What was set aside ends whatever became of the account. */
  readonly while: readonly WalletStatus[];
}

const OPEN = ['active'] as const;
/** Operators put right what is suspended too. */
const KEPT = ['active', 'suspended'] as const;
/** What a payment gives back is the customer's, whatever became of the account since; then it can be taken out by hand. */
const EVER = ['active', 'suspended', 'closed'] as const;

/** What each entry does to its account (contract/wallets#entries). */
const EFFECTS: Readonly<Record<EntryType, Effect>> = {
  credit_refund: { direction: 'credit', balance: 1, reserved: 0, while: OPEN },
  credit_adjustment: { direction: 'credit', balance: 1, reserved: 0, while: KEPT },
  debit_adjustment: { direction: 'debit', balance: -1, reserved: 0, while: EVER },
  reserve: { direction: 'debit', balance: 0, reserved: 1, while: OPEN },
  release: { direction: 'credit', balance: 0, reserved: -1, while: KEPT },
  expire: { direction: 'credit', balance: 0, reserved: -1, while: KEPT },
  debit_payment: { direction: 'debit', balance: -1, reserved: -1, while: KEPT },
  reversal: { direction: 'credit', balance: 1, reserved: 0, while: EVER },
};

/** What an entry adds to the figures of its account, as a multiple of its amount. */
export function effectOf(type: EntryType): Readonly<Pick<Effect, 'balance' | 'reserved'>> {
  return EFFECTS[type];
}

/** Whether an entry gives to the customer or takes. */
export function directionOf(type: EntryType): Direction {
  return EFFECTS[type].direction;
}

/**
 * The account after a movement. Throws `account_inactive`, `policy_violation` for a credit, or `amount_exceeds_balance`
 * with `available` when less is left than would be taken. Neither figure is ever below zero.
 */
export function moved(
  account: WalletAccount,
  { type, amount, now }: { readonly type: EntryType; readonly amount: Money; readonly now: number },
  policy: WalletPolicy = {},
): WalletAccount {
  const effect = EFFECTS[type];
  if (!isPositive(amount)) throw new RangeError('Only more than nothing can be moved.');
  refuseUnlessIn(account, effect.while);
  if (type === 'credit_refund' || type === 'credit_adjustment')
    refuseByPolicy(amount, account.balance, policy);
  if (type === 'reserve' || type === 'debit_adjustment') refuseBeyond(account, amount);
  const balance = changed(account.balance, effect.balance, amount);
  const reserved = changed(account.reserved, effect.reserved, amount);
  if (reserved.minor < 0) throw new RangeError(`The wallet ${account.id} has less set aside.`);
  return { ...account, balance, reserved, updatedAt: now };
}

/**
 * Throws `account_inactive` or `policy_violation` when a refund could not be credited now. Undefined: there is no
 * account yet, the credit would open it.
 */
export function refuseCredit(
  account: Pick<WalletAccount, 'status' | 'balance'> | undefined,
  amount: Money,
  policy: WalletPolicy,
): void {
  if (account) refuseUnlessIn(account, OPEN);
  const balance = account?.balance ?? subtract(amount, amount);
  refuseByPolicy(amount, balance, policy);
}

/**
 * The account in another status. Throws `invalid_state` for one that is closed, which is for good, and for closing one
 * that still holds money.
 */
export function inStatus(account: WalletAccount, status: WalletStatus, now: number): WalletAccount {
  if (account.status === status) return account;
  if (account.status === 'closed')
    throw new Refusal('invalid_state', 'The wallet is closed, and that is for good.');
  if (status === 'closed' && !isZero(account.balance))
    throw new Refusal(
      'invalid_state',
      `The wallet still holds ${shownMoney(account.balance)}. Take it out first.`,
    );
  return { ...account, status, updatedAt: now };
}

function refuseUnlessIn(
  { status }: Pick<WalletAccount, 'status'>,
  statuses: readonly WalletStatus[],
): void {
  if (!statuses.includes(status))
    throw new Refusal('account_inactive', fieldSentence('wallet-status', { status }));
}

function refuseBeyond(account: WalletAccount, amount: Money): void {
  const available = availableBalance(account);
  if (compare(amount, available) > 0)
    throw new Refusal(
      'amount_exceeds_balance',
      `The wallet has ${shownMoney(available)} left.`,
      undefined,
      { available: toDecimal(available) },
    );
}

function changed(figure: Money, by: 1 | 0 | -1, amount: Money): Money {
  if (by === 0) return figure;
  return by === 1 ? add(figure, amount) : subtract(figure, amount);
}
