import { add, exchanged, isPositive, subtract, sum, type Money } from '../money.ts';
import { askedOfGateway, isSameMoney } from '../transaction/amount.ts';
import type { Exchange } from '../exchange.ts';
import type { ReferenceNumber } from '../ids.ts';
import type { OperationEntry } from '../operation/operation.ts';
import type { Alert, Attempt, Transaction } from '../transaction/transaction.ts';
import type { MoneyEventKind } from './entry.ts';
import { isConcluded, settledAttempt } from '../transaction/settled.ts';

/** The parts of an attempt that say so. */
export type BookedAttempt = Pick<
  Attempt,
  | 'referenceNumber'
  | 'pgCode'
  | 'gateway'
  | 'sandbox'
  | 'kind'
  | 'state'
  | 'total'
  | 'fee'
  | 'exchange'
  | 'wallet'
  | 'concludedAt'
  | 'gatewayReference'
  | 'gatewayPayment'
>;

/** The parts of a transaction that say what became of money. */
export interface MoneyFacts extends Pick<
  Transaction,
  | 'merchantId'
  | 'sessionId'
  | 'state'
  | 'operations'
  | 'disputes'
  | 'settledPgCode'
  | 'settledAmount'
> {
  readonly attempts: readonly BookedAttempt[];
  readonly alerts: readonly Pick<Alert, 'kind' | 'referenceNumber'>[];
}
/** All but what is done to wallets by hand, which is no payment's. */
export type PaymentEventKind = Exclude<MoneyEventKind, 'wallet-adjustment'>;

/** Something that happened to money, in the currency in which the gateway charges. */
export interface MoneyEvent {
  readonly kind: PaymentEventKind;
  /** Whose payment it is, and at whose account. */
  readonly attempt: BookedAttempt;
  /** The attempt did not settle the transaction: what it brought is nobody's to keep. */
  readonly isStray: boolean;
  /** The attempt brought a hold, and no charge. */
  readonly isHeld: boolean;
  /** Of a capture that is undone: nothing of its hold was held any more. */
  readonly isLetGo?: true;
  /** Of the attempt, or of the operation. */
  readonly referenceNumber: ReferenceNumber;
  readonly amount: Money;
  /** What tells it from others of its kind and reference: of money that a dispute has moved. */
  readonly name?: string;
  /** When it happened, in epoch milliseconds, where attempt or dispute say so. */
  readonly at?: number;
}

/**
 * All that has happened to the money of a transaction: what its attempts brought, then what was done with it, in the order
 * in which it was asked for, attempt by attempt. Only what is done counts. Nothing moves where nothing was charged (a saved card).
 */
export function moneyEvents(transaction: MoneyFacts): readonly MoneyEvent[] {
  const settled = settledAttempt(transaction);
  const brought = transaction.attempts
    .filter(isConcluded)
    .flatMap((attempt) => broughtBy(transaction, attempt, attempt === settled));
  const fromWallet = settled ? paidByWallet(settled) : [];
  const done = (transaction.operations ?? []).filter(({ state }) => state === 'done');
  const operated = transaction.attempts.filter(isConcluded).flatMap((attempt) => {
    const ofIt = done.filter((entry) => entry.paymentReference === attempt.referenceNumber);
    const isStray = attempt !== settled;
    const isHeld = brings(transaction, attempt, !isStray) === 'hold';
    return ofIt.flatMap((entry) => {
      const event = operatedOn({ attempt, isStray, isHeld, done: ofIt }, entry);
      return [event, ...undoneOf(event, entry, ofIt)];
    });
  });
  const disputed = transaction.attempts
    .filter(isConcluded)
    .flatMap((attempt) => movedByDisputes(transaction, attempt, attempt !== settled));
  return [...brought, ...fromWallet, ...operated, ...disputed].filter(({ amount }) =>
    isPositive(amount),
  );
}

/** Whatever becomes of its money otherwise: the payer's bank has it, or has given it back. */
function movedByDisputes(
  { disputes = [] }: MoneyFacts,
  attempt: BookedAttempt,
  isStray: boolean,
): readonly MoneyEvent[] {
  const { referenceNumber } = attempt;
  return disputes
    .filter((one) => one.referenceNumber === referenceNumber)
    .flatMap(({ disputeId, movements }) =>
      movements.map(({ kind, name, amount, at }) => ({
        kind: kind === 'taken' ? ('chargeback' as const) : ('chargeback-reversed' as const),
        attempt,
        isStray,
        isHeld: false,
        referenceNumber,
        name: `${disputeId}/${name}`,
        amount,
        at,
      })),
    );
}

interface Operated extends Pick<MoneyEvent, 'attempt' | 'isStray' | 'isHeld'> {
  /** All that is done on its money. */
  readonly done: readonly OperationEntry[];
}

