import type { Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { available, sumOf } from './amounts.ts';
import { entryOf, isFinal, type Operation, type OperationEntry } from './operation.ts';

/**
 * The transaction after an operation of it has come to another state: undefined when it knows that already, or something
 * later. What was done at the gateway itself is new here, and is taken in as it is: it has happened.
 */
export function settle(transaction: Transaction, operation: Operation): Transaction | undefined {
  const { operations = [] } = transaction;
  const known = operations.find(({ sessionId }) => sessionId === operation.sessionId);
  if (known && (isFinal(known) || known.state === operation.state)) return undefined;
  const entry = entryOf(operation);
  const changed = known
    ? operations.map((one) => (one === known ? entry : one))
    : [...operations, entry];
  return withPaidAmount({ ...transaction, operations: changed });
}

/**
 * Sets the money of an operation aside once more, after it was given back: a request that failed and is tried again.
 * Throws `invalid_state` or `amount_exceeds_balance` when it is not there any more.
 */
export function promiseAgain(transaction: Transaction, entry: OperationEntry): Transaction {
  const { operations = [] } = transaction;
  const others = operations.filter(({ sessionId }) => sessionId !== entry.sessionId);
  const left = available({ ...transaction, operations: others }, entry.kind);
  if (left.minor < entry.amount.minor)
    throw new Refusal(
      'amount_exceeds_balance',
      'The amount of this operation is not available any more.',
    );
  return {
    ...transaction,
    operations: operations.map((one) => (one.sessionId === entry.sessionId ? entry : one)),
  };
}

/** An authorization is paid as far as it was captured (contract/api.md 3.4). */
function withPaidAmount(transaction: Transaction): Transaction {
  if (transaction.state !== 'authorized') return transaction;
  const captured = sumOf(transaction, 'capture', 'done');
  return captured.minor === 0 ? transaction : { ...transaction, paidAmount: captured };
}

/** What was given back and what was let go, for readers (contract/api.md 3.4). */
export function operatedAmounts(transaction: Transaction): {
  readonly refunded: Money;
  readonly voided: Money;
} {
  return {
    refunded: sumOf(transaction, 'refund', 'done'),
    voided: sumOf(transaction, 'void', 'done'),
  };
}
