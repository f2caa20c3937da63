import { referenceNumber } from '../../domain/ids.ts';
import type { SettlementRow } from '../../domain/settlement/settlement.ts';
import type { LineAside } from '../gateway.ts';
import { settledAmount } from '../settled-amount.ts';

/**
 * The columns that we need of the report `payout_reconciliation.itemized` (docs.stripe.com/reports/payout-reconciliation).
 * Amounts are those that the payer has seen: `gross` is in the currency of the payout.
 */
export const STRIPE_COLUMNS = [
  'balance_transaction_id',
  'created_utc',
  'reporting_category',
  'source_id',
  'customer_facing_amount',
  'customer_facing_currency',
  'payment_intent_id',
  'payment_metadata[reference]',
  'payment_metadata[capture]',
  'refund_metadata[reference]',
] as const;

const KINDS: Readonly<Record<string, SettlementRow['kind']>> = {
  charge: 'capture',
  refund: 'refund',
};

/** What a line says; undefined for a fee, a payout or a payment of another program. Otherwise what it is, or what is wrong with it. */
export function readStripeRow(
  cells: Readonly<Record<string, string>>,
): Omit<SettlementRow, 'line'> | LineAside | string | undefined {
  const cell = (column: (typeof STRIPE_COLUMNS)[number]) => cells[column] ?? '';
  const [category, line, payment] = [
    cell('reporting_category'),
    cell('balance_transaction_id'),
    cell('payment_intent_id'),
  ];
  const reference = referenceNumber(cell('payment_metadata[reference]'));
  if (!reference) return undefined;
  if (category === 'fee') return undefined;
  const kind = KINDS[category];
  // What has happened to money of ours nobody may overlook, also in words of tomorrow.
  if (!kind) return { aside: `${line} is a ${category} of ${reference}: compare it by hand.` };
  if (line === '') return 'balance_transaction_id is empty.';
  if (payment === '') return 'payment_intent_id is empty.';
  const amount = settledAmount(cells, {
    amount: 'customer_facing_amount',
    currency: 'customer_facing_currency',
    isSigned: true,
  });
  if (typeof amount === 'string') return amount;
  const at = cell('created_utc');
  const settledAt = Date.parse(`${at.replace(' ', 'T')}Z`);
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(at) || Number.isNaN(settledAt))
    return `created_utc is "${at}": no time.`;
  const named = kind === 'refund' ? 'refund_metadata[reference]' : 'payment_metadata[capture]';
  const operationReference = referenceNumber(cell(named));
  return {
    kind,
    identity: `${kind}/${line}`,
    paymentReference: reference,
    gatewayPayment: payment,
    ...(operationReference && { operationReference }),
    // A capture is called as its line, as the webhook tells of it (`moved`).
    gatewayReference: kind === 'refund' ? cell('source_id') : line,
    amount,
    settledAt,
  };
}
