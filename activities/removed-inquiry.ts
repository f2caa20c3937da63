import { log } from '@temporalio/activity';
import type { ReferenceNumber } from '../domain/ids.ts';
import { unexplained } from '../domain/transaction/inquiry.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { attemptInquiry } from './gateways.ts';
import { hearOfRemoved, type HeardOfRemoved, type LateMoneyPorts } from './removals.ts';

type InquiryStores = LateMoneyPorts & Pick<Store, 'gatewayAccounts'>;

/** An attempt of a transaction that is not there any more, of which its network says that something has happened. */
export interface RemovedAttemptRef extends TransactionRef {
  readonly referenceNumber: ReferenceNumber;
}

/**
 * Calls a person for an attempt that was removed, of which its network says that something has happened, and not what. Safe to
 * repeat: the mail is the same one.
 */
export function removedSilence({ tombstones, call, countAlert }: LateMoneyPorts) {
  return async function callForSilence({
    referenceNumber,
    ...ref
  }: RemovedAttemptRef): Promise<void> {
    const tombstone = await tombstones.find(ref);
    const attempt = tombstone?.attempts.find((one) => one.referenceNumber === referenceNumber);
    if (!tombstone || !attempt) return;
    const detail = unexplained(attempt.pgCode);
    const name = `silence/${referenceNumber}`;
    const { total: amount } = attempt;
    await call(tombstone, { what: 'manual-action', name, referenceNumber, amount, detail });
    countAlert('manual-action-required');
    log.error('a gateway does not say what became of what was removed; ask it', {
      sessionId: ref.sessionId,
      referenceNumber,
    });
  };
}

/**
 * Asks the network what became of an attempt that was removed, and writes down what was paid; says whether a person has to
 * hear of it. Throws where the network gives no answer. Safe to repeat: a question, and money counts once.
 */
export function removedInquiry(stores: InquiryStores) {
  const inquire = attemptInquiry(stores.gatewayAccounts);
  const hear = hearOfRemoved(stores);
  return async function ask({
    referenceNumber,
    ...ref
  }: RemovedAttemptRef): Promise<HeardOfRemoved> {
    const tombstone = await stores.tombstones.find(ref);
    const attempt = tombstone?.attempts.find((one) => one.referenceNumber === referenceNumber);
    if (!attempt) return false;
    const { pgCode, gatewayReference, gatewayPayment, createdAt } = attempt;
    const answer = await inquire({
      merchantId: ref.merchantId,
      pgCode,
      referenceNumber,
      ...(gatewayReference !== undefined && { gatewayReference }),
      ...(gatewayPayment !== undefined && { gatewayPayment }),
      askedAt: createdAt,
    });
    return answer.step === 'report' && hear({ ...ref, report: answer.report });
  };
}
