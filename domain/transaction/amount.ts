import {
  add,
  compare,
  isPositive,
  parseMoney,
  shownMoney,
  subtract,
  type Money,
} from '../money.ts';
import { Refusal } from '../refusal.ts';
import { typedAmount } from '../typed-amount.ts';
import { isSuccess } from './states.ts';
import type { Attempt, Transaction } from './transaction.ts';

/** Why a payer's text is not an amount that they may pay. */
export type AmountProblem = 'unreadable' | 'decimals' | 'nothing' | 'too-much';

/**
 * The amount that a payer has typed, where it is theirs to choose: more than nothing, at most what is asked for, in the
 * currency's decimals (contract/checkout#payment-page). Arabic digits and decimal signs are read like Latin ones, and
 * thousands may be set apart as the page has them.
 */
export function readAmount(
  { amount }: Pick<Transaction, 'amount'>,
  text: string,
): Money | { readonly problem: AmountProblem } {
  const read = parseMoney(typedAmount(text, amount.currency), amount.currency);
  if ('fault' in read) {
    if (read.fault === 'decimals') return { problem: 'decimals' };
    return { problem: read.fault === 'format' ? 'unreadable' : 'too-much' };
  }
  if (!isPositive(read)) return { problem: 'nothing' };
  return compare(read, amount) > 0 ? { problem: 'too-much' } : read;
}

/**
 * What is asked for, before the fee: the whole amount, or the part that the payer chose. Throws `validation_error` when
 * the payer has no choice or the part is none.
 */
export function amountToPay(transaction: Transaction, wanted?: Money): Money {
  if (wanted === undefined || isSameMoney(wanted, transaction.amount)) return transaction.amount;
  if (isPositive(wanted) && isAmountOf(transaction, wanted)) return wanted;
  const whole = shownMoney(transaction.amount);
  throw new Refusal('validation_error', 'The request is not valid.', {
    amount: [
      transaction.amountEditable
        ? `Choose more than nothing and at most ${whole}.`
        : `This transaction is paid with ${whole}; the amount cannot be chosen.`,
    ],
  });
}

/** What an attempt was made for, before the fee and with what a wallet pays of it, in the currency of the transaction. */
export function askedOf({
  wallet,
  ...attempt
}: Pick<Attempt, 'total' | 'fee' | 'exchange' | 'wallet'>): Money {
  const rest = askedOfGateway(attempt);
  return wallet ? add(rest, wallet.amount) : rest;
}

/** The same without what a wallet pays of it. */
export function askedOfGateway({
  total,
  fee,
  exchange,
}: Pick<Attempt, 'total' | 'fee' | 'exchange'>): Money {
  return exchange?.from ?? subtract(total, fee);
}

/** Whether the transaction is paid with so much: the amount, or less where the payer may choose. */
export function isAmountOf(
  { amount, amountEditable }: Pick<Transaction, 'amount' | 'amountEditable'>,
  asked: Money,
): boolean {
  if (asked.currency !== amount.currency) return false;
  return amountEditable ? compare(asked, amount) <= 0 : compare(asked, amount) === 0;
}

/** What the payer chose not to pay, where that was theirs to choose (contract/operations#amounts); undefined where that is nothing. */
export function remainingAmount({
  state,
  amount,
  amountEditable,
  settledAmount,
}: Pick<Transaction, 'state' | 'amount' | 'amountEditable' | 'settledAmount'>): Money | undefined {
  if (!amountEditable || !settledAmount || !isSuccess(state)) return undefined;
  const remaining = subtract(amount, settledAmount);
  return isPositive(remaining) ? remaining : undefined;
}

/** Whether two amounts are the same, currency included. */
export function isSameMoney(one: Money, other: Money): boolean {
  return one.currency === other.currency && compare(one, other) === 0;
}
