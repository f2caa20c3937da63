import { referenceNumber } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { GatewayFault, type OperationRequest } from '../gateway.ts';
import { STRIPE_AMOUNTS } from './amounts.ts';
import { expanded, type ChargeEvent, type PaymentIntent, type Refund } from './shapes.ts';

const REFUNDS: Readonly<Record<string, OperationReport['result']>> = {
  succeeded: 'done',
  pending: 'queued',
  requires_action: 'queued',
  failed: 'declined',
  canceled: 'declined',
};

/** The word on a refund. One that was made at Stripe itself has no names of ours. */
export function refundWord(
  refund: Refund,
): Omit<OperationReport, 'paymentReference'> & Partial<Pick<OperationReport, 'paymentReference'>> {
  const { id, status, metadata, payment_intent, failure_reason: reason } = refund;
  // Money that had left, and is back in Stripe's book: the bank did not take it, or somebody has canceled the refund there.
  const isBack = REFUNDS[status] === 'declined' && refund.failure_balance_transaction !== undefined;
  const result = isBack ? 'reversed' : REFUNDS[status];
  if (!result)
    throw new GatewayFault(
      'unknown',
      `Stripe has the refund ${id} in a state that we do not know.`,
    );
  return {
    kind: 'refund',
    ...defined({
      referenceNumber: referenceNumber(metadata?.reference ?? ''),
      paymentReference: referenceNumber(metadata?.payment ?? ''),
      gatewayPayment: payment_intent,
      message: reason,
    }),
    result,
    amount: STRIPE_AMOUNTS.moneyOf(refund.amount, refund.currency),
    gatewayReference: id,
    pgParams: defined({ result: status, payment_id: payment_intent }),
    gatewayResponse: defined({
      id,
      status,
      amount: refund.amount,
      currency: refund.currency,
      failure_reason: reason,
    }),
  };
}

/** The word on a capture or a void, which are states of the intent; undefined where it was not done. */
export function intentOperation(
  intent: PaymentIntent,
  { kind, referenceNumber: reference, paymentReference }: OperationRequest,
): OperationReport | undefined {
  const { status, amount, amount_received: received, metadata } = intent;
  if (kind === 'capture')
    return metadata.capture === reference && received > 0
      ? {
          ...moved(
            intent,
            'capture',
            received,
            expanded(intent.latest_charge)?.balance_transaction,
          ),
          referenceNumber: reference,
          paymentReference,
        }
      : undefined;
  return status === 'canceled'
    ? { ...moved(intent, 'void', amount - received), referenceNumber: reference, paymentReference }
    : undefined;
}

/** What somebody has captured at Stripe itself; undefined where the payment is none of ours. */
export function capturedThere({
  payment_intent,
  metadata,
  amount_captured,
  currency,
  status,
  balance_transaction,
}: ChargeEvent): OperationReport | undefined {
  const paymentReference = referenceNumber(metadata.reference ?? '');
  const intent = { id: payment_intent ?? '', status, currency };
  return (
    paymentReference && {
      ...moved(intent, 'capture', amount_captured, balance_transaction),
      paymentReference,
      endsHold: true,
    }
  );
}

/** What was held and is free again, by somebody there or because its time was over; undefined where nothing was held. */
export function canceledHold(intent: PaymentIntent): OperationReport | undefined {
  const { capture_method, latest_charge, last_payment_error, metadata } = intent;
  const paymentReference = referenceNumber(metadata.reference ?? '');
  if (!paymentReference || capture_method !== 'manual' || !latest_charge || last_payment_error)
    return undefined;
  return { ...moved(intent, 'void', intent.amount - intent.amount_received), paymentReference };
}

/** Stripe has no object for these: a capture is called as its line in Stripe's book, a void after its intent. */
function moved(
  { id, status, currency }: Pick<PaymentIntent, 'id' | 'status' | 'currency'>,
  kind: 'capture' | 'void',
  units: number,
  line?: string,
): Omit<OperationReport, 'paymentReference'> {
  return {
    kind,
    result: 'done',
    amount: STRIPE_AMOUNTS.moneyOf(units, currency),
    gatewayReference: line ?? `${id}/${kind}`,
    gatewayPayment: id,
    pgParams: { result: status, payment_id: id },
    gatewayResponse: { id, status, amount: units, currency },
  };
}
