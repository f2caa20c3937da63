import { isOtherPayment, knownPayment } from '../transaction/gateway-reference.ts';
import type { AttemptReport } from '../transaction/network.ts';
import { attemptOf, type Transaction, type TransactionRef } from '../transaction/transaction.ts';
import type { Operation } from './operation.ts';
import type { OperationReport } from './report.ts';
import { cutText } from '../cut-text.ts';

/**
 * Why a gateway's word is not about this operation, in a sentence; undefined when it is. It names another payment than the
 * one whose money was to move (contract/attempts#payment-reference-of-the-gateway).
 */
export function aboutOtherPayment(
  { kind, paymentReference, gatewayPayment }: Operation,
  report: OperationReport,
): string | undefined {
  const isSame =
    paymentReference === report.paymentReference &&
    !isOtherPayment(gatewayPayment, report.gatewayPayment);
  if (isSame) return undefined;
  const named = cutText(report.gatewayPayment ?? report.paymentReference, 100);
  return `The gateway names its payment ${named} as the one of this ${kind}, and it was asked for ${gatewayPayment ?? paymentReference}. Ask it what was done.`;
}

/**
 * What a callback about an operation says to the payment in place of the operation, where it names another payment of the
 * gateway than the one known here: a word that decides nothing and raises the alert. Undefined when it names the right one.
 */
export function wordOnOtherPayment(
  {
    operation,
    transaction,
  }: {
    readonly operation?: Operation | undefined;
    readonly transaction?: Transaction | undefined;
  },
  { paymentReference, gatewayPayment }: OperationReport,
): { readonly ref: TransactionRef; readonly report: AttemptReport } | undefined {
  const referenceNumber = operation?.paymentReference ?? paymentReference;
  const attempt = transaction && attemptOf(transaction, paymentReference);
  const known = operation ? operation.gatewayPayment : attempt && knownPayment(attempt);
  const ref = operation
    ? { merchantId: operation.merchantId, sessionId: operation.parentId }
    : transaction;
  if (!ref || gatewayPayment === undefined || !isOtherPayment(known, gatewayPayment))
    return undefined;
  const report = {
    referenceNumber,
    outcome: { result: 'pending' },
    gatewayPayment,
  } as const;
  return { ref, report };
}
