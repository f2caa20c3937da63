import { referenceNumber } from '../../domain/ids.ts';
import type { SettlementRow } from '../../domain/settlement/settlement.ts';
import { settledAmount } from '../settled-amount.ts';

/** The columns that we need of the network's settlement file (docs/simulator.md). */
export const SANDBOX_COLUMNS = [
  'settled_at',
  'type',
  'payment_id',
  'merchant_reference',
  'operation_id',
  'operation_reference',
  'amount',
  'currency',
] as const;

/** What a line says, or what is wrong with it, in a sentence. */
export function readSandboxRow(
  cells: Readonly<Record<string, string>>,
): Omit<SettlementRow, 'line'> | string {
  const { type: kind, payment_id: payment = '', operation_id: operation = '' } = cells;
  if (kind !== 'capture' && kind !== 'refund') return `type is "${kind}": no capture, no refund.`;
  if (payment === '') return 'payment_id is empty.';
  const reference = referenceNumber(cells['merchant_reference'] ?? '');
  if (!reference) return 'merchant_reference cannot be a reference of ours.';
  const named = cells['operation_reference'] ?? '';
  // Who works at the network itself gives it a name that may be anything: the network's own one says which it is.
  const operationReference = referenceNumber(named);
  if (named !== '' && operation === '' && !operationReference)
    return 'operation_reference cannot be a reference of ours.';
  const amount = settledAmount(cells, { amount: 'amount', currency: 'currency' });
  if (typeof amount === 'string') return amount;
  const at = cells['settled_at'] ?? '';
  const settledAt = /^\d{4}-\d\d-\d\dT/.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(settledAt)) return `settled_at is "${at}": no time.`;
  return {
    kind,
    identity: `${kind}/${operation === '' ? payment : operation}`,
    paymentReference: reference,
    gatewayPayment: payment,
    ...(operationReference && { operationReference }),
    ...(operation !== '' && { gatewayReference: operation }),
    amount,
    settledAt,
  };
}
