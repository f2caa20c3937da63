import type { SessionId } from '../ids.ts';
import type { Invoice } from '../invoice/invoice.ts';
import { money, type Money } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { balancesOf, outOfBalance, type Balance } from './balance.ts';
import type { Difference } from './difference.ts';
import type { LedgerEntry } from './entry.ts';
import { invoiceDifferences } from './invoice-figures.ts';
import type { MoneyFacts } from './money-events.ts';
import { operationDifferences, type KeptOperation } from './operation-figures.ts';
import { entryFigures, figureDifferences, reckoned, unless } from './figure.ts';
import { entriesOf } from './post.ts';
import { toldDifferences, type ToldNotice } from './told-figures.ts';
import {
  settlementDifferences,
  transactionDifferences,
  type Figured,
} from './transaction-figures.ts';

/** What the system itself says of a session: its transaction, its ledger entries, its operations, and what merchants were told. */
export interface Session {
  readonly sessionId: SessionId;
  readonly transaction?: MoneyFacts;
  /** The same with all its figures, unless it was removed. */
  readonly figured?: Figured;
  readonly entries: readonly LedgerEntry[];
  readonly operations: readonly KeptOperation[];
  readonly told?: readonly ToldNotice[];
  /** Whose money the transaction asks for, where it is one's. */
  readonly invoice?: Invoice;
}

/** Where transaction, ledger and operations of a session disagree. Empty when they say the same. */
export function sessionDifferences(session: Session): readonly Difference[] {
  const { sessionId, transaction, entries } = session;
  const merchantId = transaction?.merchantId ?? entries[0]?.merchantId;
  const subject = { ...(merchantId !== undefined && { merchantId }), sessionId };
  return reckoned({ ...subject, reference: sessionId }, () => differencesOf(session));
}

function differencesOf(session: Session): readonly Difference[] {
  const { transaction, figured, entries, operations, told = [], invoice } = session;
  const unbalanced = entries.flatMap((entry) =>
    outOfBalance(entry).map((excess) => about(entry, 'unbalanced', { ledger: excess })),
  );
  if (!transaction)
    return [
      ...unbalanced,
      ...entries
        .filter(isOfPayment)
        .map((entry) => about(entry, 'no-transaction', { ledger: grossOf(entry) })),
    ];
  const implied = entriesOf(transaction, 0);
  return [
    ...unbalanced,
    ...entryDifferences(transaction, implied, entries),
    ...figuresOfEntries({ ...session, transaction }, implied),
    ...operationDifferences(figured ?? transaction, operations),
    ...settlementDifferences(transaction),
    ...(figured ? transactionDifferences(figured) : []),
    ...(figured?.invoiceNumber !== undefined ? invoiceDifferences(figured, invoice) : []),
    ...(figured ? told.flatMap((one) => toldDifferences(figured, one)) : []),
  ];
}

/** What was done to a wallet by hand is compared with the wallet. */
function isOfPayment({ event }: LedgerEntry): boolean {
  return event !== 'wallet-adjustment';
}

/** How much an entry is about: its greatest line. */
export function grossOf({ lines }: Pick<LedgerEntry, 'lines'>): Money | undefined {
  const [greatest] = lines.toSorted(
    (one, other) => Math.abs(other.amount.minor) - Math.abs(one.amount.minor),
  );
  return greatest && absolute(greatest.amount);
}

