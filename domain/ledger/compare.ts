import type { SessionId } from '../ids.ts';
import { money, type Money } from '../money.ts';
import type { OperationEntry } from '../operation/operation.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { balancesOf, outOfBalance, type Balance } from './balance.ts';
import type { Difference } from './difference.ts';
import type { LedgerEntry } from './entry.ts';
import type { Booked } from './money-events.ts';
import { entriesOf } from './post.ts';

/** What is kept of an operation in its own document. */
export type KeptOperation = Pick<
  OperationEntry,
  'sessionId' | 'kind' | 'amount' | 'state' | 'referenceNumber'
>;

/** What the house itself says of a session: its transaction, its ledger entries, its operations. */
export interface Session {
  readonly sessionId: SessionId;
  readonly transaction?: Booked;
  readonly entries: readonly LedgerEntry[];
  readonly operations: readonly KeptOperation[];
}

/** Where transaction, ledger and operations of a session disagree. Empty when they say the same. */
export function sessionDifferences(session: Session): readonly Difference[] {
  const { transaction, entries } = session;
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
  return [
    ...unbalanced,
    ...entryDifferences(entriesOf(transaction, 0), entries),
    ...operationDifferences(transaction, session.operations),
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
    return isEqual(ledger, other) ? [] : [about(entry, 'posted-otherwise', { ledger, other })];
  });
  const strangers = posted
    .filter(({ id }) => !ids.has(id))
    .map((entry) => about(entry, 'not-implied', { ledger: grossOf(entry) }));
  // Which capture of a hold brought the fee depends on their order; so accounts are compared as a whole.
  const differ = [...found, ...strangers];
  return differ.length > 0 ? differ : accountDifferences(implied, posted);
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

function operationDifferences(
  { merchantId, sessionId, operations = [] }: Booked,
  kept: readonly KeptOperation[],
): readonly Difference[] {
  const byId = new Map(kept.map((one) => [one.sessionId, one]));
  const known = new Set(operations.map((one) => one.sessionId));
  const difference = (
    operation: KeptOperation,
    words: string,
    other?: Money,
    ledger?: Money,
  ): Difference => ({
    kind: 'operation',
    merchantId,
    sessionId,
    reference: operation.referenceNumber,
    about: `${operation.kind} ${words}`,
    ...(ledger && { ledger }),
    ...(other && { other }),
  });
  return [
    ...operations.flatMap((entry) => {
      const match = byId.get(entry.sessionId);
      if (!match) return [difference(entry, 'has no document', entry.amount)];
      const isSame = match.state === entry.state && isSameMoney(match.amount, entry.amount);
      const words = `is ${entry.state} in the transaction and ${match.state} in its document`;
      return isSame ? [] : [difference(entry, words, match.amount, entry.amount)];
    }),
    ...kept
      .filter((one) => !known.has(one.sessionId))
      .map((one) => difference(one, 'is not in the transaction', one.amount)),
  ];
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
