import type { ReferenceNumber } from '../ids.ts';
import { attemptUnderWay } from './alert.ts';
import { changeAttempt } from './attempt.ts';
import { isBeingCharged, isChargedAtOnce } from './charging.ts';
import type { Inquired } from './network.ts';
import { isPayableAt } from './payable.ts';
import { isSuccess } from './states.ts';
import { attemptOf, type Alert, type Attempt, type Transaction } from './transaction.ts';

/**
 * The attempt for which every page waits (contract/attempts#second-attempt): the payer has done their part at the network,
 * which has not decided, or gave no answer when they came back. Until it is decided no other is begun. So is one that is still being
 * charged when the time to pay is over; before that, the same press on the checkout page finds it and goes on with it. Undefined where
 * the payment has succeeded by another one; `now` is epoch milliseconds.
 */
export function processingAttempt(transaction: Transaction, now: number): Attempt | undefined {
  const pending = isSuccess(transaction.state) ? undefined : attemptUnderWay(transaction);
  if (!pending) return undefined;
  const isLate = isBeingCharged(pending) && !isPayableAt(transaction, now);
  return pending.processing || isLate ? pending : undefined;
}

/**
 * The network has a page for the attempt on which nothing was paid yet, for all that is known: the payer may go on otherwise. Not where it
 * has said anything that may be of money of theirs: other money, another payment, a failure that may be overtaken.
 */
export function isPageOpen({ alerts }: Pick<Transaction, 'alerts'>, attempt: Attempt): boolean {
  const { state, pageUrl, processing, inquired, referenceNumber } = attempt;
  const mayHavePaid = alerts.some(
    (alert) => MISMATCHES.includes(alert.kind) && alert.referenceNumber === referenceNumber,
  );
  const isWaiting = inquired?.heard !== 'mismatch' && inquired?.heard !== 'without-success';
  const isPage = pageUrl !== undefined && !isChargedAtOnce(attempt);
  return state === 'pending' && isPage && !processing && isWaiting && !mayHavePaid;
}

const MISMATCHES: readonly Alert['kind'][] = ['amount-mismatch', 'reference-mismatch'];

/**
 * The transaction after an answer about an attempt that decides nothing: undecided is processing, an open page waits for
 * the payer; either way the page was not closed for another attempt. No answer says nothing, unless the payer has `returned`.
 * Undefined where nothing has changed.
 */
export function heardUndecided(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  answer: Inquired | 'returned' | undefined,
): Transaction | undefined {
  const attempt = attemptOf(transaction, referenceNumber);
  const processing = isProcessing(answer);
  if (attempt?.state !== 'pending' || processing === undefined) return undefined;
  const kept = answer === 'returned' ? attempt : withoutGivingWay(attempt);
  if (kept === attempt && (attempt.processing === true) === processing) return undefined;
  return changeAttempt(transaction, referenceNumber, () => withProcessing(kept, processing));
}

/** The same attempt where it does not give way. */
export function withoutGivingWay(attempt: Attempt): Attempt {
  const { givesWay, ...others } = attempt;
  return givesWay ? others : attempt;
}

/** What is left out is not processing. */
export function withProcessing({ processing: _before, ...attempt }: Attempt, processing: boolean) {
  return processing ? { ...attempt, processing } : attempt;
}

function isProcessing(answer: Inquired | 'returned' | undefined): boolean | undefined {
  if (answer === 'returned') return true;
  if (answer?.step === 'page') return false;
  if (answer?.step !== 'report') return undefined;
  const { outcome } = answer.report;
  // A card that was refused on the page says nothing of another one, by which they may have paid there since.
  return outcome.result === 'pending' && !outcome.refusedOnPage ? true : undefined;
}
