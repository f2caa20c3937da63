import type { GatewayAccount } from '../../domain/account.ts';
import { foreignOperation, stillToHear } from '../../domain/operation/foreign.ts';
import { wordOnOtherPayment } from '../../domain/operation/other-payment.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { isAttemptOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { foreignNames } from '../../store/operations.ts';
import type { ApiDeps } from '../deps.ts';

interface OperationWord {
  readonly eventId: string;
  readonly report: OperationReport;
  readonly receivedAt: number;
}

/**
 * A network's word on an operation: kept once, then the operation hears it. One that was done at the network itself is
 * taken in by its payment; one on a payment that is not the account's is kept and starts nothing. One that names another
 * payment of the network than is known raises an alert at the payment, and nothing else.
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
  const about = operation || !isTheirs(transaction) ? { operation } : { transaction };
  const other = wordOnOtherPayment(about, report);
  const payment = other && (await store.transactions.find(other.ref));
  if (payment) await engine.report(payment, other.report);
  else if (operation) await engine.reportOperation(operation, report);
  else if (isTheirs(transaction)) {
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

  function isTheirs(payment: Transaction | undefined): payment is Transaction {
    const claim = { ...account, referenceNumber: paymentReference };
    return payment !== undefined && isAttemptOf(payment, claim);
  }
}
