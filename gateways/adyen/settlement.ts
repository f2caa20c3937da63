import type { SettlementRow } from '../../domain/settlement/settlement.ts';
import type { LineAside } from '../gateway.ts';
import { settledAmount } from '../settled-amount.ts';
import { readName } from './names.ts';
import { recaptureOf } from './operation.ts';

/** The columns that we need of the Settlement details report (docs/adyen.md). */
export const ADYEN_COLUMNS = [
  'Psp Reference',
  'Merchant Reference',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Modification Merchant Reference',
] as const;

/** Which lines move money of a payment: the column that has how much, and what it is. Fees, payouts and disputes are left out. */
const MOVES = new Map([
  ['Settled', { kind: 'capture', column: 'Gross Credit (GC)' }],
  ['Refunded', { kind: 'refund', column: 'Gross Debit (GC)' }],
] as const);

/** What a payment costs. */
const COSTS: ReadonlySet<string> = new Set(['Fee', 'PaymentCost']);

/** What a line says; undefined for a fee, a payout or a payment of another program; what it is, or what is wrong with it, in a sentence. */
export function readAdyenRow(
  cells: Readonly<Record<string, string>>,
): Omit<SettlementRow, 'line'> | LineAside | string | undefined {
  const type = cells['Type'] ?? '';
  const move = type === 'Settled' || type === 'Refunded' ? MOVES.get(type) : undefined;
  const payment = cells['Psp Reference'] ?? '';
  const name = readName(cells['Merchant Reference'] ?? '');
  // Another program may use the account.
  if (!name) return undefined;
  // A chargeback, or a word of tomorrow: nobody may overlook what has happened to money of ours.
  if (!move)
    return payment !== '' && !COSTS.has(type)
      ? { aside: `${payment} is a ${type} of ${name.payment}: compare it by hand.` }
      : undefined;
  const { kind, column } = move;
  if (payment === '') return 'Psp Reference is empty.';
  const modification = cells['Modification Reference'] ?? '';
  const operation = readName(cells['Modification Merchant Reference'] ?? '')?.operation;
  const amount = settledAmount(cells, { amount: column, currency: 'Gross Currency' });
  if (typeof amount === 'string') return amount;
  const settledAt = instantOf(cells['Creation Date'] ?? '', cells['TimeZone'] ?? '');
  if (settledAt === undefined)
    return `Creation Date is "${cells['Creation Date']}" ${cells['TimeZone']}: no time.`;
  return {
    kind,
    identity: `${type}/${modification === '' ? payment : modification}`,
    paymentReference: name.payment,
    gatewayPayment: payment,
    ...(operation && { operationReference: operation }),
    ...(modification !== '' && { gatewayReference: modification }),
    ...(modification !== '' &&
      kind === 'capture' && { recaptureReference: recaptureOf(modification) }),
    amount,
    settledAt,
  };
}

/** A time of the zone that the report names by its letters, in epoch milliseconds. */
function instantOf(date: string, zone: string): number | undefined {
  const offset = ZONES[zone];
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(date);
  if (!match || offset === undefined) return undefined;
  const at = Date.parse(`${match[1]}T${match[2]}${offset}`);
  return Number.isNaN(at) ? undefined : at;
}

/** Letters that mean one zone only. */
const ZONES: Readonly<Record<string, string>> = {
  UTC: 'Z',
  GMT: 'Z',
  CET: '+01:00',
  CEST: '+02:00',
  BST: '+01:00',
  EST: '-05:00',
  EDT: '-04:00',
  PST: '-08:00',
  PDT: '-07:00',
  GST: '+04:00',
};
