import { exchanged, isPositive, subtract, type Money } from '../money.ts';
import type { Exchange } from '../exchange.ts';
import type { ReferenceNumber } from '../ids.ts';
import type { OperationEntry } from '../operation/operation.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { MoneyEventKind } from './entry.ts';
import { isConcluded, settledAttempt } from '../transaction/settled.ts';

/** The parts of a transaction that say what became of money. */
export type Booked = Pick<
  Transaction,
  | 'merchantId'
  | 'sessionId'
  | 'state'
  | 'attempts'
  | 'operations'
  | 'alerts'
  | 'settledPgCode'
  | 'settledAmount'
>;

/** All but what is done to wallets by hand, which is no payment's. */
export type PaymentEventKind = Exclude<MoneyEventKind, 'wallet-adjustment'>;

/** Something that happened to money, in the currency in which the gateway charges. */
export interface MoneyEvent {
  readonly kind: PaymentEventKind;
  /** Whose payment it is, and at whose account. */
  readonly attempt: Attempt;
  /** Of the attempt, or of the operation. */
  readonly referenceNumber: ReferenceNumber;
  readonly amount: Money;
}

/**
 * All that has happened to the money of a transaction: what its attempts brought, then what was done with it, in the order
 * in which it was asked for. Only what is done counts. Nothing moves where nothing was charged (a saved card).
 */
export function moneyEvents(transaction: Booked): readonly MoneyEvent[] {
  const settled = settledAttempt(transaction);
  const brought = transaction.attempts
    .filter(isConcluded)
    .flatMap((attempt) => broughtBy(transaction, attempt, attempt === settled));
  const fromWallet = settled ? paidByWallet(settled) : [];
  const done = (transaction.operations ?? []).filter(({ state }) => state === 'done');
  const operated = settled ? done.map((entry) => operatedOn(settled, entry)) : [];
  return [...brought, ...fromWallet, ...operated].filter(({ amount }) => isPositive(amount));
}

function broughtBy({ state }: Booked, attempt: Attempt, isSettled: boolean): readonly MoneyEvent[] {
  const { referenceNumber, total: amount } = attempt;
  const of = (kind: PaymentEventKind) => ({ kind, attempt, referenceNumber, amount });
  if (attempt.state === 'cod') {
    // Cash for what is closed was never handed over.
    if (!isSettled) return [];
    return state === 'canceled' ? [of('cash'), of('cash-canceled')] : [of('cash')];
  }
  const isHeld = isSettled ? state === 'authorized' : attempt.kind === 'authorize';
  if (isHeld) return [of('hold')];
  return [of(isSettled ? 'capture' : 'stray')];
}

/** Customers' money that is the merchant's from now on. */
function paidByWallet(attempt: Attempt): readonly MoneyEvent[] {
  const { wallet, referenceNumber } = attempt;
  if (wallet?.state !== 'spent') return [];
  return [{ kind: 'wallet-payment', attempt, referenceNumber, amount: wallet.amount }];
}

function operatedOn(attempt: Attempt, entry: OperationEntry): MoneyEvent {
  const { kind, destination, referenceNumber } = entry;
  const of = (event: PaymentEventKind, amount: Money) => ({
    kind: event,
    attempt,
    referenceNumber,
    amount,
  });
  // The gateway lets go of all that it holds; to merchants that is the amount without the fee (contract/api.md 8.3, C14).
  if (kind === 'void') return of('void', attempt.total);
  const amount = asCharged(entry.amount, attempt.exchange);
  if (kind === 'capture') return of('capture', amount);
  return of(destination === 'wallet' ? 'wallet-refund' : 'refund', amount);
}

/** What an amount of the transaction is at the gateway; the whole is to the last unit what was charged for it. */
function asCharged(amount: Money, exchange: Exchange | undefined): Money {
  if (!exchange || amount.currency !== exchange.from.currency) return amount;
  const isWhole = amount.minor === exchange.from.minor;
  return isWhole ? exchange.to : exchanged(amount, exchange.rate, exchange.to.currency);
}

/** What an attempt was made for, before its fee, in the currency of the charge. */
export function chargedWithoutFee({ total, fee }: Pick<Attempt, 'total' | 'fee'>): Money {
  return subtract(total, fee);
}
