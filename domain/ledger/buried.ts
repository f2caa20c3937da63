import { mergedDisputes } from '../dispute/merge.ts';
import type { OperationEntry } from '../operation/operation.ts';
import type { RemovedAttempt, LateMoney, Tombstone } from '../transaction/tombstone.ts';
import type { MoneyFacts, BookedAttempt } from './money-events.ts';

/**
 * What became of the money of a transaction that was removed for good, as its tombstone has it: what has come since, too.
 */
export function bookOf(tombstone: Tombstone): MoneyFacts {
  const { merchantId, sessionId, state, attempts, lateMoney } = tombstone;
  const { operations, disputes, settledPgCode, settledAmount, alerts = [] } = tombstone;
  return {
    merchantId,
    sessionId,
    state,
    alerts,
    attempts: attempts.map((attempt) =>
      asItCame(
        attempt,
        lateMoney.find((late) => late.referenceNumber === attempt.referenceNumber),
      ),
    ),
    ...(operations && { operations: asTheyStand(operations) }),
    ...(disputes && { disputes: mergedDisputes(disputes) }),
    ...(settledPgCode !== undefined && { settledPgCode }),
    ...(settledAmount && { settledAmount }),
  };
}

/** The gateway has the last word on how much came. */
function asItCame(attempt: RemovedAttempt, late: LateMoney | undefined): BookedAttempt {
  if (!late) return attempt;
  const { charged: total, at: concludedAt, gatewayPayment } = late;
  return {
    ...attempt,
    state: 'success',
    total,
    concludedAt,
    ...(gatewayPayment !== undefined && { gatewayPayment }),
  };
}

/** What was done, as it was heard last. */
function asTheyStand(operations: readonly OperationEntry[]): readonly OperationEntry[] {
  return [...new Map(operations.map((entry) => [entry.sessionId, entry])).values()];
}
