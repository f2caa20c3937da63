import type { GatewayAccount } from '../../domain/account.ts';
import type { DisputeWord } from '../../domain/dispute/dispute.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';

interface Word {
  readonly eventId: string;
  readonly report: DisputeWord;
  readonly receivedAt: number;
}

/**
 * A network's word on a dispute: kept once, then heard by its payment. One on a payment that is not the account's is kept where it
 * names one of ours, and starts nothing: other programs may use the same account of the network.
 */
export async function disputeReported(
  { store, engine, logger }: ApiDeps,
  account: Pick<GatewayAccount, 'merchantId' | 'code'>,
  { eventId: gatewayEventId, report, receivedAt }: Word,
): Promise<void> {
  const { merchantId, code: pgCode } = account;
  const { disputeId, gatewayPayment } = report;
  const named =
    report.paymentReference ??
    (gatewayPayment === undefined
      ? undefined
      : await store.transactions.referenceOf(account, gatewayPayment));
  if (named === undefined) {
    logger.warn({ pgCode, disputeId, gatewayPayment }, 'dispute of an unknown payment');
    return;
  }
  const key = { merchantId, pgCode, gatewayEventId };
  const dispute = { ...report, paymentReference: named };
  const [entry, transaction] = await Promise.all([
    store.inbox.receive({
      ...key,
      referenceNumber: named,
      dispute,
      receivedAt,
    }),
    store.transactions.findByReference(named),
  ]);
  if (!transaction || !isAttemptOf(transaction, { ...key, referenceNumber: named }))
    logger.warn({ pgCode, disputeId, referenceNumber: named }, 'dispute of an unknown payment');
  else if (!entry.signaled) {
    await engine.dispute(transaction, dispute);
    await store.inbox.markSignaled(key);
  }
}
