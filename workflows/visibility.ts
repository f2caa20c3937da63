import {
  defineSearchAttributeKey,
  type SearchAttributePair,
  type TypedSearchAttributes,
} from '@temporalio/common';
import { isEmergency } from '../domain/operation/news.ts';
import type { Operation } from '../domain/operation/operation.ts';
import type { Alert, Attempt, Transaction } from '../domain/transaction/transaction.ts';
import type { Invoice } from '../domain/invoice/invoice.ts';
import type { InvoiceStatus } from '../domain/invoice/status.ts';
import { cutText } from '../domain/cut-text.ts';
import { toDecimal, type Money } from '../domain/money.ts';

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
  /** What a person has to look at: the kind of the latest alert. */
  Alert: defineSearchAttributeKey('Alert', 'KEYWORD'),
  /** How an invoice stands; its workflows have no TransactionState. */
  InvoiceStatus: defineSearchAttributeKey('InvoiceStatus', 'KEYWORD'),
  /** How a refund, capture or void stands; its workflows have no TransactionState. */
  OperationState: defineSearchAttributeKey('OperationState', 'KEYWORD'),
  /** The uuid of an agreement: its cycles have it. */
  AgreementId: defineSearchAttributeKey('AgreementId', 'KEYWORD'),
  /** A refund or void that a second person must decide about. */
  PendingApproval: defineSearchAttributeKey('PendingApproval', 'BOOL'),
  AmountMinor: defineSearchAttributeKey('AmountMinor', 'INT'),
  ExpiresAt: defineSearchAttributeKey('ExpiresAt', 'DATETIME'),
} as const;

/** The attributes of a transaction as it is now. */
export function attributesOf(transaction: Transaction): SearchAttributePair[] {
  const {
    TransactionState,
    MerchantId,
    OrderNo,
    PgCode,
    CurrencyCode,
    Alert,
    AmountMinor,
    ExpiresAt,
  } = SEARCH_ATTRIBUTES;
  const pgCode = pgCodeOf(transaction);
  const alert = transaction.alerts.at(-1);
  return [
    { key: TransactionState, value: transaction.state },
    { key: MerchantId, value: transaction.merchantId },
    { key: CurrencyCode, value: transaction.amount.currency },
    { key: AmountMinor, value: transaction.amount.minor },
    { key: ExpiresAt, value: new Date(transaction.expiresAt) },
    ...(transaction.orderNo === undefined ? [] : [{ key: OrderNo, value: transaction.orderNo }]),
    ...(pgCode === undefined ? [] : [{ key: PgCode, value: pgCode }]),
    ...(alert === undefined ? [] : [{ key: Alert, value: alert.kind }]),
  ];
}

/** What an operator sees of an invoice. */
export type InvoiceLook = Pick<
  Invoice,
  'merchantId' | 'number' | 'status' | 'dueDate' | 'totalInclTax'
>;

/** The attributes of an invoice as it is now. */
export function invoiceAttributes(invoice: InvoiceLook): SearchAttributePair[] {
  const { MerchantId, CurrencyCode, AmountMinor } = SEARCH_ATTRIBUTES;
  return [
    statusAttribute(invoice.status),
    { key: MerchantId, value: invoice.merchantId },
    { key: CurrencyCode, value: invoice.totalInclTax.currency },
    { key: AmountMinor, value: invoice.totalInclTax.minor },
  ];
}

/** The one attribute of an invoice that changes. */
export function statusAttribute(status: InvoiceStatus): SearchAttributePair {
  return { key: SEARCH_ATTRIBUTES.InvoiceStatus, value: status };
}

/** In characters: what an order is called may be long. */
const LONGEST_SUMMARY = 200;

/** One line for the list of workflows. */
export function invoiceSummary({ totalInclTax, number, dueDate }: InvoiceLook): string {
  const money = `${totalInclTax.currency} ${toDecimal(totalInclTax)}`;
  return cutText(`${money} · due ${dueDate} · invoice ${number}`, LONGEST_SUMMARY);
}

/** What an operator sees of a cycle. */
export interface CycleLook {
  readonly merchantId: string;
  readonly uuid: string;
  readonly period: string;
  readonly number: number;
  readonly amount: Money;
}

/** The attributes of a cycle, which stay. */
export function cycleAttributes({ merchantId, uuid, amount }: CycleLook): SearchAttributePair[] {
  const { MerchantId, AgreementId, CurrencyCode, AmountMinor } = SEARCH_ATTRIBUTES;
  return [
    { key: MerchantId, value: merchantId },
    { key: AgreementId, value: uuid },
    { key: CurrencyCode, value: amount.currency },
    { key: AmountMinor, value: amount.minor },
  ];
}

/** One line for the list of workflows. */
export function cycleSummary({ amount, number, period }: CycleLook): string {
  return `${amount.currency} ${toDecimal(amount)} · cycle ${number} · due ${period}`;
}

/** The attributes of an operation as it is now. */
export function operationAttributes(operation: Operation): SearchAttributePair[] {
  const { MerchantId, OrderNo, PgCode, CurrencyCode, AmountMinor } = SEARCH_ATTRIBUTES;
  const { parentOrderNo: orderNo, amount } = operation;
  return [
    ...operationStanding(operation),
    { key: MerchantId, value: operation.merchantId },
    { key: PgCode, value: operation.pgCode },
    { key: CurrencyCode, value: amount.currency },
    { key: AmountMinor, value: amount.minor },
    ...(orderNo === undefined ? [] : [{ key: OrderNo, value: orderNo }]),
  ];
}

