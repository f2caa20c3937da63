import type { ReferenceNumber } from '../../domain/ids.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { GatewayFault, type OperationRequest } from '../gateway.ts';
import { moneyOfAmount } from './amounts.ts';
import type { AdyenName } from './names.ts';
import type { AdyenItem, AdyenModification } from './shapes.ts';
import { responseOf, undoneWords } from './wire.ts';

/** Adyen has taken it in, and will do it or not. */
export function queuedReport(request: OperationRequest, taken: AdyenModification): OperationReport {
  const { kind, referenceNumber, paymentReference, gatewayPayment, amount } = request;
  return {
    kind,
    referenceNumber,
    paymentReference,
    result: 'queued',
    ...(amount && { amount }),
    gatewayReference: taken.pspReference,
    ...(gatewayPayment !== undefined && { gatewayPayment }),
    pgParams: { result: taken.status, payment_id: gatewayPayment },
    gatewayResponse: { ...taken },
  };
}

/**
 * Reasons of a CAPTURE by which Adyen itself has taken what had failed for a technical fault, under the name that it had
 * (docs.adyen.com/online-payments/capture/failure-reasons).
 */
const RECAPTURED: ReadonlySet<string> = new Set([
  'Transaction Recaptured',
  'Transaction Auto-recaptured',
]);

/** Whether a webhook tells of one more capture, though it has the names of one that was undone. */
export function isRecaptured({ eventCode, success, reason = '' }: AdyenItem): boolean {
  return eventCode === 'CAPTURE' && success === 'true' && RECAPTURED.has(reason);
}

/** What we call what Adyen has captured anew under the name of a capture that had failed. */
export function recaptureOf(pspReference: string): string {
  return `${pspReference}/recaptured`;
}

/** The webhook about a modification, without whose payment it is. What Adyen has captured anew nobody here has asked for. */
export function modificationReport(
  kind: OperationReport['kind'],
  name: AdyenName | undefined,
  item: AdyenItem,
): Omit<OperationReport, 'paymentReference'> {
  const { pspReference, originalReference, success, reason, amount } = item;
  const isAnew = isRecaptured(item);
  return {
    kind,
    ...(name?.operation && !isAnew && { referenceNumber: name.operation }),
    result: resultOf(success),
    amount: moneyOfAmount(amount),
    gatewayReference: isAnew ? recaptureOf(pspReference) : pspReference,
    ...(originalReference !== undefined && { gatewayPayment: originalReference }),
    ...(success !== 'true' && reason !== undefined && { message: reason }),
    pgParams: { result: `${item.eventCode} ${success}`, payment_id: originalReference },
    gatewayResponse: responseOf(item),
  };
}

/**
 * The webhook that says that an operation of ours was undone after it was done. It is known by our reference alone: which payment
 * its original reference means differs by event.
 */
export function reversalReport(
  kind: OperationReport['kind'],
  operation: ReferenceNumber,
  item: AdyenItem,
): Omit<OperationReport, 'paymentReference'> {
  const { pspReference, amount } = item;
  return {
    kind,
    referenceNumber: operation,
    result: 'reversed',
    amount: moneyOfAmount(amount),
    gatewayReference: pspReference,
    message: undoneWords(item),
    gatewayResponse: responseOf(item),
  };
}

function resultOf(success: string): 'done' | 'declined' {
  if (success === 'true') return 'done';
  if (success === 'false') return 'declined';
  throw new GatewayFault('unknown', 'Adyen says neither that it was done nor that it was not.');
}
