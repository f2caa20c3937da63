import type { GatewayAccount } from '../../domain/account.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { refusalOf } from '../../domain/refusal.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import { hearOperationWord } from '../../engine/operation-word.ts';
import type { ApiDeps } from '../deps.ts';

interface Word {
  readonly eventId: string;
  readonly report: OperationReport;
  readonly receivedAt: number;
}

/**
 * A network's word on an operation: kept once, then heard. One on a payment that is not the account's is kept and starts
 * nothing.
 */
export async function operationReported(
  { store, engine, logger }: ApiDeps,
  { merchantId, code: pgCode }: GatewayAccount,
  { eventId: gatewayEventId, report, receivedAt }: Word,
): Promise<void> {
  const { paymentReference: referenceNumber } = report;
  const account = { merchantId, pgCode };
  const key = { ...account, gatewayEventId };
  const [entry, operation, payment] = await Promise.all([
    store.inbox.receive({ ...key, referenceNumber, operation: report, receivedAt }),
    store.operations.meantBy(account, report),
    store.transactions.findByReference(referenceNumber),
  ]);
  if (entry.signaled) return;
  const isTheirs = payment !== undefined && isAttemptOf(payment, { ...account, referenceNumber });
  if (!operation && !isTheirs) {
    logger.warn(
      { pgCode, paymentReference: referenceNumber },
      'callback for an operation on an unknown attempt',
    );
    return;
  }
  const meant = { operation, ...(isTheirs && { transaction: payment }) };
  const refused = await hearOperationWord(store, engine, {
    account,
    report,
    receivedAt,
    ...meant,
  });
  if (refused) throw refusalOf(refused);
  await store.inbox.markSignaled(key);
}