/** Those of an operation that change. */
export function operationStanding(operation: Operation): SearchAttributePair[] {
  const { state, approval } = operation;
  const { OperationState, PendingApproval, Alert } = SEARCH_ATTRIBUTES;
  const alert = alertOf(operation);
  return [
    { key: OperationState, value: state },
    { key: PendingApproval, value: approval?.state === 'pending' },
    ...(alert === undefined ? [] : [{ key: Alert, value: alert }]),
  ];
}

/** The kinds are those of the payment's alerts. */
function alertOf(operation: Operation): Alert['kind'] | undefined {
  if (operation.alert !== undefined) return 'manual-action-required';
  return isEmergency(operation) ? 'break-glass' : undefined;
}

/** One line for the list of workflows. */
export function operationSummary({ kind, amount, parentOrderNo, destination }: Operation): string {
  const order = parentOrderNo === undefined ? '' : ` · order ${parentOrderNo}`;
  const where = destination === 'wallet' ? ' to the wallet' : '';
  return cutText(
    `${kind}${where} · ${amount.currency} ${toDecimal(amount)}${order}`,
    LONGEST_SUMMARY,
  );
}

/** What an operator reads first of an operation. Markdown. */
export function operationDetails(operation: Operation): string {
  const { kind, amount, state, approval, alert, message } = operation;
  return [
    `**${state}** · ${kind} · ${amount.currency} ${toDecimal(amount)} · version ${operation.version}`,
    `Payment ${operation.parentId} · ${operation.pgCode} · reference ${operation.referenceNumber}`,
    ...(operation.gatewayReference === undefined
      ? []
      : [`At the gateway: ${operation.gatewayReference}`]),
    ...(approval
      ? [
          `Approval: **${approval.state}**, ${approval.votes.length} of ${approval.needed}, until ${new Date(approval.expiresAt).toISOString()}`,
        ]
      : []),
    ...(isEmergency(operation) ? ['⚠ Approved by one checker alone, in an emergency'] : []),
    ...(message === undefined ? [] : [`The gateway says: ${message}`]),
    ...(alert === undefined ? [] : [`\n⚠ ${alert}`]),
  ].join('\n');
}

/** True when a run that was started with these attributes shows the transaction otherwise than it is now. */
export function isShownWrongly(shown: TypedSearchAttributes, transaction: Transaction): boolean {
  return attributesOf(transaction).some(
    ({ key, value }) => JSON.stringify(shown.get(key)) !== JSON.stringify(value),
  );
}

/** True when the two look different to an operator's search, so that an event in history is worth it. */
export function looksDifferent(before: Transaction, after: Transaction): boolean {
  return fingerprint(before) !== fingerprint(after);
}

/** One line for the list of workflows. */
export function summaryOf({ amount, orderNo, type }: Transaction): string {
  const order = orderNo === undefined ? '' : ` · order ${orderNo}`;
  return cutText(`${amount.currency} ${toDecimal(amount)}${order} · ${type}`, LONGEST_SUMMARY);
}

/** What an operator reads first: the state, the money, every attempt, the latest operations, and what needs a person. */
export function detailsOf(transaction: Transaction): string {
  const { state, amount, attempts, alerts, notice, expiresAt, operations = [] } = transaction;
  const lines = [
    `**${state}** · ${amount.currency} ${toDecimal(amount)} · version ${transaction.version}`,
    `Expires ${new Date(expiresAt).toISOString()}`,
    ...(notice ? [`Last webhook: no. ${notice.sequence}, ${notice.status}`] : []),
    ...(attempts.length > 0
      ? ['', '| Attempt | Method | State | Gateway reference |', '|---|---|---|---|']
      : []),
    ...attempts.map(
      (attempt) =>
        `| ${attempt.referenceNumber} | ${accountCell(attempt)} | ${attemptState(attempt)} | ${attempt.gatewayReference ?? ''} |`,
    ),
    ...(operations.length > 0
      ? ['', '| Operation | Amount | State | Reference |', '|---|---|---|---|']
      : []),
    ...operations
      .slice(-SHOWN_OPERATIONS)
      .map(
        (entry) =>
          `| ${entry.kind} ${entry.sessionId} | ${toDecimal(entry.amount)} | ${entry.state} | ${entry.referenceNumber} |`,
      ),
    ...alerts.map((alert) => `\n⚠ **${alert.kind}** (${alert.referenceNumber}): ${alert.detail}`),
  ];
  return lines.join('\n');
}

/** A payment may have a hundred of them; each has a run of its own that is found by its id. */
const SHOWN_OPERATIONS = 20;

/** Of a route: where it led, and in whose place. */
function accountCell({ pgCode, routing }: Attempt): string {
  if (!routing) return pgCode;
  const { route, rule, after } = routing;
  const place = after ? `, after ${after.referenceNumber}: ${after.ending}` : '';
  return `${route} → ${pgCode} (rule ${rule ?? '–'}${place})`;
}

function attemptState({ state, inquired, unanswered }: Attempt): string {
  const notes = [
    ...(unanswered ? ['the gateway has not said so'] : []),
    ...(inquired ? [`asked ${inquired.calls} times, last: ${inquired.heard}`] : []),
  ];
  return notes.length === 0 ? state : `${state} (${notes.join('; ')})`;
}

function pgCodeOf({ attempts, settledPgCode }: Transaction): string | undefined {
  return settledPgCode ?? attempts.at(-1)?.pgCode;
}

function fingerprint(transaction: Transaction): string {
  const { state, amount, orderNo, expiresAt, alerts } = transaction;
  const alert = alerts.at(-1)?.kind;
  return [state, amount.minor, amount.currency, orderNo, expiresAt, alert].join('|');
}
