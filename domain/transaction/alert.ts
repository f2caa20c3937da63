import type { Alert, Transaction } from './transaction.ts';

/** The transaction with something that a person has to look at. */
export function alerted(transaction: Transaction, alert: Alert): Transaction {
  return { ...transaction, alerts: [...transaction.alerts, alert] };
}

/**
 * The network has reported other money for this attempt than was asked, and no right answer has come since: there may
 * be money of the payer's that nobody accounts for.
 */
export function hasUnclearMoney(transaction: Transaction): boolean {
  return transaction.alerts.some(
    ({ kind, referenceNumber }) =>
      kind === 'amount-mismatch' &&
      transaction.attempts.some(
        (attempt) =>
          attempt.referenceNumber === referenceNumber &&
          attempt.state !== 'success' &&
          attempt.state !== 'cod',
      ),
  );
}
