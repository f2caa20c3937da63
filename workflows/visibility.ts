import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';
import type { Transaction } from '../domain/transaction/transaction.ts';
import { toDecimal } from '../domain/money.ts';

/**
 * What operators search by, in one list for server, tests and code. Values are stored in clear: no personal data.
 * SQL visibility has room for 10 Keywords and 3 of each other type.
 */
export const SEARCH_ATTRIBUTES = {
  TransactionState: defineSearchAttributeKey('TransactionState', 'KEYWORD'),
  MerchantId: defineSearchAttributeKey('MerchantId', 'KEYWORD'),
  OrderNo: defineSearchAttributeKey('OrderNo', 'KEYWORD'),
  PgCode: defineSearchAttributeKey('PgCode', 'KEYWORD'),
  CurrencyCode: defineSearchAttributeKey('CurrencyCode', 'KEYWORD'),
  AmountMinor: defineSearchAttributeKey('AmountMinor', 'INT'),
  ExpiresAt: defineSearchAttributeKey('ExpiresAt', 'DATETIME'),
} as const;

/** The attributes of a transaction as it is now. */
export function attributesOf(transaction: Transaction): SearchAttributePair[] {
  const { TransactionState, MerchantId, OrderNo, PgCode, CurrencyCode, AmountMinor, ExpiresAt } =
    SEARCH_ATTRIBUTES;
  const pgCode = pgCodeOf(transaction);
  return [
    { key: TransactionState, value: transaction.state },
    { key: MerchantId, value: transaction.merchantId },
    { key: CurrencyCode, value: transaction.amount.currency },
    { key: AmountMinor, value: transaction.amount.minor },
    { key: ExpiresAt, value: new Date(transaction.expiresAt) },
    ...(transaction.orderNo === undefined ? [] : [{ key: OrderNo, value: transaction.orderNo }]),
    ...(pgCode === undefined ? [] : [{ key: PgCode, value: pgCode }]),
  ];
}

/** True when the two look different to an operator's search, so that an event in history is worth it. */
export function looksDifferent(before: Transaction, after: Transaction): boolean {
  return fingerprint(before) !== fingerprint(after);
}

/** One line for the list of workflows. */
export function summaryOf({ amount, orderNo, type }: Transaction): string {
  const order = orderNo === undefined ? '' : ` · order ${orderNo}`;
  return `${amount.currency} ${toDecimal(amount)}${order} · ${type}`.slice(0, 200);
}

/** What an operator reads first: the state, the money, every attempt, and what needs a person. Markdown. */
export function detailsOf(transaction: Transaction): string {
  const { state, amount, attempts, alerts, notice, expiresAt } = transaction;
  const lines = [
    `**${state}** · ${amount.currency} ${toDecimal(amount)} · version ${transaction.version}`,
    `Expires ${new Date(expiresAt).toISOString()}`,
    ...(notice ? [`Last webhook: no. ${notice.sequence}, ${notice.status}`] : []),
    ...(attempts.length > 0
      ? ['', '| Attempt | Method | State | Gateway reference |', '|---|---|---|---|']
      : []),
    ...attempts.map(
      (attempt) =>
        `| ${attempt.referenceNumber} | ${attempt.pgCode} | ${attempt.state} | ${attempt.gatewayReference ?? ''} |`,
    ),
    ...alerts.map((alert) => `\n⚠ **${alert.kind}** (${alert.referenceNumber}): ${alert.detail}`),
  ];
  return lines.join('\n');
}

function pgCodeOf({ attempts, settledPgCode }: Transaction): string | undefined {
  return settledPgCode ?? attempts.at(-1)?.pgCode;
}

function fingerprint(transaction: Transaction): string {
  const { state, amount, orderNo, expiresAt } = transaction;
  return [state, amount.minor, amount.currency, orderNo, expiresAt].join('|');
}
