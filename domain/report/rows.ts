import type { LedgerAccount, LedgerEntry } from '../ledger/entry.ts';
import { entriesOf } from '../ledger/post.ts';
import { sum, type Money } from '../money.ts';
import { childState, type OperationEntry } from '../operation/operation.ts';
import { decisiveAttempt } from '../transaction/settled.ts';
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
}

/** A transaction, then its children, oldest first, then other money (events-and-pages.md 6.3). */
export function rowsOf(transaction: Transaction): readonly Row[] {
  const { attempts, operations = [], createdAt } = transaction;
  if (attempts.length === 0) return [{ kind: 'payment', transaction, entries: [] }];
  const entries = entriesOf(transaction, createdAt);
  const listed = operations.filter((one) => childState(one) !== undefined);
  const attempt = decisiveAttempt(transaction);
  if (listed.length === 0 && entries.every((entry) => isOf(entry, attempt)))
    return oneCurrency({ kind: 'payment', transaction, ...(attempt && { attempt }), entries });
  return rowsWith(transaction, entries);
}

/** The same of these entries only: what happened in a span. Rows without any entry are left out. */
export function rowsWith(
  transaction: Transaction,
  entries: readonly LedgerEntry[],
  isSpan = false,
): readonly Row[] {
  const { attempts, operations = [] } = transaction;
  const decisive = decisiveAttempt(transaction);
  const of = (reference: string | undefined) =>
    entries.filter(({ referenceNumber }) => referenceNumber === reference);
  const payment: Row = {
    kind: 'payment',
    transaction,
    ...(decisive && { attempt: decisive }),
    entries: of(decisive?.referenceNumber),
  };
  const children = operations
    .filter((one) => childState(one) !== undefined)
    .map((operation): Row => {
      const { paymentReference = decisive?.referenceNumber, referenceNumber } = operation;
      const attempt = attempts.find((one) => one.referenceNumber === paymentReference);
      const own = { transaction, operation, ...(attempt && { attempt }) };
      return { kind: 'operation', ...own, entries: of(referenceNumber) };
    });
  const others = attempts
    .filter((one) => one !== decisive)
    .map((attempt): Row => {
      const own = of(attempt.referenceNumber);
      return { kind: 'other_money', transaction, attempt, entries: own };
    })
    .filter((row) => row.entries.length > 0);
  return [payment, ...children, ...others]
    .filter((row) => !isSpan || row.entries.length > 0)
    .flatMap(oneCurrency);
}

/** What a row has moved on some accounts of the ledger; undefined when it has moved nothing. */
export function moved(row: Row, ...accounts: readonly LedgerAccount[]): Money | undefined {
  const [first] = row.entries.flatMap(({ lines }) => lines);
  if (!first) return undefined;
  const lines = row.entries.flatMap((entry) => entry.lines);
  const amounts = lines
    .filter(({ account }) => accounts.includes(account))
    .map(({ amount }) => amount);
  return sum(amounts, first.amount.currency);
}

function isOf({ referenceNumber }: LedgerEntry, attempt: Attempt | undefined): boolean {
  return referenceNumber === attempt?.referenceNumber;
}

/** A wallet may have paid in another currency than the gateway was asked for: then that is a row of its own. */
function oneCurrency(row: Row): readonly Row[] {
  const { entries } = row;
  const currencies = [...new Set(entries.flatMap(currenciesOf))];
  const [first, ...others] = currencies;
  if (first === undefined || others.length === 0) return [row];
  return currencies.map((currency, index) => ({
    ...row,
    ...(index > 0 && { kind: 'other_money' as const }),
    entries: entries.filter((entry) => currenciesOf(entry).includes(currency)),
  }));
}

function currenciesOf({ lines }: LedgerEntry): readonly string[] {
  return lines.map(({ amount }) => amount.currency);
}