function broughtBy(
  transaction: MoneyFacts,
  attempt: BookedAttempt,
  isSettled: boolean,
): readonly MoneyEvent[] {
  const { referenceNumber, total: amount, concludedAt } = attempt;
  const what = brings(transaction, attempt, isSettled);
  const isHeld = what === 'hold';
  const of = (kind: PaymentEventKind): MoneyEvent => ({
    kind,
    attempt,
    isStray: !isSettled,
    isHeld,
    referenceNumber,
    amount,
  });
  const came = concludedAt !== undefined && { at: concludedAt };
  if (what === 'cash' && transaction.state === 'canceled')
    return [{ ...of('cash'), ...came }, of('cash-canceled')];
  return what ? [{ ...of(what), ...came }] : [];
}

/** Whether what an attempt has brought, or is to bring, is held for later, and not charged at once. */
export function isHold(transaction: MoneyFacts, attempt: BookedAttempt): boolean {
  return brings(transaction, attempt, attempt === settledAttempt(transaction)) === 'hold';
}

/** Undefined for cash for what is closed, which was never handed over. */
function brings({ state }: MoneyFacts, attempt: BookedAttempt, isSettled: boolean) {
  if (attempt.state === 'cod') return isSettled ? 'cash' : undefined;
  if (isSettled ? state === 'authorized' : attempt.kind === 'authorize') return 'hold';
  return isSettled ? 'capture' : 'stray';
}

/** Customers' money that is the merchant's from now on. */
function paidByWallet(attempt: BookedAttempt): readonly MoneyEvent[] {
  const { wallet, referenceNumber, concludedAt } = attempt;
  if (wallet?.state !== 'spent') return [];
  return [
    {
      kind: 'wallet-payment',
      attempt,
      isStray: false,
      isHeld: false,
      referenceNumber,
      amount: wallet.amount,
      ...(concludedAt !== undefined && { at: concludedAt }),
    },
  ];
}

function operatedOn(
  { done, ...operated }: Operated,
  { kind, destination, referenceNumber, ...entry }: OperationEntry,
): MoneyEvent {
  const { attempt, isStray, isHeld } = operated;
  const of = (event: PaymentEventKind, amount: Money) => ({
    kind: event,
    ...operated,
    referenceNumber,
    amount,
  });
  const amount = asCharged(entry.amount, attempt.exchange);
  if (kind === 'capture') return of(isStray ? 'stray' : 'capture', amount);
  if (kind === 'refund') return of(destination === 'wallet' ? 'wallet-refund' : 'refund', amount);
  // The gateway lets go of all that it still holds; to merchants that is the amount without the fee
  // (contract/operations#amounts).
  if (isHeld) return of('void', stillHeld(attempt, done, entry.createdAt));
  const isWhole = isSameMoney(entry.amount, askedOfGateway(attempt));
  return of('void', isWhole ? attempt.total : amount);
}

/** The gateway has undone all of it since. What a wallet has been given no gateway undoes. */
function undoneOf(
  event: MoneyEvent,
  entry: OperationEntry,
  done: readonly OperationEntry[],
): readonly MoneyEvent[] {
  const { kind, reversedAt } = entry;
  if (reversedAt === undefined || event.kind === 'wallet-refund') return [];
  const undone = { ...event, kind: `${kind}-reversed`, at: reversedAt } as const;
  if (kind === 'void' && event.isHeld) {
    const withIt = undoneWhileVoided(event.attempt, done, entry);
    return [{ ...undone, amount: add(event.amount, withIt) }];
  }
  const isLetGo = kind === 'capture' && done.some((one) => letsGoBefore(one, reversedAt));
  return [{ ...undone, ...(isLetGo && { isLetGo: true }) }];
}

/** As `stillHeld` has it: a void of that instant lets go of what was undone, too. One that is undone itself later had let go of it. */
function letsGoBefore(entry: OperationEntry, at: number): boolean {
  return entry.kind === 'void' && undoneAt(entry) > at && entry.createdAt < at;
}

/**
 * The captures that were undone while this void had let go of their hold, which is held again with it: by the last one, where more
 * than one had.
 */
function undoneWhileVoided(
  attempt: BookedAttempt,
  done: readonly OperationEntry[],
  void_: OperationEntry,
): Money {
  return capturedOf(attempt, done, (capture) => {
    const letGo = done.filter((one) => letsGoBefore(one, undoneAt(capture)));
    return letGo.includes(void_) && letGo.every((one) => undoneAt(one) <= undoneAt(void_));
  });
}

/**
 * Our own voids are of whole holds; at the gateway itself what is left of one can be let go. A capture that was undone before is
 * held again; one that is undone later was not there to be let go.
 */
function stillHeld(attempt: BookedAttempt, done: readonly OperationEntry[], at: number): Money {
  return subtract(
    attempt.total,
    capturedOf(attempt, done, (capture) => undoneAt(capture) > at),
  );
}

/** What some captures took of the hold. What was captured in a third currency has an alert, and takes nothing of it. */
function capturedOf(
  { total, exchange }: BookedAttempt,
  done: readonly OperationEntry[],
  counts: (capture: OperationEntry) => boolean,
): Money {
  const captured = done
    .filter((one) => one.kind === 'capture' && counts(one))
    .map(({ amount }) => asCharged(amount, exchange))
    .filter(({ currency }) => currency === total.currency);
  return sum(captured, total.currency);
}

function undoneAt({ reversedAt = Infinity }: OperationEntry): number {
  return reversedAt;
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
