import type { MerchantId, PgCode, ReferenceNumber } from '../../domain/ids.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { movementOf } from '../../domain/ledger/network-book.ts';
import {
  classify,
  movedKey,
  type SettledRow,
  type SettlementRow,
} from '../../domain/settlement/settlement.ts';
import type { Store } from '../../store/index.ts';
import { foreignNames } from '../../store/operations.ts';

/** Whose lines are compared. */
export interface ComparedAccount {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
}

/** So many lines are in memory at a time. */
const BATCH = 200;

/** A line with what we call it if it was done at the gateway itself. */
export function withForeignName(
  { merchantId, pgCode }: ComparedAccount,
  row: SettlementRow,
): SettlementRow {
  const { gatewayReference, paymentReference } = row;
  if (gatewayReference === undefined) return row;
  const names = foreignNames({ merchantId, pgCode }, { gatewayReference, paymentReference });
  return { ...row, foreignReference: names.referenceNumber };
}

/**
 * What each line is to the ledger, one after the other, so that of two lines about the same thing the first one is the one that
 * counts. `isFirst`: no earlier line was about the same.
 */
export async function comparedWithLedger(
  { ledger, transactions }: Pick<Store, 'ledger' | 'transactions'>,
  account: ComparedAccount,
  batch: readonly SettlementRow[],
  isFirst: (row: SettlementRow) => boolean | Promise<boolean>,
): Promise<readonly SettledRow[]> {
  const references = [...new Set(batch.map(({ paymentReference }) => paymentReference))];
  const entries = new Map<ReferenceNumber, LedgerEntry[]>();
  const names = await transactions.gatewayPayments(account.merchantId, references);
  for (const entry of await ledger.listOfPayments(account, references)) {
    const others = entries.get(entry.paymentReference);
    if (others) others.push(entry);
    else entries.set(entry.paymentReference, [entry]);
  }
  const settled: SettledRow[] = [];
  for (const row of batch) {
    const gatewayPayment = names.get(row.paymentReference);
    const known = {
      isRepeated: !(await isFirst(row)),
      ...(gatewayPayment !== undefined && { gatewayPayment }),
    };
    settled.push(classify(row, entries.get(row.paymentReference) ?? [], known));
  }
  return settled;
}

/** How a line finds the entry. */
export function keyOfEntry(entry: LedgerEntry): string {
  return movedKey(movementOf(entry)?.kind ?? entry.event, entry.referenceNumber);
}

export async function* batches<T>(source: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const one of source) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
