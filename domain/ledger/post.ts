import { add, compare, isPositive, money, subtract, type Money } from '../money.ts';
import { unreachable } from '../unreachable.ts';
import type { LedgerAccount, LedgerEntry, LedgerLine } from './entry.ts';
import { feesOf, incomesOf, type Income } from './income.ts';
import {
  chargedWithoutFee,
  moneyEvents,
  type MoneyFacts,
  type MoneyEvent,
} from './money-events.ts';

/**
 * The entries that a change of a transaction implies: one for each money event that was not there before. Cheap where no
 * money has moved.
 */
export function entriesBetween(
  before: MoneyFacts,
  after: MoneyFacts,
  at: number,
): readonly LedgerEntry[] {
  const isSame =
    before.attempts === after.attempts &&
    before.operations === after.operations &&
    before.disputes === after.disputes &&
    before.state === after.state;
  return isSame ? [] : unposted(after, entriesOf(before, at), at);
}

/** The entries of everything that has happened to the money of a transaction. */
export function entriesOf(transaction: MoneyFacts, at: number): readonly LedgerEntry[] {
  return unposted(transaction, [], at);
}

/**
 * The entries that are missing among those posted, in the order of their events. Together with them they are right,
 * whichever of them were posted first.
 */
export function unposted(
  transaction: MoneyFacts,
  posted: readonly LedgerEntry[],
  at: number,
): readonly LedgerEntry[] {
  const known = new Set(posted.map(({ id }) => id));
  const incomes = incomesOf(posted);
  const missing: LedgerEntry[] = [];
  for (const event of moneyEvents(transaction)) {
    const id = `${transaction.sessionId}/${event.kind}/${event.name ?? event.referenceNumber}`;
    if (known.has(id)) continue;
    const before = incomes.of(event.attempt.referenceNumber, event.amount.currency);
    const entry = entryOf(transaction, { id, event, at, before });
    incomes.add(entry);
    missing.push(entry);
  }
  return missing;
}

interface Posting {
  readonly id: string;
  readonly event: MoneyEvent;
  /** For events that do not say themselves when they happened. */
  readonly at: number;
  /** What the same payment has brought already. */
  readonly before: Income;
}

function entryOf({ merchantId, sessionId }: MoneyFacts, posting: Posting): LedgerEntry {
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
    at: event.at ?? at,
    lines: linesOf(posting).filter(({ amount }) => amount.minor !== 0),
  };
}

function linesOf(posting: Posting): readonly LedgerLine[] {
  const { event } = posting;
  const { kind, amount, isStray, isHeld } = event;
  switch (kind) {
    case 'capture':
      return [...taken(posting, 'gateway', amount), ...releaseOf(posting)];
    case 'cash':
      return taken(posting, 'cash', amount);
    case 'cash-canceled':
      return taken(posting, 'cash', negative(amount));
    case 'hold':
      return transfer(amount, { debit: 'hold', credit: 'hold-contra' });
    case 'void':
      if (isHeld) return transfer(amount, { debit: 'hold-contra', credit: 'hold' });
      return isStray
        ? transfer(amount, { debit: 'suspense', credit: 'gateway' })
        : givenBack(posting, 'gateway');
    case 'void-reversed':
      if (isHeld) return transfer(amount, { debit: 'hold', credit: 'hold-contra' });
      return isStray
        ? transfer(amount, { debit: 'gateway', credit: 'suspense' })
        : givenBack(posting, 'gateway', negative(amount));
    case 'refund':
      return isStray
        ? transfer(amount, { debit: 'suspense', credit: 'gateway' })
        : givenBack(posting, 'gateway');
    case 'refund-reversed':
      return isStray
        ? transfer(amount, { debit: 'gateway', credit: 'suspense' })
        : givenBack(posting, 'gateway', negative(amount));
    case 'capture-reversed':
      return [
        ...(isStray
          ? transfer(amount, { debit: 'suspense', credit: 'gateway' })
          : taken(posting, 'gateway', negative(amount))),
        ...heldAgain(posting),
      ];
    case 'wallet-refund':
      return givenBack(posting, 'wallet');
    case 'wallet-payment':
      return transfer(amount, { debit: 'wallet', credit: 'sales' });
    case 'stray':
      return [...transfer(amount, { debit: 'gateway', credit: 'suspense' }), ...releaseOf(posting)];
    case 'chargeback':
      return transfer(amount, { debit: 'disputes', credit: 'gateway' });
    case 'chargeback-reversed':
      return transfer(amount, { debit: 'gateway', credit: 'disputes' });
    default:
      return unreachable(kind);
  }
}

/** Money that came, or that was taken back as it came. */
function taken(posting: Posting, account: LedgerAccount, amount: Money): readonly LedgerLine[] {
  const { before } = posting;
  return shared(posting, { account, amount }, { ...before, taken: add(before.taken, amount) });
}

/** Money that was given back, or less than nothing that comes again. */
function givenBack(
  posting: Posting,
  account: LedgerAccount,
  amount = posting.event.amount,
): readonly LedgerLine[] {
  const { before } = posting;
  const after = { ...before, givenBack: add(before.givenBack, amount) };
  return shared(posting, { account, amount: negative(amount) }, after);
}

/** The fees become what they must be, and the sales take the rest. Money in a strange currency has no fee. */
function shared(
  { event: { attempt }, before }: Posting,
  line: LedgerLine,
  after: Income,
): readonly LedgerLine[] {
  const withoutFee = chargedWithoutFee(attempt);
  const isCharged = withoutFee.currency === line.amount.currency;
  const fees = isCharged ? subtract(feesOf(after, withoutFee), before.fees) : before.fees;
  return [
    line,
    { account: 'sales', amount: subtract(fees, line.amount) },
    { account: 'fees', amount: negative(fees) },
  ];
}

/** What an operation has captured is not held any more, as far as the hold was not let go before the capture was heard of. */
function releaseOf({ event, before: { held } }: Posting): readonly LedgerLine[] {
  const { kind, amount, attempt, referenceNumber } = event;
  const released = compare(amount, held) < 0 ? amount : held;
  const isOfHold =
    (kind === 'capture' || kind === 'stray') && referenceNumber !== attempt.referenceNumber;
  return isOfHold && isPositive(held)
    ? transfer(released, { debit: 'hold-contra', credit: 'hold' })
    : [];
}

/**
 * What was captured is held again where its capture is undone: no more than others have left of the hold, also where the one that takes
 * its place was heard of first, and nothing once the rest was let go. In a third currency nothing of it was held.
 */
function heldAgain({ event, before }: Posting): readonly LedgerLine[] {
  const { amount, isLetGo } = event;
  const { total } = event.attempt;
  if (isLetGo || amount.currency !== total.currency) return [];
  const left = subtract(total, add(before.held, subtract(before.captured, amount)));
  const held = compare(left, amount) < 0 ? left : amount;
  return isPositive(held) ? transfer(held, { debit: 'hold', credit: 'hold-contra' }) : [];
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

function negative({ minor, currency }: Money): Money {
  return money(0 - minor, currency);
}
