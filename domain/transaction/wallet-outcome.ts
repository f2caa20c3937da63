import type { ReferenceNumber } from '../ids.ts';
import { reservedPart, spentPart, type ToldSpending } from '../wallet/spending.ts';
import type { Change } from './change.ts';
import { changeAttempt } from './attempt.ts';
import { conclude } from './conclude.ts';
import { next } from './states.ts';
import { attemptOf, type Transaction } from './transaction.ts';

/**
 * The wallet did not set its part aside, so no gateway was asked and nothing was tried: the payer may choose again, also
 * where a method allows a single try. `unanswered`: it gave no answer, and may have done it all the same.
 */
export function concludeUnreserved(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  { now, unanswered }: { readonly now: number; readonly unanswered: boolean },
): Transaction {
  const told = unanswered
    ? transaction
    : reservedPart(transaction, referenceNumber, { step: 'refused' });
  return ended(told, referenceNumber, { state: 'error', now });
}

/**
 * The wallet has paid all that an attempt asks for, and no gateway takes part. What was closed meanwhile stays as it is, and so does
 * what had been given free by the time that we heard of it, or `isBeingEnded` then: the wallet gets its money back, or has it already.
 */
export function concludeCovered(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  {
    told,
    isBeingEnded,
    now,
  }: { readonly told: ToldSpending; readonly isBeingEnded: boolean; readonly now: number },
): Change {
  const spent = spentPart(transaction, referenceNumber, told);
  const attempt = attemptOf(spent, referenceNumber);
  const given = attemptOf(transaction, referenceNumber)?.wallet?.state;
  const isFree = isBeingEnded || given === 'released' || given === 'returned';
  if (!attempt || isFree || next(spent.state, 'pay') === undefined)
    return { transaction: ended(spent, referenceNumber, { state: 'canceled', now }) };
  const { total: charged } = attempt;
  const outcome = { result: 'success', kind: 'purchase', charged } as const;
  return conclude(spent, { referenceNumber, outcome }, now) ?? { transaction: spent };
}

function ended(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  { state, now }: { readonly state: 'error' | 'canceled'; readonly now: number },
): Transaction {
  return changeAttempt(transaction, referenceNumber, (attempt) =>
    attempt.state === 'pending' ? { ...attempt, state, concludedAt: now } : attempt,
  );
}
