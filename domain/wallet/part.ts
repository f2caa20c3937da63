import { add, compare, isPositive, subtract, type Money } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { settledAttempt, type Settled, type Tried } from '../transaction/settled.ts';
import { isUnpaid } from '../transaction/states.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { WalletOperation } from './entry.ts';
import type { WalletPartState, WalletReceipt, WalletPart } from './wallet-part.ts';

/** How much of a sum a wallet pays, and what is left for another method (contract/wallets#paying). */
export interface Coverage {
  readonly wallet: Money;
  readonly rest: Money;
}

/** The wallet pays as much as it can: the payer has no choice in it, and no fee is ever part of it. */
export function coverage(available: Money, principal: Money): Coverage {
  const wallet = compare(available, principal) < 0 ? available : principal;
  return { wallet, rest: subtract(principal, wallet) };
}

/** How long money stays set aside for a payer who went away or whose try came to nothing (contract/wallets#paying). */
export const RESERVED_MS = 4 * 60 * 60 * 1000;

/**
 * A wallet that pays all answers in seconds. When it has not by then, the run that asked it came to its end by force, and
 * whether it has paid must be found out: nobody else would ask.
 */
export const COVERED_MS = 60 * 1000;

/** Under which key the part is set aside: it follows from session and attempt, so that it is one reservation for ever. */
export function reservationKey(
  { sessionId }: Pick<Transaction, 'sessionId'>,
  { referenceNumber }: Pick<Attempt, 'referenceNumber'>,
): string {
  return `payment:${sessionId}:${referenceNumber}`;
}

/** The key of the one further reservation, for money that comes after the first has ended. */
export function againKey(key: string): string {
  return `${key}:again`;
}

/** What is set aside, or may be. */
export function isOpenPart(attempt: Attempt): attempt is Attempt & { readonly wallet: WalletPart } {
  return attempt.wallet?.state === 'wanted' || attempt.wallet?.state === 'reserved';
}

/** The keys of what other attempts of the transaction may have set aside: one payment never reserves twice. */
export function otherReservations(
  transaction: Pick<Transaction, 'sessionId' | 'attempts'>,
  { referenceNumber }: Pick<Attempt, 'referenceNumber'>,
): readonly string[] {
  return transaction.attempts
    .filter((attempt) => attempt.referenceNumber !== referenceNumber && isOpenPart(attempt))
    .map((attempt) => reservationKey(transaction, attempt));
}

/** Nothing is left for a gateway: the wallet pays it all. */
export function isCovered({ total, wallet }: Attempt): boolean {
  return wallet !== undefined && !isPositive(total);
}

/** What wallets have paid of the transaction: nothing of it can be refunded (contract/wallets#child). */
export function walletPaid(
  transaction: Settled<Tried & Pick<Attempt, 'wallet'>>,
): WalletPart | undefined {
  const part = settledAttempt(transaction)?.wallet;
  return part?.state === 'spent' ? part : undefined;
}

/** So much of the charge together with what wallets have paid, where both are in one currency. */
export function withWalletPaid(transaction: Transaction, charged: Money): Money {
  const paid = walletPaid(transaction)?.amount;
  return paid?.currency === charged.currency ? add(charged, paid) : charged;
}

/**
 * What an attempt and wallets have paid together, the fee included; without it where they have paid in two currencies, of which
 * there is no sum: then it is what was asked for.
 */
export function paidInAll(
  transaction: Transaction,
  { exchange, total }: Pick<Attempt, 'exchange' | 'total'>,
): Money {
  return withWalletPaid(transaction, exchange && walletPaid(transaction) ? exchange.from : total);
}

/** Something that has to be done with the part of an attempt, at an instant in epoch milliseconds. */
export interface PartDue {
  readonly how: 'release' | 'return' | 'pay';
  readonly at: number;
}

/**
 * When the part of an attempt is given free: at once when the payment is over or a newer try has taken its place, else some
 * hours after the try came to nothing or was left alone. What was spent for a payment that was over by then goes back at
 * once. A wallet that was to pay all and has not been heard of is asked again. Undefined when nothing is to be done.
 */
export function partDue(transaction: Transaction, attempt: Attempt): PartDue | undefined {
  const { state, attempts } = transaction;
  const begun = attempt.createdAt;
  if (attempt.wallet?.state === 'spent')
    return settledAttempt(transaction) === attempt ? undefined : { how: 'return', at: begun };
  if (!isOpenPart(attempt)) return undefined;
  const isOver = !isUnpaid(state) || attempts.at(-1) !== attempt;
  if (!isOver && attempt.state === 'pending' && isCovered(attempt))
    return { how: 'pay', at: begun + COVERED_MS };
  return { how: 'release', at: isOver ? begun : (attempt.concludedAt ?? begun) + RESERVED_MS };
}

/** What ends the part of an attempt whose transaction is removed, after which nobody would; undefined where nothing is to be done. */
export function endOfPart(
  transaction: Transaction,
  attempt: Attempt,
): 'release' | 'return' | undefined {
  if (isOpenPart(attempt)) return 'release';
  return partDue(transaction, attempt)?.how === 'return' ? 'return' : undefined;
}

/** The attempt with its part in another state; unchanged where it has none. */
export function withPart(
  attempt: Attempt,
  state: WalletPartState,
  receipt?: WalletReceipt,
): Attempt {
  const { wallet } = attempt;
  return wallet
    ? { ...attempt, wallet: { ...wallet, state, ...(receipt && { receipt }) } }
    : attempt;
}

/** What a transaction keeps of a wallet's operation. */
export function walletReceiptOf({
  id,
  accountId,
  balance,
  createdAt,
  updatedAt,
}: WalletOperation): WalletReceipt {
  return { operationId: id, accountId, balance, createdAt, updatedAt };
}

/** Whether two attempts would take the same from the wallet. */
export function isSamePart(one: Money | undefined, other: Money | undefined): boolean {
  return one && other ? isSameMoney(one, other) : one === other;
}
