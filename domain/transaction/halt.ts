import type { ReferenceNumber } from '../ids.ts';
import { announce, type Change } from '../webhook/notice.ts';
import { move } from './move.ts';
import type { Attempt, Transaction } from './transaction.ts';

/** The first look of a payer (P2). Later looks, and looks at anything but a new transaction, change nothing. */
export function view(transaction: Transaction, now: number): Transaction | undefined {
  if (transaction.state !== 'created') return undefined;
  return { ...move(transaction, 'view'), seenAt: now };
}

/** P13 to P15. The merchant is told only when there was an attempt (events-and-pages.md 1.3, row 8). */
export function expire(transaction: Transaction, now: number): Change {
  const expired = move(transaction, 'expire');
  const last = transaction.attempts.at(-1);
  return last ? announce(expired, lastWord(last, now)) : { transaction: expired };
}

/**
 * P16. A running attempt is canceled with the transaction. `referenceNumber` names the cancellation in the notice when
 * nobody ever tried to pay, because a notice must carry one. Throws `invalid_state`.
 */
export function cancel(
  transaction: Transaction,
  { referenceNumber, now }: { readonly referenceNumber: ReferenceNumber; readonly now: number },
): Change {
  const attempts = transaction.attempts.map((attempt) =>
    attempt.state === 'pending'
      ? ({ ...attempt, state: 'canceled', unanswered: true, concludedAt: now } as const)
      : attempt,
  );
  const canceled = move({ ...transaction, attempts }, 'cancel');
  const last = attempts.at(-1);
  const pgCode = last?.pgCode ?? transaction.pgCodes[0];
  if (pgCode === undefined) return { transaction: canceled };
  return announce(canceled, {
    referenceNumber: last?.referenceNumber ?? referenceNumber,
    pgCode,
    result: 'canceled',
    at: now,
  });
}

function lastWord({ referenceNumber, pgCode, state }: Attempt, at: number) {
  return { referenceNumber, pgCode, result: state, at };
}
