import { claimedBy, isClaiming, isKept } from '../dispute/amounts.ts';
import type { Dispute } from '../dispute/dispute.ts';
import { asAsked, inOriginalCurrency } from '../exchange.ts';
import { add, compare, isPositive, isZero, subtract, sum, zero, type Money } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import {
  decisiveAttempt,
  settledAttempt,
  type Settled,
  type Tried,
} from '../transaction/settled.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import { walletPaid } from '../wallet/part.ts';
import type { OperationEntry, OperationKind, OperationState } from './operation.ts';

/* What of a payment's money can still be refunded, captured or voided, and what was. */

/** What has to be known of a transaction to count what was done with its money. */
export interface Counted
  extends Settled<Tried>, Pick<Transaction, 'amount' | 'operations' | 'disputes'> {}

/** What has to be known of it to count what is left of its money, too. */
export interface CountedWithState extends Counted, Pick<Transaction, 'state'> {
  readonly attempts: readonly (Tried & Pick<Attempt, 'wallet'>)[];
}

/** Money that is gone or may be gone: nobody else may have it. A failure gives it back. */
const TAKING: ReadonlySet<OperationState> = new Set([
  'awaiting',
  'promised',
  'queued',
  'unclear',
  'done',
]);

/** The operations of a kind that take money, whatever became of them so far. */
export function taking(transaction: Counted, kind: OperationKind): readonly OperationEntry[] {
  return onSettled(transaction).filter((entry) => entry.kind === kind && takes(entry));
}

/** Whether it takes money, or may: it did not fail, and the gateway has not undone it. */
export function takes(entry: Pick<OperationEntry, 'state' | 'reversedAt'>): boolean {
  return TAKING.has(entry.state) && stands(entry);
}

/** What those take, in the currency of the transaction. */
export function taken(transaction: Counted, kind: OperationKind): Money {
  return together(transaction, taking(transaction, kind));
}

/** The sum of the operations of a kind in these states, in the currency of the transaction. */
export function sumOf(
  transaction: Counted,
  kind: OperationKind,
  ...states: readonly OperationState[]
): Money {
  return together(
    transaction,
    onSettled(transaction).filter(
      (entry) => entry.kind === kind && states.includes(entry.state) && stands(entry),
    ),
  );
}

/** What the gateway has undone has moved nothing in the end: its money is where it was before. */
function stands({ reversedAt }: Pick<OperationEntry, 'reversedAt'>): boolean {
  return reversedAt === undefined;
}

/**
 * What the payer committed to, fee included: the most that can be captured. Nothing where that was in a currency that is asked
 * for no more: an attempt of earlier terms.
 */
export function committed(transaction: Counted): Money {
  const attempt = decisiveAttempt(transaction);
  const { currency } = transaction.amount;
  const all = attempt && inOriginalCurrency(attempt.total, attempt.fee, attempt.exchange);
  return all?.currency === currency ? all : zero(currency);
}

/**
 * What is left to capture (contract/operations#amounts): nothing but an authorization has any, and a void takes it all, as does
 * the first capture of a gateway that captures once.
 */
export function capturable(transaction: CountedWithState): Money {
  const nothing = zero(transaction.amount.currency);
  const isOver =
    taking(transaction, 'void').length > 0 ||
    taking(transaction, 'capture').some(({ endsHold }) => endsHold);
  if (transaction.state !== 'authorized' || isOver) return nothing;
  return atLeastNothing(subtract(committed(transaction), taken(transaction, 'capture')));
}

/**
 * What is left to refund (contract/operations#amounts): never the fee, never what was not captured or what a wallet has
 * paid, and nothing that another refund has been promised, that was given back by a void at the gateway itself, or that the
 * payer's bank claims.
 */
export function refundable(transaction: CountedWithState): Money {
  const left = refundableByMerchant(transaction);
  return subtract(left, least(left, disputed(transaction)));
}

/**
 * What payers' banks claim of what settled it, the fee included, in the currency of the transaction: never more than came. A claim in a
 * third currency may be of all.
 */
export function disputed(transaction: Counted): Money {
  const settled = settledAttempt(transaction)?.referenceNumber;
  const disputes = (transaction.disputes ?? []).filter(
    ({ referenceNumber }) => referenceNumber === settled,
  );
  const own = [transaction.amount.currency, decisiveAttempt(transaction)?.total.currency];
  const all = committed(transaction);
  const isForeign = ({ amount }: Dispute) => !own.includes(amount.currency);
  if (disputes.some((one) => isForeign(one) && (isClaiming(one) || isKept(one)))) return all;
  const claimed = disputes.flatMap((one) => claimedBy(one).map((amount) => ({ amount })));
  return least(together(transaction, claimed), all);
}

/** The same if no bank had a say in it. */
function refundableByMerchant(transaction: CountedWithState): Money {
  const { state, amount } = transaction;
  const nothing = zero(amount.currency);
  const voided = state === 'paid' ? sumOf(transaction, 'void', 'done') : nothing;
  // At the gateway itself more can be given back than we would: the fee, too.
  return atLeastNothing(
    subtract(
      mostRefundable(transaction),
      sum([taken(transaction, 'refund'), voided], nothing.currency),
    ),
  );
}

