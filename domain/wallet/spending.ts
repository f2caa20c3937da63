import type { ReferenceNumber } from '../ids.ts';
import { shownMoney } from '../money.ts';
import { alerted } from '../transaction/alert.ts';
import { askedOf, isAmountOf, isSameMoney } from '../transaction/amount.ts';
import { changeAttempt } from '../transaction/attempt.ts';
import { namesOtherPayment } from '../transaction/gateway-reference.ts';
import type { AttemptReport } from '../transaction/network.ts';
import { isConcluded } from '../transaction/settled.ts';
import { next } from '../transaction/states.ts';
import { attemptOf, type Attempt, type Transaction } from '../transaction/transaction.ts';
import type { Holder } from './account.ts';
import { isOpenPart, otherReservations, withPart, type PartDue } from './part.ts';
import type { WalletPart, WalletReceipt } from './wallet-part.ts';

/** Whose wallet pays for an attempt. Only for transactions that take one. */
export function holderFor(
  { merchantId, customer, amount: { currency } }: Transaction,
  { sandbox }: Pick<Attempt, 'sandbox'>,
): Holder {
  if (customer.id === undefined) throw new TypeError('Only a named customer has a wallet.');
  return { merchantId, customerId: customer.id, currency, sandbox };
}

/** What was asked of the wallet for an attempt, and what became of it. */
export type ToldSpending =
  | { readonly step: 'reserved' | 'spent'; readonly receipt: WalletReceipt }
  | { readonly step: 'refused' };

/** The transaction after the wallet has said whether it sets the part aside. */
export function reservedPart(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  told: ToldSpending,
): Transaction {
  const replaced = new Set(replacedBy(transaction, referenceNumber));
  return {
    ...transaction,
    attempts: transaction.attempts.map((attempt) => {
      if (replaced.has(attempt.referenceNumber)) return withPart(attempt, 'released');
      if (attempt.referenceNumber !== referenceNumber || !mayTurn(attempt)) return attempt;
      return told.step === 'refused'
        ? withPart(attempt, 'refused')
        : withPart(attempt, told.step, told.receipt);
    }),
  };
}

/**
 * The transaction when the wallet has given no answer to a part that was released meanwhile, which found nothing to be
 * given free: it may be set aside since, and is due to be given free again. Undefined where it was not released.
 */
export function wantedAgain(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
): Transaction | undefined {
  const attempt = attemptOf(transaction, referenceNumber);
  if (attempt?.wallet?.state !== 'released') return undefined;
  return changeAttempt(transaction, referenceNumber, (one) => withPart(one, 'wanted'));
}

/** What was released meanwhile and is set aside now must be known as such, or nobody would release it. */
function mayTurn({ wallet }: Attempt): boolean {
  return wallet?.state === 'wanted' || wallet?.state === 'released';
}

/** The older attempts whose reservations give way to that of this one. */
function replacedBy(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
): readonly ReferenceNumber[] {
  const at = transaction.attempts.findIndex((one) => one.referenceNumber === referenceNumber);
  return transaction.attempts
    .slice(0, Math.max(at, 0))
    .filter(isOpenPart)
    .map((older) => older.referenceNumber);
}

/**
 * The part that must be spent before this word of the network can count: without it the transaction is not paid in full.
 * Undefined where nothing is to be spent, or the word does not pay the transaction anyway.
 */
export function partToSpend(
  transaction: Transaction,
  report: AttemptReport,
): (Attempt & { readonly wallet: WalletPart }) | undefined {
  const { referenceNumber, outcome } = report;
  const attempt = attemptOf(transaction, referenceNumber);
  if (namesOtherPayment(transaction, report)) return undefined;
  if (outcome.result !== 'success' || outcome.kind !== 'purchase') return undefined;
  if (!attempt || isConcluded(attempt) || !hasPart(attempt)) return undefined;
  const pays =
    attempt.wallet.state !== 'spent' &&
    isSameMoney(outcome.charged, attempt.total) &&
    next(transaction.state, 'pay') !== undefined &&
    isAmountOf(transaction, askedOf(attempt));
  return pays ? attempt : undefined;
}

/** Whether a success of the attempt lacks what the wallet should have paid of it. */
export function lacksWallet({ wallet }: Attempt): boolean {
  return wallet !== undefined && wallet.state !== 'spent';
}

/** The transaction after the wallet has paid its part, or could not any more. */
export function spentPart(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  told: ToldSpending,
): Transaction {
  return changeAttempt(transaction, referenceNumber, (attempt) => {
    // The other word may have come first, and be kept already.
    if (isConcluded(attempt)) return attempt;
    return told.step === 'refused'
      ? withPart(attempt, 'refused')
      : withPart(attempt, 'spent', told.receipt);
  });
}

/**
 * The transaction after what was due has been done with a part; undefined when it has changed meanwhile, and something else
 * may be due.
 */
export function donePart(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  { how }: { readonly how: Exclude<PartDue['how'], 'pay'> },
): Transaction | undefined {
  const attempt = attemptOf(transaction, referenceNumber);
  if (!attempt) return undefined;
  const isThere = how === 'release' ? isOpenPart(attempt) : attempt.wallet?.state === 'spent';
  if (!isThere) return undefined;
  return changeAttempt(transaction, referenceNumber, (one) =>
    withPart(one, how === 'release' ? 'released' : 'returned'),
  );
}

/** The transaction when a part went back into a wallet that is closed by now: nobody can pay with it there. */
export function returnedToClosed(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  at: number,
): Transaction {
  const part = attemptOf(transaction, referenceNumber)?.wallet;
  if (!part) return transaction;
  const detail = closedDetail(part);
  return alerted(transaction, { kind: 'manual-action-required', referenceNumber, at, detail });
}

/** What a person is told of a part that went back into a wallet which is closed by now. */
export function closedDetail({ amount, receipt }: Pick<WalletPart, 'amount' | 'receipt'>): string {
  const which = receipt ? ` ${receipt.accountId}` : '';
  return `${shownMoney(amount)} went back to the customer's wallet${which}, which is closed: nobody can pay with it there. Give it to the customer in another way, and take it out of the wallet by hand (wallets debit).`;
}

/** What a try at the wallet needs: of which holder, under which key, instead of which other holds. */
export interface Reservation {
  readonly holder: Holder;
  readonly part: WalletPart;
  readonly instead: readonly string[];
}

/** What the wallet is asked for an attempt. */
export function reservationFor(
  transaction: Transaction,
  attempt: Attempt & { readonly wallet: WalletPart },
): Reservation {
  return {
    holder: holderFor(transaction, attempt),
    part: attempt.wallet,
    instead: otherReservations(transaction, attempt),
  };
}

/** Whether an attempt has a part of a wallet, whatever became of it. */
export function hasPart(attempt: Attempt): attempt is Attempt & { readonly wallet: WalletPart } {
  return attempt.wallet !== undefined;
}
