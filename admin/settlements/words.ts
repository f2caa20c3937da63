import { grossOf } from '../../domain/ledger/compare.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { shownMoney, type Money } from '../../domain/money.ts';
import type { SettledRow } from '../../domain/settlement/settlement.ts';

/** What a line or an entry without one came to, for people and programs. */
export function settledRecord(found: SettledRow | { readonly missing: LedgerEntry }) {
  if ('missing' in found) {
    const { sessionId, referenceNumber, event } = found.missing;
    const ledger = words(grossOf(found.missing));
    return { result: 'missing-there', event, sessionId, reference: referenceNumber, ledger };
  }
  const { row, result, entry } = found;
  return {
    result,
    ...(row.line > 0 && { line: `line ${row.line}` }),
    event: row.kind,
    ...(entry && { sessionId: entry.sessionId }),
    reference: entry?.referenceNumber ?? row.operationReference ?? row.paymentReference,
    ...(result === 'payment-differs' && { gatewayPayment: row.gatewayPayment }),
    ...(row.gatewayReference !== undefined && { gatewayReference: row.gatewayReference }),
    file: words(row.amount),
    ledger: words(entry && grossOf(entry)),
  };
}

function words(amount: Money | undefined): string {
  return amount ? shownMoney(amount) : 'nothing';
}
