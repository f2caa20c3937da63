import type { Alert, Transaction } from './transaction.ts';

/** The transaction with something that a person has to look at. */
export function alerted(transaction: Transaction, alert: Alert): Transaction {
  return { ...transaction, alerts: [...transaction.alerts, alert] };
}

/**
 * What tells an alert from all others of its payment: one more of its kind and reference is another occasion. Those of one
 * instant are told apart by their order, because alerts are only added.
 */
export function alertName({ alerts }: Pick<Transaction, 'alerts'>, alert: Alert): string {
  const { kind, referenceNumber, at, detail } = alert;
  const nth = alerts
    .filter((one) => one.kind === kind && one.referenceNumber === referenceNumber && one.at === at)
    .findIndex((one) => one.detail === detail);
  return [referenceNumber, at, ...(nth > 0 ? [nth + 1] : [])].join(':');
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
