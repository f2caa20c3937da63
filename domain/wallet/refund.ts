import { toDecimal } from '../money.ts';
import type { Operation } from '../operation/operation.ts';
import type { OperationReport } from '../operation/report.ts';
import type { Refusal, RefusalCode } from '../refusal.ts';
import type { WalletOperation } from './entry.ts';

/** Under which key a refund is credited: the child's own session id, so that one refund is one credit for ever. */
export function refundKey({ sessionId }: Pick<Operation, 'sessionId'>): string {
  return `refund:${sessionId}`;
}

/** What the wallet says of a refund that it has credited (contract/operations#refund-to-wallet). */
export function refundReport(
  operation: Operation,
  { id, accountId, amount, balance }: WalletOperation,
): OperationReport {
  return {
    ...aboutIt(operation),
    result: 'done',
    amount,
    gatewayReference: String(id),
    gatewayResponse: {
      wallet: { operation_id: id, account_id: accountId, balance: toDecimal(balance) },
    },
  };
}

/** What it says of one that it refuses; the code is for the merchant. */
export function refundDecline(operation: Operation, { code, message }: Refusal): OperationReport {
  return {
    ...aboutIt(operation),
    result: 'declined',
    amount: operation.amount,
    gatewayReference: operation.referenceNumber,
    message,
    gatewayResponse: { wallet: { code } },
  };
}

/**
 * Why a failed operation failed, for machines: a wallet says it itself (contract/operations#refund-to-wallet), a
 * gateway has its own words.
 */
export function declineCode({
  destination,
  gatewayResponse,
}: Pick<Operation, 'destination' | 'gatewayResponse'>): RefusalCode {
  const wallet = gatewayResponse?.['wallet'];
  if (destination !== 'wallet' || typeof wallet !== 'object' || wallet === null)
    return 'gateway_declined';
  const code = 'code' in wallet ? wallet['code'] : undefined;
  return code === 'account_inactive' || code === 'policy_violation' ? code : 'gateway_declined';
}

function aboutIt({ kind, referenceNumber, paymentReference }: Operation) {
  return { kind, referenceNumber, paymentReference };
}
