import type { ReferenceNumber } from '../ids.ts';
import { movementOf, type MovementKind } from '../ledger/network-book.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Money } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { isOtherPayment } from '../transaction/gateway-reference.ts';

/** A line of a gateway's settlement file, in our words. */
export interface SettlementRow {
  /** The line of the file in which it begins; the heading is line 1. */
  readonly line: number;
  readonly kind: Extract<MovementKind, 'capture' | 'refund'>;
  /** The gateway's own name for what moved: the same in every file. */
  readonly identity: string;
  readonly paymentReference: ReferenceNumber;
  /** What the gateway calls that payment. */
  readonly gatewayPayment: string;
  /** Our reference of the capture or refund, where it was one of its own. */
  readonly operationReference?: ReferenceNumber;
  /** What the gateway calls that capture or refund. */
  readonly gatewayReference?: string;
  /** What the gateway's capture is called that it may have made in place of this one, which had failed: both have one line. */
  readonly recaptureReference?: string;
  /** What we call it if it was done at the gateway itself; given by whoever knows the account. */
  readonly foreignReference?: ReferenceNumber;
  /** What we call that other capture. */
  readonly foreignRecapture?: ReferenceNumber;
  readonly amount: Money;
  /** Epoch milliseconds. */
  readonly settledAt: number;
}

/**
 * What a line is to our ledger; `missing-there` has no line: the ledger has it and no file does. `payment-differs`: the
 * line names another payment of the gateway under our reference than the gateway has named first.
 */
export const SETTLEMENT_RESULTS = [
  'matched',
  'missing-here',
  'missing-there',
  'amount-differs',
  'payment-differs',
  'duplicate',
] as const;
export type SettlementResult = (typeof SETTLEMENT_RESULTS)[number];

/** To be counted up. */
export function noSettlementResults(): Record<SettlementResult, number> {
  return {
    matched: 0,
    'missing-here': 0,
    'missing-there': 0,
    'amount-differs': 0,
    'payment-differs': 0,
    duplicate: 0,
  };
}

/** How many lines, and entries without one, are not simply matched. */
export function differencesIn({
  matched: _matched,
  ...others
}: Readonly<Record<SettlementResult, number>>): number {
  return Object.values(others).reduce((sum, count) => sum + count, 0);
}

/** A line and what came of it. */
export interface SettledRow {
  readonly row: SettlementRow;
  readonly result: Exclude<SettlementResult, 'missing-there'>;
  /** The ledger entry that it is about, where there is one. */
  readonly entry?: LedgerEntry;
}

/** What is known of a line besides the ledger. */
export interface KnownOfRow {
  /** An earlier line, of this file or another, was about the same movement. */
  readonly isRepeated: boolean;
  /** The keys of earlier lines about other movements: what they were about is not there twice. */
  readonly taken?: ReadonlySet<string>;
  /** What the gateway has called the payment. */
  readonly gatewayPayment?: string;
}

/**
 * What a line of the file is to the ledger, whose entries of the same payment are given. An entry is one movement: a gateway that
 * has made a refund of ours twice has two lines, and one of them nobody has asked for.
 */
export function classify(
  row: SettlementRow,
  entries: readonly LedgerEntry[],
  { isRepeated, taken, gatewayPayment }: KnownOfRow,
): SettledRow {
  const about = entries.filter((one) => isAbout(row, one));
  const entry = about.find((one) => !taken?.has(keyOfEntry(one)));
  const [named = entry] = about;
  const found = named ? { row, entry: entry ?? named } : { row };
  if (isRepeated) return { ...found, result: 'duplicate' };
  if (isOtherPayment(gatewayPayment, row.gatewayPayment))
    return { ...found, result: 'payment-differs' };
  if (named && !entry) return { ...found, result: 'duplicate' };
  const posted = entry && movementOf(entry)?.amount;
  if (!posted) return { ...found, result: 'missing-here' };
  return { ...found, result: isSameMoney(posted, row.amount) ? 'matched' : 'amount-differs' };
}

/** Whether a settlement file has to have a line of the entry: money that the gateway moved. */
export function needsSettlement(entry: LedgerEntry): boolean {
  const kind = movementOf(entry)?.kind;
  return kind === 'capture' || kind === 'refund';
}

/** How a line finds the entry. */
export function keyOfEntry(entry: LedgerEntry): string {
  return movedKey(movementOf(entry)?.kind ?? entry.event, entry.referenceNumber);
}

/** How line and entry find each other: by what moved and the reference that both have. */
function movedKey(kind: string, reference: ReferenceNumber): string {
  return `${kind}/${reference}`;
}

/**
 * The keys that an entry of a line may have: by our reference, or by what we call what was done at the gateway itself. A gateway may
 * have a name of its own for the capture of what it has charged at once, and the entry has that of the payment. Of a hold no entry
 * has that, and what was charged at once has no other capture (`foreignOperation`): so one of the keys at most finds any, but where a
 * gateway has captured anew what had failed. That is in its file once, and the line is about both.
 */
export function keysOfRow(row: SettlementRow): readonly string[] {
  const { kind, operationReference, foreignReference, foreignRecapture, paymentReference } = row;
  const isForeignRefund = kind === 'refund' && foreignReference !== undefined;
  const ours = operationReference ?? (isForeignRefund ? undefined : paymentReference);
  return [ours, foreignReference, foreignRecapture].flatMap((one) =>
    one ? [movedKey(kind, one)] : [],
  );
}

function isAbout(row: SettlementRow, entry: LedgerEntry): boolean {
  return movementOf(entry) !== undefined && keysOfRow(row).includes(keyOfEntry(entry));
}
