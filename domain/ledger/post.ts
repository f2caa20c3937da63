import { compare, money, subtract, zero, type Money } from '../money.ts';
import { unreachable } from '../unreachable.ts';
import type { LedgerAccount, LedgerEntry, LedgerLine } from './entry.ts';
import { chargedWithoutFee, moneyEvents, type Booked, type MoneyEvent } from './money-events.ts';

/**
 * The entries that a change of a transaction implies: one for each money event that was not there before. Cheap where no
 * money has moved.
 */
export function entriesBetween(before: Booked, after: Booked, at: number): readonly LedgerEntry[] {
  const isSame =
    before.attempts === after.attempts &&
    before.operations === after.operations &&
    before.state === after.state;
  return isSame ? [] : unposted(after, entriesOf(before, at), at);
}

/** The entries of everything that has happened to the money of a transaction. */
export function entriesOf(transaction: Booked, at: number): readonly LedgerEntry[] {
  return unposted(transaction, [], at);
}

/**
 * The entries that are missing among those posted, in the order of their events. Together with them they are right,
 * whichever of them were posted first.
 */
export function unposted(
  transaction: Booked,
  posted: readonly LedgerEntry[],
  at: number,
): readonly LedgerEntry[] {
  const known = new Set(posted.map(({ id }) => id));
  const sold = new Map<string, Money>();
  for (const entry of posted) addSales(sold, entry);
  const missing: LedgerEntry[] = [];
  for (const event of moneyEvents(transaction)) {
    const id = `${transaction.sessionId}/${event.kind}/${event.referenceNumber}`;
    if (known.has(id)) continue;
    const before = sold.get(event.attempt.referenceNumber) ?? zero(event.amount.currency);
    const entry = entryOf(transaction, { id, event, at, sold: before });
    addSales(sold, entry);
    missing.push(entry);
  }
  return missing;
}

interface Posting {
  readonly id: string;
  readonly event: MoneyEvent;
  readonly at: number;
  /** What captures of the same payment have brought to the sales already. */
  readonly sold: Money;
}

function entryOf({ merchantId, sessionId }: Booked, posting: Posting): LedgerEntry {
  const { id, event, at } = posting;
  const { kind, referenceNumber, attempt } = event;
  const { referenceNumber: paymentReference, pgCode, gateway, sandbox } = attempt;
  return {
    id,
    merchantId,
    sessionId,
    event: kind,
    referenceNumber,
    paymentReference,
    pgCode,
    gateway,
    sandbox,
    at,
    lines: linesOf(posting).filter(({ amount }) => amount.minor !== 0),
  };
}

function linesOf(posting: Posting): readonly LedgerLine[] {
  const { kind, amount, isStray } = posting.event;
  switch (kind) {
    case 'capture':
      return captured(posting, 'gateway');
    case 'cash':
      return captured(posting, 'cash');
    case 'cash-canceled':
      return captured(posting, 'cash').map(reversed);
    case 'hold':
      return transfer(amount, { debit: 'hold', credit: 'hold-contra' });
    case 'void':
      return transfer(amount, { debit: 'hold-contra', credit: 'hold' });
    case 'refund':
      return transfer(amount, { debit: isStray ? 'suspense' : 'sales', credit: 'gateway' });
    case 'wallet-refund':
      return transfer(amount, { debit: 'sales', credit: 'wallet' });
    case 'wallet-payment':
      return transfer(amount, { debit: 'wallet', credit: 'sales' });
    case 'stray':
      return [
        ...transfer(amount, { debit: 'gateway', credit: 'suspense' }),
        ...releaseOf(posting.event),
      ];
    default:
      return unreachable(kind);
  }
}

/** The sales get what was asked for, and only what comes on top of that is the fee: refunds never take it. */
function captured({ event, sold }: Posting, to: 'gateway' | 'cash'): readonly LedgerLine[] {
  const { amount, attempt, kind } = event;
  // Cash is taken back whole, as it was taken.
  const room = subtract(
    chargedWithoutFee(attempt),
    kind === 'capture' ? sold : zero(amount.currency),
  );
  const sales = compare(room, amount) < 0 ? room : amount;
  const fee = subtract(amount, sales);
  return [
    { account: to, amount },
    { account: 'sales', amount: negative(sales) },
    { account: 'fees', amount: negative(fee) },
    ...releaseOf(event),
  ];
}

/** What an operation has captured is not held any more. */
function releaseOf({ kind, amount, attempt, referenceNumber }: MoneyEvent): readonly LedgerLine[] {
  const isOfHold =
    (kind === 'capture' || kind === 'stray') && referenceNumber !== attempt.referenceNumber;
  return isOfHold ? transfer(amount, { debit: 'hold-contra', credit: 'hold' }) : [];
}

function transfer(
  amount: Money,
  { debit, credit }: { readonly debit: LedgerAccount; readonly credit: LedgerAccount },
): readonly LedgerLine[] {
  return [
    { account: debit, amount },
    { account: credit, amount: negative(amount) },
  ];
}

function reversed({ account, amount }: LedgerLine): LedgerLine {
  return { account, amount: negative(amount) };
}

function negative({ minor, currency }: Money): Money {
  return money(0 - minor, currency);
}

function addSales(sold: Map<string, Money>, { event, paymentReference, lines }: LedgerEntry): void {
  if (event !== 'capture') return;
  for (const { account, amount } of lines)
    if (account === 'sales')
      sold.set(
        paymentReference,
        subtract(sold.get(paymentReference) ?? zero(amount.currency), amount),
      );
}
