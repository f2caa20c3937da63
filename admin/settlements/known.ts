import type { MerchantId, PgCode, ReferenceNumber } from '../../domain/ids.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import {
  classify,
  type KnownOfRow,
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
  const { gatewayReference, recaptureReference, paymentReference } = row;
  if (gatewayReference === undefined) return row;
  const ourName = (named: string) =>
    foreignNames({ merchantId, pgCode }, { gatewayReference: named, paymentReference })
      .referenceNumber;
  return {
    ...row,
    foreignReference: ourName(gatewayReference),
    ...(recaptureReference !== undefined && { foreignRecapture: ourName(recaptureReference) }),
  };
}

/** What earlier lines say of one. */
export type KnownBefore = Pick<KnownOfRow, 'isRepeated' | 'taken'>;

/**
 * What each line is to the ledger, so that of two lines about the same thing the first one is the one that counts. `before` says what
 * earlier lines make of each, in their order.
 */
export async function comparedWithLedger(
  { ledger, transactions }: Pick<Store, 'ledger' | 'transactions'>,
  account: ComparedAccount,
  batch: readonly SettlementRow[],
  before: readonly KnownBefore[],
): Promise<readonly SettledRow[]> {
  const references = [...new Set(batch.map(({ paymentReference }) => paymentReference))];
  const entries = new Map<ReferenceNumber, LedgerEntry[]>();
  const names = await transactions.gatewayPayments(account.merchantId, references);
  for (const entry of await ledger.listOfPayments(account, references)) {
    const others = entries.get(entry.paymentReference);
    if (others) others.push(entry);
    else entries.set(entry.paymentReference, [entry]);
  }
  return batch.map((row, at) => {
    const gatewayPayment = names.get(row.paymentReference);
    const known = {
      isRepeated: false,
      ...before[at],
      ...(gatewayPayment !== undefined && { gatewayPayment }),
    };
    return classify(row, entries.get(row.paymentReference) ?? [], known);
  });
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
