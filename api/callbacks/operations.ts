import type { GatewayAccount } from '../../domain/account.ts';
import { foreignOperation, stillToHear } from '../../domain/operation/foreign.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import { foreignNames } from '../../store/operations.ts';
import type { ApiDeps } from '../deps.ts';

interface OperationWord {
  readonly eventId: string;
  readonly report: OperationReport;
  readonly receivedAt: number;
}

/**
 * A network's word on an operation: kept once, then the operation hears it. One that was done at the network itself is
 * taken in by its payment; one on a payment that is not the account's is kept and starts nothing.
 */
export async function operationReported(
  { store, engine, logger }: ApiDeps,
  { merchantId, code: pgCode }: GatewayAccount,
  { eventId: gatewayEventId, report, receivedAt }: OperationWord,
): Promise<void> {
  const { paymentReference } = report;
  const account = { merchantId, pgCode };
  const key = { ...account, gatewayEventId };
  const [entry, operation, transaction] = await Promise.all([
    store.inbox.receive({
      ...key,
      referenceNumber: paymentReference,
      operation: report,
      receivedAt,
    }),
    store.operations.meantBy(account, report),
    store.transactions.findByReference(paymentReference),
  ]);
  if (entry.signaled) return;
  if (operation) await engine.reportOperation(operation, report);
  else if (
    transaction &&
    isAttemptOf(transaction, { ...account, referenceNumber: paymentReference })
  ) {
    const names = foreignNames(account, report);
    const foreign = foreignOperation(transaction, report, { ...names, now: receivedAt });
    if (foreign) await engine.takeIn(transaction, foreign);
    // Several words on it at once: each was the first, and one was taken in. Each is in the inbox before this look.
    const kept = await store.operations.meantBy(account, report);
    const words = kept ? await store.inbox.wordsOn(account, report) : [];
    if (kept) for (const word of stillToHear(kept, words)) await engine.reportOperation(kept, word);
  } else {
    logger.warn({ pgCode, paymentReference }, 'callback for an operation on an unknown attempt');
    return;
  }
  await store.inbox.markSignaled(key);
}