function entryDifferences(
  { operations = [] }: MoneyFacts,
  implied: readonly LedgerEntry[],
  posted: readonly LedgerEntry[],
): readonly Difference[] {
  const byId = new Map(posted.map((entry) => [entry.id, entry]));
  const ids = new Set(implied.map(({ id }) => id));
  const found = implied.flatMap((entry): readonly Difference[] => {
    const other = grossOf(entry);
    const match = byId.get(entry.id);
    if (!match) return [about(entry, 'not-posted', { other })];
    const ledger = grossOf(match);
    // How much a void has let go of a hold depends on whether a capture was heard of before it; the accounts do not.
    const isSame = isEqual(ledger, other) || (isOfHold(entry) && isOfHold(match));
    return isSame ? [] : [about(entry, 'posted-otherwise', { ledger, other })];
  });
  // Nor is anything implied of one that let go of a hold of which, as was heard later, all had been captured.
  const voids = new Set(
    operations.filter(({ kind }) => kind === 'void').map((one) => one.referenceNumber),
  );
  const strangers = posted
    .filter((one) => !ids.has(one.id) && !(isOfHold(one) && voids.has(one.referenceNumber)))
    .map((entry) => about(entry, 'not-implied', { ledger: grossOf(entry) }));
  // Which capture of a hold brought the fee depends on their order; so accounts are compared as a whole.
  const differ = [...found, ...strangers];
  return differ.length > 0 ? differ : accountDifferences(implied, posted);
}

function isOfHold({ event, lines }: LedgerEntry): boolean {
  return event === 'void' && lines.some(({ account }) => account === 'hold');
}

/** So long after its end an operation may tell its payment, which is when its entry is made. */
const TOLD_WITHIN_MS = 10 * 60 * 1000;

/** Whose money entries say that it is, and when it moved. Amounts are compared before. */
function figuresOfEntries(
  { sessionId, transaction, entries, operations }: Session & { readonly transaction: MoneyFacts },
  implied: readonly LedgerEntry[],
): readonly Difference[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const succeeded = new Map(
    transaction.attempts.map((one) => [one.referenceNumber, one.concludedAt]),
  );
  const concluded = new Map(operations.map((one) => [one.referenceNumber, one.concludedAt]));
  return implied.flatMap((must) => {
    const is = byId.get(must.id);
    if (!is) return [];
    const { merchantId, referenceNumber: reference } = must;
    // What says itself when it happened, such as what undoes an operation, is not of the end of that.
    const isOfEnd = must.at === 0;
    const at = isOfEnd ? (concluded.get(reference) ?? 0) : must.at;
    // What was heard of before its payment's success is booked with that. Nothing says when that was of what was removed.
    const success = isOfEnd ? (succeeded.get(must.paymentReference) ?? Infinity) : at;
    const latest = Math.max(at, success) + TOLD_WITHIN_MS;
    const isInTime = at === 0 || (is.at >= at && is.at <= latest);
    return figureDifferences({ merchantId, sessionId, reference }, [
      ...entryFigures(is, must),
      ...unless(isInTime, ['at of the entry', is.at, `${at}, when it came to its end`]),
    ]);
  });
}

function accountDifferences(
  implied: readonly LedgerEntry[],
  posted: readonly LedgerEntry[],
): readonly Difference[] {
  const [first] = implied;
  if (!first) return [];
  const wanted = byAccount(balancesOf(implied));
  const there = byAccount(balancesOf(posted));
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap((key) => {
    const [ledger, other] = [there.get(key), wanted.get(key)];
    if (isEqual(ledger, other)) return [];
    return [{ ...about(first, 'posted-otherwise', { ledger, other }), about: `account ${key}` }];
  });
}

function byAccount(balances: readonly Balance[]): ReadonlyMap<string, Money> {
  return new Map(
    balances
      .filter(({ amount }) => amount.minor !== 0)
      .map(({ pgCode, account, amount }) => [`${pgCode}/${account}/${amount.currency}`, amount]),
  );
}

function about(
  { merchantId, sessionId, referenceNumber, event }: LedgerEntry,
  kind: Difference['kind'],
  { ledger, other }: { readonly ledger?: Money | undefined; readonly other?: Money | undefined },
): Difference {
  return {
    kind,
    merchantId,
    sessionId,
    reference: referenceNumber,
    about: event,
    ...(ledger && { ledger }),
    ...(other && { other }),
  };
}

function isEqual(one: Money | undefined, other: Money | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameMoney(one, other);
}

function absolute({ minor, currency }: Money): Money {
  return money(Math.abs(minor), currency);
}
