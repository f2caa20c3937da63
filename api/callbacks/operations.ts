import type { GatewayAccount } from '../../domain/account.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { refusalOf } from '../../domain/refusal.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import { hearOperationWord } from '../../engine/operation-word.ts';
import type { Store } from '../../store/index.ts';
import type { ApiDeps } from '../deps.ts';

interface Deps {
  readonly store: Stores;
  readonly engine: Pick<ApiDeps['engine'], 'report' | 'reportOperation' | 'takeIn'>;
  readonly logger: Pick<ApiDeps['logger'], 'warn'>;
}

interface Stores {
  readonly inbox: Pick<Store['inbox'], 'receive' | 'markSignaled' | 'wordsOn'>;
  readonly operations: Pick<Store['operations'], 'meantBy'>;
  readonly transactions: Pick<Store['transactions'], 'find' | 'findByReference'>;
}

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
  { store, engine, logger }: Deps,
  { merchantId, code: pgCode }: Pick<GatewayAccount, 'merchantId' | 'code'>,
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
  // What was removed for good has no run: the sweep takes in what becomes of its money.
  const isThere = payment !== undefined || (operation && (await paymentOf(store, operation)));
  if (!isThere || (!operation && !isTheirs)) {
    logger.warn(
      { pgCode, paymentReference: referenceNumber },
      'callback for an operation on an unknown attempt',
    );
    return;
  }
  const meant = { operation, ...(isTheirs && { transaction: payment }) };
  const { refused, run } = await hearOperationWord(store, engine, {
    account,
    report,
    receivedAt,
    ...meant,
  });
  // The sweep comes back to it.
  if (refused === 'too-early') return;
  if (refused) throw refusalOf(refused);
  await store.inbox.markSignaled(key, run);
}

function paymentOf({ transactions }: Stores, { merchantId, parentId }: Operation) {
  return transactions.find({ merchantId, sessionId: parentId });
}
