import type { ReferenceNumber } from '../ids.ts';
import { unreachable } from '../unreachable.ts';
import { announce, type Change } from '../webhook/notice.ts';
import { alerted } from './alert.ts';
import { changeAttempt } from './attempt.ts';
import { conclude } from './conclude.ts';
import {
  isLastCall,
  isUndecided,
  type Heard,
  type InquiryRecord,
  type InquirySettings,
} from './inquiry-plan.ts';
import type { Inquired, Report } from './network.ts';
import { isUnpaid } from './states.ts';
import { attemptOf, type Attempt, type Transaction } from './transaction.ts';

/** What the merchant reads of an attempt that no gateway ever decided (contract/events-and-pages.md 1.3, row 3). */
export const NO_FINAL_ANSWER = 'no final answer from gateway';

/** One automatic call, with the gateway's answer or none. */
export interface Call {
  readonly referenceNumber: ReferenceNumber;
  readonly answer?: Inquired;
  readonly now: number;
}

/**
 * What an automatic inquiry makes of the transaction. Success counts at once. A failure counts from the last of the
 * first calls on, because until then the network may think better of it. After those the merchant is told, once, that
 * an attempt is undecided. The last call of all ends what the network itself still calls undecided; where it gives no
 * answer, nothing is known and a person has to look. Undefined when the attempt was decided while the gateway was asked.
 */
export function hear(transaction: Transaction, call: Call): Change | undefined {
  const attempt = attemptOf(transaction, call.referenceNumber);
  if (!attempt?.inquiry || !isUndecided(attempt)) return undefined;
  const calls = (attempt.inquired?.calls ?? 0) + 1;
  const stage = stageOf(attempt.inquiry, { createdAt: attempt.createdAt, calls, at: call.now });
  const concluded = reportOf(call, stage);
  const change = concluded && conclude(transaction, concluded, call.now);
  const after = change?.transaction ?? transaction;
  const heard = heardBy(after, call);
  const noted = note(after, attempt, { calls, heard, at: call.now });
  if (heard === 'decided' || stage === 'first') return { ...change, transaction: noted };
  const known = { attempt, heard, now: call.now };
  return tellUndecided(stage === 'last' ? lookedAt(noted, known) : noted, known);
}

type Stage = 'first' | 'later' | 'last';

interface Known {
  readonly attempt: Attempt;
  readonly heard: Heard;
  readonly now: number;
}

function stageOf(
  inquiry: InquirySettings,
  { calls, ...when }: { readonly calls: number; readonly createdAt: number; readonly at: number },
): Stage {
  if (calls < inquiry.gapsSeconds.length) return 'first';
  return isLastCall(inquiry, when) ? 'last' : 'later';
}

/** The word that counts now, if the answer is one. At the end "not decided" is a word, too. */
function reportOf({ referenceNumber, answer }: Call, stage: Stage): Report | undefined {
  const unfinished: Report = {
    referenceNumber,
    outcome: { result: 'failed' },
    message: NO_FINAL_ANSWER,
  };
  if (!answer || answer.step === 'page') return undefined;
  if (answer.step === 'unheard-of') return stage === 'last' ? unfinished : undefined;
  const { result } = answer.report.outcome;
  switch (result) {
    case 'success':
    case 'cod':
      return answer.report;
    case 'failed':
    case 'canceled':
    case 'error':
      return stage === 'first' ? undefined : answer.report;
    case 'pending':
      return stage === 'last' ? unfinished : undefined;
    default:
      return unreachable(result);
  }
}

function heardBy(after: Transaction, { referenceNumber, answer }: Call): Heard {
  const attempt = attemptOf(after, referenceNumber);
  if (attempt && !isUndecided(attempt)) return 'decided';
  if (!answer) return 'silence';
  if (answer.step === 'page') return 'open';
  if (answer.step === 'unheard-of') return 'unheard-of';
  const { result } = answer.report.outcome;
  if (result === 'pending') return 'pending';
  return result === 'success' || result === 'cod' ? 'mismatch' : 'without-success';
}

function note(
  transaction: Transaction,
  { referenceNumber, inquired }: Attempt,
  record: InquiryRecord,
): Transaction {
  return changeAttempt(transaction, referenceNumber, (attempt) => ({
    ...attempt,
    inquired: { ...record, ...(inquired?.told && { told: true }) },
  }));
}

/** A mismatch has its own alert already; an open page is no news. */
function lookedAt(transaction: Transaction, { attempt, heard, now }: Known): Transaction {
  if (heard !== 'silence') return transaction;
  return alerted(transaction, {
    kind: 'manual-action-required',
    referenceNumber: attempt.referenceNumber,
    at: now,
    detail: `The gateway behind ${attempt.pgCode} gave no answer to ${(attempt.inquired?.calls ?? 0) + 1} inquiries; nobody knows whether the payer was charged.`,
  });
}

/** Once for each attempt, and only while the merchant still waits for this transaction. An open page is no news. */
function tellUndecided(transaction: Transaction, { attempt, heard, now }: Known): Change {
  const { referenceNumber, pgCode, state, inquired } = attempt;
  if (heard === 'open' || inquired?.told || state !== 'pending' || !isUnpaid(transaction.state))
    return { transaction };
  const told = changeAttempt(transaction, referenceNumber, (open) => ({
    ...open,
    ...(open.inquired && { inquired: { ...open.inquired, told: true } }),
  }));
  return announce(told, { referenceNumber, pgCode, result: 'pending', at: now });
}
