import type { LedgerAccount, LedgerEntry } from '../ledger/entry.ts';
import { entriesOf } from '../ledger/post.ts';
import { add, zero, type Money } from '../money.ts';
import { childState, type OperationEntry } from '../operation/operation.ts';
import { settledAttempt, toldAttempt } from '../transaction/settled.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';

/**
 * One row of a report. `payment`: the transaction itself. `operation`: a refund, capture or void of it. `other_money`: what
 * another attempt has brought, which is not this transaction's: late, or a second time.
 */
export interface Row {
  readonly kind: 'payment' | 'operation' | 'other_money';
  readonly transaction: Transaction;
  /** The attempt that the row speaks of. */
  readonly attempt?: Attempt;
  readonly operation?: OperationEntry;
  /** What the row has moved in the ledger, in one currency. */
  readonly entries: readonly LedgerEntry[];
  /** What these come to on each account: asked for by many columns, and reckoned once. */
  readonly sums?: ReadonlyMap<LedgerAccount, Money>;
}

/** A transaction, then its children, oldest first, then other money (contract/reports#files). */
export function rowsOf(transaction: Transaction): readonly Row[] {
  const { attempts, operations = [], createdAt } = transaction;
  if (attempts.length === 0) return [{ kind: 'payment', transaction, entries: [] }];
  const entries = entriesOf(transaction, createdAt);
  const listed = operations.filter((one) => childState(one) !== undefined);
  const settled = settledAttempt(transaction);
  if (listed.length === 0 && entries.every((entry) => isOf(entry, settled)))
    return oneCurrency(paymentRow(transaction, settled, entries));
  return rowsWith(transaction, settled, entries);
}

/** What settles nothing is not its money, also where the payment has no other attempt. */
function paymentRow(
  transaction: Transaction,
  settled: Attempt | undefined,
  entries: readonly LedgerEntry[],
): Row {
  const attempt = settled ?? toldAttempt(transaction);
  return { kind: 'payment', transaction, ...(attempt && { attempt }), entries };
}

function rowsWith(
  transaction: Transaction,
  settled: Attempt | undefined,
  entries: readonly LedgerEntry[],
): readonly Row[] {
  const { attempts, operations = [] } = transaction;
  const of = (reference: string | undefined) =>
    entries.filter(({ referenceNumber }) => referenceNumber === reference);
  const payment = paymentRow(transaction, settled, of(settled?.referenceNumber));
  const children = operations
    .filter((one) => childState(one) !== undefined)
    .map((operation): Row => {
      const { paymentReference, referenceNumber } = operation;
      const attempt = attempts.find((one) => one.referenceNumber === paymentReference);
      const own = { transaction, operation, ...(attempt && { attempt }) };
      return { kind: 'operation', ...own, entries: of(referenceNumber) };
    });
  const others = attempts
    .filter((one) => one !== settled)
    .map((attempt): Row => {
      const own = of(attempt.referenceNumber);
      return { kind: 'other_money', transaction, attempt, entries: own };
    })
    .filter((row) => row.entries.length > 0);
  return [payment, ...children, ...others].flatMap(oneCurrency);
}

/** What a row has moved on some accounts of the ledger; undefined when it has moved nothing. */
export function movedOn({ sums }: Row, ...accounts: readonly LedgerAccount[]): Money | undefined {
  const [first] = sums?.values() ?? [];
  if (!sums || !first) return undefined;
  const amounts = accounts.flatMap((account) => sums.get(account) ?? []);
  const [only = zero(first.currency), ...others] = amounts;
  return others.reduce(add, only);
}

function isOf({ referenceNumber }: LedgerEntry, attempt: Attempt | undefined): boolean {
  return referenceNumber === attempt?.referenceNumber;
}

/** A wallet may have paid in another currency than the gateway was asked for: then that is a row of its own. */
function oneCurrency(row: Row): readonly Row[] {
  const { entries } = row;
  const currencies = [...new Set(entries.flatMap(currenciesOf))];
  if (currencies.length === 0) return [row];
  if (currencies.length === 1) return [{ ...row, sums: sumsOf(entries) }];
  return currencies.map((currency, index) => {
    const own = entries.filter((entry) => currenciesOf(entry).includes(currency));
    const kind = index > 0 ? 'other_money' : row.kind;
    return { ...row, kind, entries: own, sums: sumsOf(own) };
  });
}

function sumsOf(entries: readonly LedgerEntry[]): ReadonlyMap<LedgerAccount, Money> {
  const sums = new Map<LedgerAccount, Money>();
  for (const { lines } of entries)
    for (const { account, amount } of lines) {
      const before = sums.get(account);
      sums.set(account, before ? add(before, amount) : amount);
    }
  return sums;
}

function currenciesOf({ lines }: LedgerEntry): readonly string[] {
  return lines.map(({ amount }) => amount.currency);
}
