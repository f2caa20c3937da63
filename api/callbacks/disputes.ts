import type { GatewayAccount } from '../../domain/account.ts';
import type { DisputeWord } from '../../domain/dispute/dispute.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import { paymentNamed } from '../../store/payment-named.ts';
import type { Store } from '../../store/index.ts';
import type { ApiDeps } from '../deps.ts';

interface Deps {
  readonly store: {
    readonly inbox: Pick<Store['inbox'], 'receive' | 'markSignaled'>;
    readonly transactions: Pick<Store['transactions'], 'findByReference' | 'paymentsNamed'>;
    readonly tombstones: Pick<Store['tombstones'], 'paymentsNamed'>;
  };
  readonly engine: Pick<ApiDeps['engine'], 'dispute'>;
  readonly logger: Pick<ApiDeps['logger'], 'warn'>;
}

interface Word {
  readonly eventId: string;
  readonly report: DisputeWord;
  readonly receivedAt: number;
}

/**
 * A network's word on a dispute: kept once, then heard by its payment. One on a payment that is not there is kept for the sweep, which
 * looks among what was removed, and calls a person where nobody knows it. One on a payment at another account of the merchant starts
 * nothing: that account is told, too.
 */
export async function disputeReported(
  { store, engine, logger }: Deps,
  account: Pick<GatewayAccount, 'merchantId' | 'code'>,
  { eventId: gatewayEventId, report, receivedAt }: Word,
): Promise<void> {
  const { merchantId, code: pgCode } = account;
  const { disputeId, gatewayPayment } = report;
  const key = { merchantId, pgCode, gatewayEventId };
  const found =
    report.paymentReference === undefined && gatewayPayment !== undefined
      ? await paymentNamed(store, key, gatewayPayment)
      : undefined;
  const referenceNumber = report.paymentReference ?? found?.referenceNumber;
  if (referenceNumber === undefined) {
    await store.inbox.receive({ ...key, dispute: report, receivedAt });
    logger.warn({ pgCode, disputeId, gatewayPayment }, 'dispute of an unknown payment');
    return;
  }
  const dispute = { ...report, paymentReference: referenceNumber };
  const [entry, transaction] = await Promise.all([
    store.inbox.receive({ ...key, referenceNumber, dispute, receivedAt }),
    store.transactions.findByReference(referenceNumber),
  ]);
  if (!transaction || !isAttemptOf(transaction, { ...key, referenceNumber }))
    logger.warn({ pgCode, disputeId, referenceNumber }, 'dispute of an unknown payment');
  else if (!entry.signaled) {
    await store.inbox.markSignaled(key, await engine.dispute(transaction, dispute));
  }
}
