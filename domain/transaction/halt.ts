import type { ReferenceNumber } from '../ids.ts';
import { attemptUnderWay } from './alert.ts';
import type { Change } from './change.ts';
import { announce } from '../webhook/notice.ts';
import { withoutPending } from './attempt.ts';
import { move } from './move.ts';
import { toldAttempt, toldResult } from './settled.ts';
import { isUnpaid } from './states.ts';
import type { Transaction } from './transaction.ts';

/** The time to pay is over. The merchant is told only when there was an attempt (contract/webhooks#triggers). */
export function expire(transaction: Transaction, now: number): Change {
  const expired = move(transaction, 'expire');
  return announceLast(expired, now);
}

/**
 * A running attempt is canceled with the transaction. `referenceNumber` names the cancellation in the notice when
 * nobody ever tried to pay, because a notice must carry one. Throws `invalid_state`.
 */
export function cancel(
  transaction: Transaction,
  { referenceNumber, now }: { readonly referenceNumber: ReferenceNumber; readonly now: number },
): Change {
  const canceled = move(withoutPending(transaction, now), 'cancel');
  const last = canceled.attempts.at(-1);
  const pgCode = last?.pgCode ?? transaction.methods[0]?.pgCode;
  if (pgCode === undefined) return { transaction: canceled };
  return announce(canceled, {
    referenceNumber: last?.referenceNumber ?? referenceNumber,
    pgCode,
    result: 'canceled',
    at: now,
  });
}

/**
 * No method can be used any more. What may still be paid at a gateway is left to end first, and what cannot be paid
 * is over already: undefined then. The merchant is told as of an expiry, only when there was an attempt.
 */
export function invalidate(
  transaction: Transaction,
  { reason, now }: { readonly reason: string; readonly now: number },
): Change | undefined {
  if (!isUnpaid(transaction.state) || attemptUnderWay(transaction)) return undefined;
  const ended = move(withoutPending(transaction, now), 'invalidate');
  const invalided = { ...ended, invalidationReason: reason };
  return announceLast(invalided, now);
}

/** The time to pay is over, and no timer says so: the payer who comes too late does (contract/transactions#expiry). */
export function isOverdue({ state, expiresAt, expiresByTimer }: Transaction, now: number): boolean {
  return isUnpaid(state) && !expiresByTimer && expiresAt <= now;
}

function announceLast(transaction: Transaction, at: number): Change {
  const last = toldAttempt(transaction);
  if (!last) return { transaction };
  const { referenceNumber, pgCode } = last;
  const result = toldResult(transaction, last);
  return announce(transaction, { referenceNumber, pgCode, result, at });
}
