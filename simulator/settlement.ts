import type { Ledger, LedgerEntry } from './ledger.ts';

export interface SettlementSpan {
  readonly account: string;
  /** Epoch milliseconds; a half-open span. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

const COLUMNS = [
  'line',
  'settled_at',
  'type',
  'payment_id',
  'merchant_reference',
  'operation_id',
  'operation_reference',
  'amount',
  'currency',
] as const;

/**
 * The settlement file of an account, line by line: CSV of RFC 4180 with a heading, in UTF-8. It has the money that moved,
 * in the order in which it did; what is only held, or let go, is not settled.
 */
export function* settlementLines(ledger: Ledger, span: SettlementSpan): Generator<string> {
  yield line(COLUMNS);
  for (const entry of ledger.list({ account: span.account }))
    if (isMoney(entry) && isWithin(Date.parse(entry.at), span)) yield line(cellsOf(entry));
}

function isMoney({ entry }: LedgerEntry): boolean {
  return entry === 'capture' || entry === 'refund';
}

function isWithin(at: number, { from = -Infinity, until = Infinity }: SettlementSpan): boolean {
  return at >= from && at < until;
}

function cellsOf(entry: LedgerEntry): readonly string[] {
  return [
    String(entry.seq),
    entry.at,
    entry.entry,
    entry.payment_id,
    entry.merchant_reference,
    entry.operation_id ?? '',
    entry.operation_reference ?? '',
    entry.amount,
    entry.currency,
  ];
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
