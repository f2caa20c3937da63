import type { ReferenceNumber, SessionId } from '../ids.ts';
import { attemptOf, type Transaction } from '../transaction/transaction.ts';
import type { Operation } from './operation.ts';
import type { OperationReport } from './report.ts';

/** What names it here: it has no reference of ours. */
export interface ForeignNames {
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
}

/**
 * The operation that somebody did at the gateway itself (events-and-pages.md 2.1, `source: pg`), as the gateway told of
 * it; undefined when nothing of it has happened, or the payment is not of this transaction.
 */
export function foreignOperation(
  transaction: Transaction,
  report: OperationReport,
  { now, ...names }: ForeignNames & { readonly now: number },
): Operation | undefined {
  const attempt = attemptOf(transaction, report.paymentReference);
  if (!attempt || report.result === 'declined') return undefined;
  const { merchantId, sessionId: parentId, orderNo } = transaction;
  const { kind, result, amount, gatewayReference, message, pgParams, gatewayResponse } = report;
  return {
    ...names,
    merchantId,
    parentId,
    version: 1,
    kind,
    amount,
    destination: 'pg',
    state: result,
    source: 'pg',
    pgCode: attempt.pgCode,
    gateway: attempt.gateway,
    sandbox: attempt.sandbox,
    paymentReference: attempt.referenceNumber,
    idempotencyKey: `${parentId}:${names.sessionId}:${kind}`,
    channel: 'staff',
    createdAt: now,
    gatewayReference,
    ...(orderNo !== undefined && { parentOrderNo: orderNo }),
    ...(attempt.gatewayReference !== undefined && { gatewayPayment: attempt.gatewayReference }),
    ...(result === 'done' && { concludedAt: now }),
    ...(message !== undefined && { message }),
    ...(pgParams && { pgParams }),
    ...(gatewayResponse && { gatewayResponse }),
  };
}