/** The most that refunds can give back, whatever they have given back: never the fee, what was not captured or what a wallet has paid. */
export function mostRefundable(transaction: CountedWithState): Money {
  const { state, settledAmount, amount } = transaction;
  const nothing = zero(amount.currency);
  if (!settledAmount || (state !== 'paid' && state !== 'authorized')) return nothing;
  const captured = sumOf(transaction, 'capture', 'done');
  const most = state === 'paid' ? settledAmount : least(captured, settledAmount);
  return subtract(most, walletPaid(transaction)?.amount ?? nothing);
}

/** What has gone back by refunds, in the currency of the transaction. */
export function refunded(transaction: Counted): Money {
  return sumOf(transaction, 'refund', 'done');
}

/**
 * All that has gone back to the payer, in the currency of the transaction: by refunds, and where the gateway itself has voided what was
 * charged, by that. What is let go of a hold was never theirs to get back.
 */
export function goneBack(transaction: Transaction): Money {
  const { state, settledAmount } = transaction;
  const back = refunded(transaction);
  if (state !== 'paid' || !settledAmount) return back;
  const voided = sumOf(transaction, 'void', 'done');
  const isWhole = isSameMoney(voided, mostRefundable(transaction));
  // With all of a charge the gateway gives back its fee, which merchants do not count.
  return add(back, isWhole ? committed(transaction) : voided);
}

export const REFUNDED = ['none', 'part', 'all'] as const;
/** How much of what was paid has gone back. */
export type Refunded = (typeof REFUNDED)[number];

/** How much of what could be refunded has gone back. */
export function refundedShare(transaction: Transaction): Refunded {
  if (isZero(goneBack(transaction))) return 'none';
  const isAll =
    isZero(refundableByMerchant(transaction)) &&
    isSameMoney(refunded(transaction), taken(transaction, 'refund'));
  return isAll ? 'all' : 'part';
}

/**
 * What a void gives back, as merchants count it: the settled amount of an authorization of which nothing was captured or
 * voided. The gateway releases all that it holds, and no fee was charged (contract/operations#amounts).
 */
export function voidable(transaction: Transaction): Money {
  const isTouched = (['capture', 'void'] as const).some(
    (kind) => taking(transaction, kind).length > 0,
  );
  const { state, settledAmount, amount } = transaction;
  return state === 'authorized' && settledAmount && !isTouched
    ? settledAmount
    : zero(amount.currency);
}

/** The transaction with what is paid of it: an authorization is as far as it was captured (contract/operations#amounts). */
export function withPaidAmount(transaction: Transaction): Transaction {
  if (transaction.state !== 'authorized') return transaction;
  const captured = sumOf(transaction, 'capture', 'done');
  if (captured.minor !== 0) return { ...transaction, paidAmount: captured };
  const { paidAmount, ...unpaid } = transaction;
  // All that was captured has been undone.
  return paidAmount && isPositive(paidAmount) ? unpaid : transaction;
}

/** What is left for a further operation of the kind. */
export function available(transaction: Transaction, kind: OperationKind): Money {
  return { refund: refundable, capture: capturable, void: voidable }[kind](transaction);
}

/**
 * The operations on the money that settled the transaction, oldest first. Not those on other money that came, late or a
 * second time: that was never the merchant's to give back or to take.
 */
export function onSettled(transaction: Counted): readonly OperationEntry[] {
  const { operations = [] } = transaction;
  const settled = settledAttempt(transaction)?.referenceNumber;
  return operations.filter(
    ({ paymentReference }) => settled === undefined || paymentReference === settled,
  );
}

/**
 * What was done at the gateway itself is told in the currency of the charge, and counted together before it is put into that of the
 * transaction, so that parts that come to all are all. In a third currency it cannot be counted; its alert has a person look at it.
 */
function together(transaction: Counted, entries: readonly Pick<OperationEntry, 'amount'>[]): Money {
  const { currency } = transaction.amount;
  const attempt = decisiveAttempt(transaction);
  const currencies = new Set(entries.map(({ amount }) => amount.currency));
  const sums = [...currencies].map((one) =>
    sum(
      entries.map(({ amount }) => amount).filter((amount) => amount.currency === one),
      one,
    ),
  );
  const counted = sums.map((amount) => {
    if (attempt && isSameMoney(amount, attempt.total)) return committed(transaction);
    const exchange = attempt?.exchange;
    return asAsked(amount, { currency, ...(exchange && { exchange }) }) ?? zero(currency);
  });
  return sum(counted, currency);
}

function atLeastNothing(amount: Money): Money {
  return isPositive(amount) ? amount : zero(amount.currency);
}

function least(one: Money, other: Money): Money {
  return compare(one, other) < 0 ? one : other;
}
